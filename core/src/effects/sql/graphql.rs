//! GraphQL: a GraphQL document.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, RiskClass};

/// Everything that the GraphQL text does; never empty.
pub(crate) fn graphql(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::new(
        Capability::DB_WRITE,
        RiskClass::Unknown,
        source.whole(),
    )]
}
