//! What a tool call really does: the call read as the shell, the interpreter, the database or
//! the host would read it.
//!
//! Pure and total: values in, values out, no error. What cannot be read is an effect that says so.

mod context;
pub(crate) mod patch;
pub(crate) mod script;
pub(crate) mod shell;
pub(crate) mod sql;
mod tool;

pub(crate) use context::{Context, Source};

use crate::catalog::Catalog;
use crate::model::{Effect, Environment, Marks, ToolCall};

/// Everything that the call does, in the order of its arguments; never empty.
pub fn effects(call: &ToolCall, environment: &Environment, catalog: &Catalog) -> Vec<Effect> {
    let mut effects = tool::tool(call, &Context::new(catalog, environment));
    if call.unreadable.is_some() {
        effects.push(tool::unknown(
            "the arguments could not be taken over as they are",
            Marks::UNPARSABLE,
        ));
    }
    let mut effects = tool::bounded(effects);
    tool::annotate(&mut effects, environment);
    effects
}
