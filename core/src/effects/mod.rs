//! What a tool call really does: the call read as the shell, the interpreter, the database or
//! the host would read it.
//!
//! Pure and total: values in, values out, no error. What cannot be read is an effect that says so.

mod context;
pub(crate) mod patch;
pub(crate) mod script;
pub(crate) mod shell;
pub(crate) mod sql;

pub(crate) use context::{Context, Source};

use crate::catalog::Catalog;
use crate::model::{Capability, Effect, Environment, RiskClass, Span, ToolCall};

/// Everything that the call does, in the order of its arguments; never empty.
pub fn effects(call: &ToolCall, environment: &Environment, catalog: &Catalog) -> Vec<Effect> {
    let _ = Context::new(catalog, environment);
    let _ = Source::argument("", &call.tool);
    vec![Effect::new(
        Capability::UNKNOWN,
        RiskClass::Unknown,
        Span::default(),
    )]
}
