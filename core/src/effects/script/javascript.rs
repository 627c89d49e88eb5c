//! JavaScript: in a page (`browser_console`) or in node, deno and bun.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect};

/// Everything that the JavaScript text does; never empty.
pub(crate) fn javascript(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::CODE_EXEC,
        source.whole(),
        "runs JavaScript code",
    )]
}
