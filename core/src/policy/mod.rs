//! What this task may do: grants, prohibitions and boundaries, each with the words that made it.
//!
//! A policy is data. `intent` makes one from the owner's words, `presets` from a file, an approval
//! adds a grant; `decide` reads it and nothing else does.

mod algebra;
mod citation;
mod grant;
mod matching;
mod phrase;
pub mod preset;
mod scope;
mod targets;
mod targets_in_words;
mod words;

pub use algebra::{Comparison, Relation, compare};
pub use citation::Citation;
pub use grant::{Boundary, Constraint, Grant, Limit, Prohibition};
pub use matching::{fixed_part, folded, reaches, runs, target_text};
pub use scope::Scope;
pub use targets::{DescribedSet, TargetPattern, TargetSet};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::model::{RiskClass, Verdict, hash_of};

/// Where a policy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PolicySource {
    /// Nothing could be compiled: reads only.
    Fallback,
    /// The local compiler read the owner's words.
    Compiled,
    /// The local compiler and a validated model draft.
    Drafted,
    /// A preset file.
    Preset,
    /// Written by hand.
    Manual,
}

/// The bounds of one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Names the task; part of every rule key, so that an "always" covers only this task.
    pub id: SmolStr,
    /// Where it comes from.
    pub source: PolicySource,
    /// Seconds since the Unix epoch.
    #[serde(default)]
    pub created_at: i64,
    /// Seconds since the Unix epoch; `None` never expires (presets).
    #[serde(default)]
    pub expires_at: Option<i64>,
    /// What the owner forbade. Wins over everything but guards.
    #[serde(default)]
    pub prohibitions: Vec<Prohibition>,
    /// What the owner confined the task to ("only ...").
    #[serde(default)]
    pub boundaries: Vec<Boundary>,
    /// What the owner's words or an approval allow. Alternatives: one complete grant must fit.
    #[serde(default)]
    pub grants: Vec<Grant>,
    /// Targets that the owner's words name, for whatever purpose. Grants nothing by itself: it only
    /// tells what the owner knows of from what a tool result brought up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<TargetPattern>,
    /// Classes whose unauthorised effects get another answer than the default (presets).
    #[serde(default)]
    pub defaults: Vec<(RiskClass, Verdict)>,
    /// Scopes that are asked about even when a grant covers them.
    #[serde(default)]
    pub requires_approval: Vec<Scope>,
    /// How many consequential effects may leave the machine in this task; `None` is no limit.
    #[serde(default)]
    pub outbound_budget: Option<u32>,
    /// Set when the words could not be understood well enough: why, for people.
    #[serde(default)]
    pub uncertain: Option<String>,
}

impl Policy {
    /// Reads only: what applies where nothing else could be made.
    pub fn fallback(id: impl Into<SmolStr>, created_at: i64) -> Self {
        Self {
            id: id.into(),
            source: PolicySource::Fallback,
            created_at,
            expires_at: None,
            prohibitions: Vec::new(),
            boundaries: Vec::new(),
            grants: Vec::new(),
            named: Vec::new(),
            defaults: Vec::new(),
            requires_approval: Vec::new(),
            outbound_budget: None,
            uncertain: None,
        }
    }

    /// Names the bounds: equal for two policies that allow and forbid the same, whatever their
    /// ids. Lower-case hex.
    pub fn hash(&self) -> SmolStr {
        let bounds = Self {
            id: SmolStr::default(),
            created_at: 0,
            ..self.clone()
        };
        let text = serde_json::to_string(&bounds).unwrap_or_default();
        hash_of([text.as_str()])
    }
}
