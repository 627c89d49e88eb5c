//! JavaScript: in a page (`browser_console`) or in node, deno and bun.
//!
//! A scan over tokens, not a parse: names that are called, what was imported under them, and
//! literal arguments. That code runs is always an effect of its own, so nothing that the scan
//! misses makes the call milder.

mod apply;
mod arguments;
mod calls;
mod lexer;
mod library;
mod names;
#[cfg(test)]
mod tests;

pub(super) use library::prepare;

use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Effect, Marks};

/// Everything that the JavaScript text does; never empty. The first effect says that code runs.
pub(crate) fn javascript(source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    let runs = Effect::opaque(
        Capability::CODE_EXEC,
        source.whole(),
        "runs JavaScript code",
    );
    if source.text.len() > limits::COMMAND_BYTES {
        return vec![runs.marked(Marks::OVERSIZED)];
    }
    let Some(inner) = context.deeper() else {
        return vec![runs.marked(Marks::OVERSIZED)];
    };
    let Some(tokens) = lexer::tokens(source.text) else {
        return vec![runs.marked(Marks::UNPARSABLE)];
    };
    let mut scan = calls::Scan::new(source, &inner, &tokens);
    scan.run();
    super::gather(runs, scan.effects)
}
