//! What the model and the human read. No text of the model's own goes into either.

use std::fmt::Write;

use crate::model::{Decision, ToolCall};

/// For the model: what was kept from running, why, and what would be accepted.
pub(crate) fn for_model(decision: &Decision) -> String {
    let mut text = format!(
        "AgentsFence blocked `{}`: {} [rule: {}]",
        decision.tool, decision.reason, decision.rule
    );
    if !decision.allow_by.is_empty() {
        let _ = write!(text, "\nhint: {}", decision.allow_by.join("; or "));
    }
    text.push_str("\nDo not retry it or look for another way: tell the user what you wanted to do");
    text
}

/// For the human: why, and exactly what would run.
pub(crate) fn for_human(decision: &Decision, call: &ToolCall) -> String {
    let mut text = format!(
        "{} [rule: {}]\n{}",
        decision.reason, decision.rule, decision.tool
    );
    for (name, value) in &call.args {
        match value.as_str() {
            Some(string) => {
                let _ = write!(text, "\n  {name}: {string}");
            }
            None => {
                let _ = write!(text, "\n  {name}: {value}");
            }
        }
    }
    text.push_str("\nApproving covers exactly this action in this task");
    text
}

/// For the model, when nothing could be decided.
pub(crate) fn undecided(tool: &str, why: &str) -> String {
    format!("AgentsFence blocked `{tool}`: {why} [rule: internal]")
}
