//! What a logged decision rests on, so that it can be made again from the log.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{AutoAnswer, Environment, SessionState, Usage};

/// Everything that a decision depends on besides the call. Policy and settings are named by their
/// hashes; other lines of the log hold their text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// Version of the engine.
    pub engine: SmolStr,
    /// Hash of the bounds, as [`Policy::hash`](crate::policy::Policy::hash) gives it.
    pub policy: SmolStr,
    /// Hash of the settings' text.
    pub settings: SmolStr,
    /// Hash of the overlays' text; empty where there are none.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub overlays: SmolStr,
    /// What relative names meant.
    pub environment: Environment,
    /// When, in seconds since the Unix epoch.
    pub now: i64,
    /// Why the arguments could not be taken over faithfully.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<SmolStr>,
    /// How the session stood; `None` is live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionState>,
    /// Who would have answered a question instead of a human.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_answer: Option<AutoAnswer>,
    /// A human had approved exactly this action.
    #[serde(default, skip_serializing_if = "is_false")]
    pub approved: bool,
    /// What the task had used up; `None` is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// What the decision could see and the log does not keep.
    #[serde(default, skip_serializing_if = "NotKept::is_empty")]
    pub not_kept: NotKept,
}

/// What a decision could see and the log does not keep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotKept {
    /// Arguments that hold content or secrets, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The session had results of earlier calls, which may vouch for a target or against it.
    #[serde(skip_serializing_if = "is_false")]
    pub results: bool,
    /// What the task had used up is too long for a line.
    #[serde(skip_serializing_if = "is_false")]
    pub usage: bool,
}

impl NotKept {
    /// Whether the line holds everything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}
