//! Grants, prohibitions and boundaries.

use serde::{Deserialize, Serialize};

use super::{Citation, Scope, TargetSet};

/// What the targets of an effect must be. Every dimension that is set must hold; dimensions of
/// one constraint stay together, so recipient A with file A never allows A with B.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Constraint {
    /// Who may receive. `None`: not constrained; empty: nobody.
    pub recipients: Option<TargetSet>,
    /// Which hosts may be reached.
    pub hosts: Option<TargetSet>,
    /// Which paths may be touched.
    pub paths: Option<TargetSet>,
    /// Which records may be touched.
    pub resources: Option<TargetSet>,
    /// Programs that may run, by name (`pytest`, `git push`). `None`: not constrained.
    pub programs: Option<Vec<String>>,
}

/// How often, how much, how long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limit {
    /// Calls, or distinct targets for writes and deletes.
    pub max_calls: Option<u32>,
    /// Hundredths of a currency's unit, and its code (empty: any).
    pub max_cents: Option<(i64, String)>,
    /// Seconds since the Unix epoch.
    pub not_after: Option<i64>,
}

/// What the owner's words or an approval allow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grant {
    /// Names the grant inside its policy; stable, used by counters and messages.
    pub id: String,
    /// What it is about.
    pub scope: Scope,
    /// What the targets must be.
    pub constraint: Constraint,
    /// How often, how much, how long.
    pub limit: Limit,
    /// Ask even so: the owner attached a condition or wants to confirm. Says which, for people.
    pub asks: Option<String>,
    /// Ask only until a first action under the grant has run: work that is written down elsewhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_once: bool,
    /// The words it rests on.
    pub cites: Citation,
}

/// What the owner forbade.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Prohibition {
    /// What it is about.
    pub scope: Scope,
    /// Only effects on these targets are forbidden; `None`: all of the scope.
    pub about: Option<Constraint>,
    /// "... except Y": effects wholly within one of these are not forbidden.
    pub except: Vec<Constraint>,
    /// Lifted by the owner's confirmation: asks instead of blocking ("not without my OK").
    pub asks: bool,
    /// The words it rests on.
    pub cites: Citation,
}

/// What the owner confined the task to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Boundary {
    /// What it is about.
    pub scope: Scope,
    /// Every target of the kinds set here must be inside; an unresolved one is outside.
    pub within: Constraint,
    /// The words it rests on.
    pub cites: Citation,
}
