//! `config.toml`: every key typed and documented in one table, standing rules with examples.

/// The `[[rule]]` entries of the settings, compiled once per load.
#[derive(Clone, Debug, Default)]
pub struct StandingRules {}
