//! Redis: commands, one a line.

use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, RiskClass};

/// Everything that the Redis text does; never empty.
pub(crate) fn redis(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    vec![Effect::new(
        Capability::DB_WRITE,
        RiskClass::Unknown,
        source.whole(),
    )]
}
