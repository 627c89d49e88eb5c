//! What a grant, prohibition or boundary speaks about.

use serde::{Deserialize, Serialize};

use crate::model::{Capability, CapabilityPattern, Effect, Marks, RiskClass};

/// Capabilities and classes. An effect is in scope when any of either matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Capabilities by name or pattern.
    #[serde(default)]
    pub capabilities: Vec<CapabilityPattern>,
    /// Whole classes.
    #[serde(default)]
    pub risks: Vec<RiskClass>,
    /// The project's own builds, tests and scripts, whatever their capability.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub project_code: bool,
    /// Only what stays on this machine and can be taken back: a `repo.merge` that merges a pull
    /// request at the forge is not spoken about.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
}

impl Scope {
    /// One capability or pattern.
    pub fn capability(pattern: &str) -> Self {
        Self {
            capabilities: vec![CapabilityPattern::new(pattern)],
            ..Self::default()
        }
    }

    /// Whole classes.
    pub fn risks(risks: impl Into<Vec<RiskClass>>) -> Self {
        Self {
            risks: risks.into(),
            ..Self::default()
        }
    }

    /// Everything that changes anything.
    pub fn consequential() -> Self {
        Self::risks(
            RiskClass::ALL
                .into_iter()
                .filter(|risk| risk.is_consequential())
                .collect::<Vec<_>>(),
        )
    }

    /// Whether an effect of this capability and class is spoken about.
    pub fn speaks_of(&self, capability: &Capability, risk: RiskClass) -> bool {
        if self.local && !stays_local(risk) {
            return false;
        }
        self.risks.contains(&risk)
            || self
                .capabilities
                .iter()
                .any(|pattern| pattern.matches(capability))
    }

    /// Whether the effect is spoken about.
    pub fn includes(&self, effect: &Effect) -> bool {
        self.speaks_of(&effect.capability, effect.risk)
            || (self.project_code && effect.marks.contains(Marks::PROJECT_CODE))
    }

    /// Whether everything that `other` speaks about is spoken about here too.
    pub fn covers(&self, other: &Self) -> bool {
        if self.local && !other.local {
            return false;
        }
        let all = self
            .capabilities
            .iter()
            .any(|pattern| pattern.as_str() == "*");
        all || (other.risks.iter().all(|risk| self.risks.contains(risk))
            && (self.project_code || !other.project_code)
            && other
                .capabilities
                .iter()
                .all(|theirs| self.capabilities.iter().any(|ours| ours.covers(theirs))))
    }
}

fn stays_local(risk: RiskClass) -> bool {
    matches!(
        risk,
        RiskClass::Read | RiskClass::LocalWrite | RiskClass::Execution
    )
}
