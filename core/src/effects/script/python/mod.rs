//! Python: `execute_code`, `python -c`, here-documents.
//!
//! The text is parsed and walked once with what is known about its values (`value`); calls of
//! known libraries (`library`) become effects. That code runs is always an effect of its own, so
//! nothing that the walk misses makes the call milder.

mod apply;
mod calls;
mod expressions;
mod library;
mod pure;
mod reader;
#[cfg(test)]
mod tests;
mod value;

pub(super) use library::prepare;
use ruff_python_parser::parse_module;

use super::stack;
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Effect, Marks};

/// Everything that the Python text does; never empty. The first effect says that code runs.
pub(crate) fn python(source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    let runs = Effect::opaque(Capability::CODE_EXEC, source.whole(), "runs Python code");
    if source.text.len() > limits::COMMAND_BYTES {
        return vec![runs.marked(Marks::OVERSIZED)];
    }
    let inner = context
        .deeper()
        .filter(|_| !stack::is_too_deep(source.text));
    let Some(inner) = inner else {
        return vec![runs.marked(Marks::OVERSIZED)];
    };
    let symbols = source.text.bytes().filter(|byte| NESTS.contains(byte));
    let words = NESTING_WORDS
        .iter()
        .map(|word| source.text.matches(word).count());
    let weight = symbols.count() + words.sum::<usize>();
    let found = stack::with_room(weight, || read(source, &inner));
    let Some(found) = found else {
        return vec![runs.marked(Marks::OVERSIZED | Marks::UNPARSABLE)];
    };
    super::gather(runs.marked(found.marks), found.effects)
}

/// Bytes that can nest an expression one level deeper.
const NESTS: &[u8] = b"([{-+~.*@:";
/// Words that do.
const NESTING_WORDS: &[&str] = &["not", "await", "if", "yield"];

/// What a walk found.
struct Found {
    /// What must be noticed about the text as a whole.
    marks: Marks,
    effects: Vec<Effect>,
}

fn read(source: &Source<'_>, context: &Context<'_>) -> Found {
    match parse_module(source.text) {
        Ok(parsed) => {
            let mut reader = reader::Reader::new(source, context);
            reader.module(parsed.suite());
            reader.finish()
        }
        // The interpreter would refuse it too, unless it is a newer one or the text is wrapped
        // by whoever runs it.
        Err(_) => Found {
            marks: Marks::UNPARSABLE,
            effects: Vec::new(),
        },
    }
}
