//! What a grant, prohibition or boundary speaks about.

use serde::{Deserialize, Serialize};

use crate::model::{Capability, CapabilityPattern, Effect, RiskClass};

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
}

impl Scope {
    /// One capability or pattern.
    pub fn capability(pattern: &str) -> Self {
        Self {
            capabilities: vec![CapabilityPattern::new(pattern)],
            risks: Vec::new(),
        }
    }

    /// Whole classes.
    pub fn risks(risks: impl Into<Vec<RiskClass>>) -> Self {
        Self {
            capabilities: Vec::new(),
            risks: risks.into(),
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
        self.risks.contains(&risk)
            || self
                .capabilities
                .iter()
                .any(|pattern| pattern.matches(capability))
    }

    /// Whether the effect is spoken about.
    pub fn includes(&self, effect: &Effect) -> bool {
        self.speaks_of(&effect.capability, effect.risk)
    }
}
