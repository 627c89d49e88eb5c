//! The files of policies/tools/ and policies/mcp/ as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::action::Action;
use super::role::Role;

/// One tool as written. A key may hold several names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolEntry {
    /// What it does where no argument says otherwise.
    pub does: Action,
    /// What it does by the value of its action argument.
    #[serde(default)]
    pub actions: BTreeMap<String, Action>,
    /// Arguments whose presence makes it do this as well.
    #[serde(default)]
    pub with: BTreeMap<String, Action>,
    /// The meaning of its arguments by dotted path.
    #[serde(default)]
    pub args: BTreeMap<String, Role>,
    /// An argument that stands for the working folder when it is not given.
    #[serde(default)]
    pub default_path: Option<String>,
}

/// One file of policies/tools/.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolFile {
    /// The tools by name.
    pub tools: BTreeMap<String, ToolEntry>,
}

/// One file of policies/mcp/: a family of servers that offer the same tools.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerFile {
    /// Names of servers, as patterns over names with `_` between words.
    pub servers: Vec<String>,
    /// The domain of capabilities for tools whose name does not say it.
    #[serde(default)]
    pub domain: Option<String>,
    /// Writes stay on this machine, and paths are files of this machine.
    #[serde(default)]
    pub local: Option<bool>,
    /// Paths are names inside the service, not files of this machine.
    #[serde(default)]
    pub remote_paths: Option<bool>,
    /// Tools by name patterns, the server's own prefix removed.
    #[serde(default)]
    pub tools: BTreeMap<String, ToolEntry>,
    /// What arguments mean in every tool of these servers.
    #[serde(default)]
    pub args: BTreeMap<String, Role>,
}
