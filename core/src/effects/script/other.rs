//! Languages without an analyser of their own: ruby, perl, php, lua, R, awk and the rest.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect};

/// Everything that code of `language` does, read only as far as its words go; never empty.
pub(crate) fn other(language: &str, source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::CODE_EXEC,
        source.whole(),
        format!("runs {language} code"),
    )]
}
