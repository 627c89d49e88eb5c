//! MongoDB: shell text or a command document.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, RiskClass};

/// Everything that the MongoDB text does; never empty.
pub(crate) fn mongo(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::new(
        Capability::DB_WRITE,
        RiskClass::Unknown,
        source.whole(),
    )]
}
