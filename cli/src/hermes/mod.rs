//! What the command knows about a Hermes installation: homes and profiles as the host resolves
//! them, its configuration as the host reads it, and who else is around.

pub mod config;
pub mod environment;
pub mod host;
pub mod installation;
mod interpreter;
pub mod load;
pub mod managed;
pub mod plugins;
pub mod processes;
pub mod profile;

pub use environment::Environment;
pub use interpreter::interpreter_of;
pub use profile::{Profile, Profiles, Selection};
