//! Tools as data: what `cronjob` with `action: remove` does and what its arguments mean, read from
//! policies/tools/ (the host's own tools) and policies/mcp/ (servers).
//!
//! The shapes here are those of the files; `effects::tool` interprets them. policies/README.md
//! documents the format for people.

mod action;
mod file;
mod role;
mod servers;
mod spec;

pub use action::Action;
pub use file::{ServerFile, ToolEntry, ToolFile};
pub use role::{Language, Role};
pub use servers::{Server, Servers};
pub use spec::{ToolSpec, Tools, pattern_matches};
