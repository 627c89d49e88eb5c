//! Which values earlier results carried in typed fields, and which only in free text.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use smol_str::SmolStr;

use crate::model::Target;
use crate::policy::DescribedSet;

/// What is known of earlier results of one session: digests, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {}

/// Where a value was seen in earlier results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The tool that returned it.
    pub tool: SmolStr,
    /// The typed field that held exactly this value; `None` when only free text carried it.
    pub field: Option<SmolStr>,
    /// Whether free text carried it too.
    pub free_text: bool,
    /// Whether free text that looks like an instruction carried it. Never to be trusted.
    pub commanded: bool,
}

/// Why a described set is taken to hold a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The tool that returned the record.
    pub tool: SmolStr,
    /// The typed field that held the value.
    pub field: SmolStr,
    /// For people: `the field "participants" of a result of "search_calendar_events"`.
    pub words: String,
}

impl Lineage {
    /// Takes in a result. `args` are those of the call that returned it.
    pub fn record(&mut self, tool: &str, args: &Map<String, Value>, result: &Value) {
        let _ = (tool, args, result);
    }

    /// Where a value was seen; `None` when it never was.
    pub fn origin(&self, value: &str) -> Option<Origin> {
        let _ = value;
        None
    }

    /// Whether a typed field of a record that the description selects held this target.
    pub fn fills(&self, set: &DescribedSet, target: &Target) -> Option<Evidence> {
        let _ = (set, target);
        None
    }
}
