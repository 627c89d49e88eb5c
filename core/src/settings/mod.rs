//! `config.toml`: every key typed and documented in one table, standing rules with examples.
//!
//! A fault names file, line, key and what would be right. While a file is broken the last good
//! settings stay in force; if there never were any, nothing consequential may run.

mod error;
mod file;
mod key;
mod read;
mod rules;
mod schema;
mod source;
mod values;

pub use error::SettingsError;
pub use file::{FILE_NAME, InForce, PROJECT_FILE_NAME, SettingsFile, load};
pub use key::{KEYS, Key, Kind, Tighten, Value, find};
pub use read::read;
pub use rules::{Finding, FindingKind, RuleOrigin, RuleVerdict, StandingRule, StandingRules, lint};
pub use schema::{in_toml, json_schema, page, reference};
pub use source::{RuleSource, SourceText};
pub use values::{
    AuditSettings, BudgetSettings, CompilerMode, CompilerSettings, MissingPolicy, PluginConflicts,
    PolicySettings, Settings, SettingsText,
};

#[cfg(test)]
mod tests;
