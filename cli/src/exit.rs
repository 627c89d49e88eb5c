//! The exit codes. They are part of the interface and the same in every output format.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done, and nothing to report.
    Fine = 0,
    /// Done, and it found something: not protected, not agreed to, nothing to undo.
    Found = 1,
    /// Not done: wrong usage, bad input, or the system refused.
    Refused = 2,
    /// The verdict is ASK_USER (`explain --exit-code`).
    Ask = 3,
    /// The verdict is BLOCK (`explain --exit-code`).
    Block = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
