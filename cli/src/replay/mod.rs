//! Deciding calls that were made before: from the host's session database, or from a file with one
//! call a line. Nothing is executed and nothing of the host's is written.

pub mod earlier;
pub mod history;
pub mod play;
pub mod summary;

use serde_json::Value;

/// One session as it happened.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The host's session id.
    pub session: String,
    /// A child's messages are written by a model and grant nothing.
    pub child: bool,
    /// The working folder, where known.
    pub cwd: Option<String>,
    /// In order.
    pub entries: Vec<Entry>,
}

/// Something that happened in a session.
#[derive(Clone, Debug)]
pub enum Entry {
    /// The user said something.
    Message(String),
    /// The agent called a tool.
    Call {
        /// The call, in any spelling that `explain` reads.
        call: Value,
        /// What the tool returned.
        result: Value,
        /// When, in seconds since the epoch, where the history says.
        at: Option<i64>,
    },
}
