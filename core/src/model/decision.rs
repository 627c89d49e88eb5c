//! What was decided about a call, and everything that had a say.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Capability, Effect, RiskClass};

/// The answer about a call. The order is the order of strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// The tool runs.
    Allow,
    /// A human is asked first.
    AskUser,
    /// The tool does not run.
    Block,
}

impl Verdict {
    /// The spelling used in JSON, messages and documentation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "ALLOW",
            Self::AskUser => "ASK_USER",
            Self::Block => "BLOCK",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The rows of the order of decision (DESIGN section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// No session, dropped, expired, quarantined, update pending.
    Session,
    /// Always on, whatever the policy says.
    Guard,
    /// Deny rules of the settings.
    StandingDeny,
    /// The user's prohibitions and boundaries.
    Prohibition,
    /// An approval of this exact action.
    Approval,
    /// Constraints of the matching grant.
    Constraint,
    /// Grants and ceilings.
    Authority,
    /// Allow rules of the settings.
    StandingAllow,
    /// The default of the risk class.
    Default,
    /// Nobody is there to answer a question.
    Attendance,
}

/// What one rule said about one effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// The rule's permanent kebab-case id.
    pub rule: SmolStr,
    /// The row of the order of decision that it belongs to.
    pub stage: Stage,
    /// What it said.
    pub verdict: Verdict,
    /// Which effect it was about: an index into the decision's effects; `None` for the call.
    pub effect: Option<usize>,
    /// Why, for people; lower case, no full stop.
    pub reason: String,
    /// The user's words or the settings line that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cites: Option<String>,
}

/// The verdict on one effect and the rule that gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectVerdict {
    /// The verdict on this effect alone.
    pub verdict: Verdict,
    /// The rule that gave it.
    pub rule: SmolStr,
    /// The grant that it rests on and is counted against, by id; `None` when no grant was needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant: Option<SmolStr>,
}

/// The answer about a call with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The tool that was to be called.
    pub tool: SmolStr,
    /// The answer.
    pub verdict: Verdict,
    /// The rule that decided.
    pub rule: SmolStr,
    /// Why, for people; lower case, no full stop.
    pub reason: String,
    /// The most severe class of the effects.
    pub risk: RiskClass,
    /// The capability of the effect that decided.
    pub capability: Capability,
    /// Everything that the call does.
    pub effects: Vec<Effect>,
    /// One per effect, in the order of `effects`.
    pub per_effect: Vec<EffectVerdict>,
    /// What the user could say, or the settings could hold, to allow it. Empty when nothing can.
    pub allow_by: Vec<String>,
    /// Every rule that had an opinion, in the order of decision.
    pub trace: Vec<Opinion>,
    /// Names the exact action: equal for two calls only if they do the same. Lower-case hex.
    pub fingerprint: SmolStr,
}
