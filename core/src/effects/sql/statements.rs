//! SQL statements, one or more effects each.

use super::Dialect;
use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, RiskClass};

/// Everything that the SQL text does, statement by statement; never empty.
pub(crate) fn statements(
    source: &Source<'_>,
    _dialect: Dialect,
    _context: &Context<'_>,
) -> Vec<Effect> {
    vec![Effect::new(
        Capability::DB_WRITE,
        RiskClass::Unknown,
        source.whole(),
    )]
}
