//! Everything that a decision may depend on. What is not here cannot influence it.

use smol_str::SmolStr;

use crate::lineage::Lineage;
use crate::model::{AutoAnswer, Effect, Environment, SessionState, ToolCall, Usage};
use crate::policy::Policy;
use crate::settings::StandingRules;

/// One call and all that its decision depends on.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// What it does.
    pub effects: &'a [Effect],
    /// What relative names mean.
    pub environment: &'a Environment,
    /// The task's bounds.
    pub policy: &'a Policy,
    /// The session's state.
    pub session: &'a SessionState,
    /// Rules of the settings.
    pub standing: &'a StandingRules,
    /// Where values came from.
    pub lineage: &'a Lineage,
    /// What the task has used up.
    pub usage: &'a Usage,
    /// Fingerprints that a human approved for this task and that are still unused.
    pub approved: &'a [SmolStr],
    /// Set when a question would be answered without a human.
    pub auto_answer: Option<AutoAnswer>,
    /// Block every question that would be answered without a human.
    pub strict_yolo: bool,
    /// Now, in seconds since the Unix epoch.
    pub now: i64,
}
