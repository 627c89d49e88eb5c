//! Where in the arguments of a call an effect comes from.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A stretch of one argument's text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The argument: a key, or a path of keys and indexes joined by `.` (`tasks.0.goal`). Empty
    /// when the effect comes from the tool's name alone.
    pub arg: SmolStr,
    /// Byte offset of the first byte, in the argument's UTF-8 text.
    pub start: usize,
    /// Byte offset behind the last byte. `start == end` means the argument as a whole.
    pub end: usize,
}

impl Span {
    /// The whole of an argument.
    pub fn whole(arg: impl Into<SmolStr>) -> Self {
        Self {
            arg: arg.into(),
            start: 0,
            end: 0,
        }
    }

    /// Bytes `start..end` of an argument.
    pub fn bytes(arg: impl Into<SmolStr>, start: usize, end: usize) -> Self {
        Self {
            arg: arg.into(),
            start,
            end,
        }
    }
}
