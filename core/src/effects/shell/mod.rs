//! Shell commands: a whole command line as bash reads it, or an argv that is already split.
//!
//! Words are resolved statically, wrappers unwrapped, programs looked up in policies/programs/.
//! What cannot be known is unresolved or opaque, never absent.

use super::{Context, Source};
use crate::model::{Capability, Effect, Span};

/// Everything that a command line does; never empty.
pub(crate) fn command(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::SHELL_EXEC,
        source.whole(),
        "it runs a command",
    )]
}

/// Everything that a program started with these words does; never empty. `None` is a word that is
/// not known; `span` is the place of the whole list.
pub(crate) fn argv(words: &[Option<&str>], span: &Span, _context: &Context<'_>) -> Vec<Effect> {
    let _ = words;
    vec![Effect::opaque(
        Capability::SHELL_EXEC,
        span.clone(),
        "it runs a command",
    )]
}
