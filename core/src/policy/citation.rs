//! The words that a grant, prohibition or boundary rests on.

use serde::{Deserialize, Serialize};

/// A stretch of one of the owner's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Citation {
    /// Which of the owner's messages, counted from 1; 0 for words that are not a message (a
    /// preset, a settings file).
    pub turn: u32,
    /// Byte offsets in that message.
    pub start: usize,
    /// Byte offset behind the last byte.
    pub end: usize,
    /// The words themselves.
    pub quote: String,
}

impl Citation {
    /// Words that are not a message: the name of a preset or a settings file.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            turn: 0,
            start: 0,
            end: 0,
            quote: name.into(),
        }
    }
}
