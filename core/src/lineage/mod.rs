//! Which values earlier results carried in typed fields, and which only in free text.

use serde::{Deserialize, Serialize};

/// What is known of earlier results of one session: digests, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {}
