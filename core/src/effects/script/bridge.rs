//! Commands that code starts, handed to the shell's analyser.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, Span};

/// What a command line does.
pub(super) fn command(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::SHELL_EXEC,
        source.whole(),
        "runs a shell command",
    )]
}

/// What a program with these arguments does; `None` is a word that is not known.
pub(super) fn argv(_words: &[Option<String>], span: &Span, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::SHELL_EXEC,
        span.clone(),
        "runs a program",
    )]
}
