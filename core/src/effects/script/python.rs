//! Python: `execute_code`, `python -c`, here-documents.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect};

/// Everything that the Python text does; never empty.
pub(crate) fn python(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::opaque(
        Capability::CODE_EXEC,
        source.whole(),
        "runs Python code",
    )]
}
