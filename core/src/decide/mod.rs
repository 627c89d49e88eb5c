//! Given effects and a policy, the answer. Deterministic, explained, strictest wins.

mod situation;

pub use situation::{AutoAnswer, SessionState, Situation, Usage};

use crate::model::Decision;

/// The decision about one call. Pure: the same situation gives the same decision.
pub fn decide(situation: &Situation<'_>) -> Decision {
    use crate::model::{Capability, RiskClass, Verdict};
    Decision {
        tool: situation.call.tool.clone(),
        verdict: Verdict::Block,
        rule: "not-ready".into(),
        reason: "the rules are not built in".to_owned(),
        risk: RiskClass::Unknown,
        capability: Capability::UNKNOWN,
        effects: situation.effects.to_vec(),
        per_effect: Vec::new(),
        allow_by: Vec::new(),
        trace: Vec::new(),
        fingerprint: "".into(),
    }
}
