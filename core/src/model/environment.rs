//! The world that a call's relative names refer to, as the caller states it.

use serde::{Deserialize, Serialize};

use super::AbsPath;

/// What relative paths, `~` and `$HERMES_HOME` mean for a call.
///
/// Nothing here is looked up by the analysers: the caller says it, so that deciding stays pure
/// and the command explains exactly what the plugin would decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The folder that relative paths start from.
    pub cwd: AbsPath,
    /// The user's home.
    pub home: AbsPath,
    /// The host's home of this profile.
    pub hermes_home: AbsPath,
    /// Symbolic links that the caller looked up: the link and what it resolves to.
    pub links: Vec<(AbsPath, AbsPath)>,
    /// Whether the file system takes two spellings that differ in case for one file.
    pub case_insensitive: bool,
}
