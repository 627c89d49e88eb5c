//! Programs as data: what `git push --force` or `sort -o` does, read from policies/programs/.
//!
//! The shapes here are those of the files; the shell analyser interprets them. policies/programs/
//! README.md documents the format for people.

mod command;
mod does;
mod operands;
mod options;
mod registry;
mod role;
mod shorthand;
mod when;

pub use command::{Command, UnknownOptions};
pub use does::Does;
pub use operands::{Operand, Operands};
pub use options::{OptionSpec, Options, Takes};
pub use registry::{ProgramFile, Programs};
pub use role::{Language, Role, SqlDialect};
pub(crate) use when::glob;
pub use when::{Globs, Outcome, When};
