//! What the model reads when nothing could be decided. What is decided speaks for itself
//! (`decide::message`).

pub(crate) use crate::decide::message::{for_human, for_model};

/// For the model, when nothing could be decided.
pub(crate) fn undecided(tool: &str, why: &str) -> String {
    format!("AgentsFence blocked `{tool}`: {why} [rule: internal]")
}
