//! Cypher: a graph query.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, RiskClass};

/// Everything that the Cypher text does; never empty.
pub(crate) fn cypher(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::new(
        Capability::DB_WRITE,
        RiskClass::Unknown,
        source.whole(),
    )]
}
