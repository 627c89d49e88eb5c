//! A tool call by what the catalogue, or else the tool's name and the shape of its arguments, say
//! about it.
//!
//! Two passes over the arguments: the first finds what the tool does (an `action` argument may
//! choose), the second what it touches.

mod annotate;
mod arguments;
mod assemble;
mod bridge;
mod code;
mod identity;
mod inferred;
mod keys;
mod known;
mod names;
mod values;
mod verbs;

pub(crate) use annotate::annotate;

use super::Context;
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Span, ToolCall};

/// Everything that the call does; never empty.
pub(crate) fn tool(call: &ToolCall, context: &Context<'_>) -> Vec<Effect> {
    if let Err(why) = arguments::within_limits(&call.args) {
        return vec![unknown(why, Marks::OVERSIZED)];
    }
    if bridge::is_bridge(&call.tool) {
        return bridge::unwrap(call, context);
    }
    match context.catalog.tools.get(&call.tool) {
        Some(spec) => known::known(call, spec, context),
        None => inferred::inferred(call, context),
    }
}

/// An effect that may be anything.
pub(crate) fn unknown(why: &'static str, marks: Marks) -> Effect {
    Effect::new(Capability::UNKNOWN, RiskClass::Unknown, Span::default())
        .marked(marks)
        .uncertain(Certainty::Unresolved, why)
}

/// Keeps the number of effects within its bound; what is folded away is an effect that says so.
pub(crate) fn bounded(mut effects: Vec<Effect>) -> Vec<Effect> {
    if effects.len() > limits::EFFECTS {
        effects.truncate(limits::EFFECTS);
        effects.push(unknown(
            "the call does more than is read of it",
            Marks::OVERSIZED,
        ));
    }
    effects
}
