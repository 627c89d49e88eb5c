//! The standing rules of the settings: `[[rule]]` entries.

use super::{RuleSource, SettingsError};

/// The `[[rule]]` entries of the settings, compiled once per load.
#[derive(Clone, Debug, Default)]
pub struct StandingRules {}

impl StandingRules {
    /// Compiles the entries of all files. Every fault is reported.
    pub fn read(sources: &[RuleSource<'_>]) -> Result<Self, Vec<SettingsError>> {
        let _ = sources;
        Ok(Self {})
    }
}
