//! Explaining decisions: reading calls, streaming them, and showing the answers to people.

pub mod past;
pub mod render;
pub mod snippet;
pub mod source;
pub mod stream;

use agentsfence_core::model::Decision;
use serde_json::{Map, Value};

/// A decision with what an explanation shows around it.
#[derive(Debug)]
pub struct Explained {
    /// The call's arguments, as far as they are known.
    pub args: Map<String, Value>,
    /// The decision.
    pub decision: Decision,
    /// Where it comes from and how it compares; one line each.
    pub notes: Vec<String>,
    /// The bounds that it was made under, where they are known; one line each.
    pub bounds: Vec<String>,
}
