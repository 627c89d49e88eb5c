//! What the host tells the guard, and what the guard answers. One type per hook.

use serde_json::Value;
use smol_str::SmolStr;

use crate::decide::AutoAnswer;
use crate::model::{CallIds, ToolCall};

/// `pre_llm_call`: the user's turn begins.
#[derive(Clone, Debug, Default)]
pub struct TurnStarted {
    /// The session and turn.
    pub ids: CallIds,
    /// The parent, when the host says it (generation B).
    pub parent_session: SmolStr,
    /// The user's message as text; image-only parts are empty text.
    pub message: String,
    /// Whether the host calls this the first turn of the session.
    pub first: bool,
    /// `cli`, `telegram`, `cron`, `subagent`, ...
    pub platform: SmolStr,
    /// Who wrote it; empty where the host does not say.
    pub sender: SmolStr,
    /// The names of the tools that the session has, if the host says.
    pub tools: Vec<SmolStr>,
    /// The working folder of the session, if known.
    pub cwd: Option<String>,
}

/// `pre_tool_call`: a tool is about to run.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The call.
    pub call: ToolCall,
    /// The host's ids.
    pub ids: CallIds,
    /// The session of the outer call, read from the host's context, for nested calls that carry
    /// only a task id.
    pub outer_session: SmolStr,
    /// The working folder that the tool will use, if known.
    pub cwd: Option<String>,
    /// The call was decided before, with other arguments: this decision takes the other's place.
    /// A host that merely uses an id twice has made two calls.
    pub again: bool,
}

/// Whether a human will answer a question; asked only when there is one.
pub trait Attendance {
    /// Who would answer instead of a human, for a question with this rule key; `None`: a human.
    fn auto_answer(&self, rule_key: &str) -> Option<AutoAnswer>;
}

/// The answer to `pre_tool_call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    /// No objection.
    Allow,
    /// The tool must not run. The message is never empty.
    Block {
        /// For the model: what, why, what would be accepted.
        message: String,
    },
    /// A human must be asked.
    Ask {
        /// For the human: exactly what would run, and what approving covers.
        message: String,
        /// Scoped to the task and the exact action.
        rule_key: String,
    },
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallStatus {
    /// It ran.
    #[default]
    Ok,
    /// It ran and reported an error.
    Error,
    /// It was kept from running.
    Blocked,
    /// It was cancelled or timed out: it may have had effects, or never have begun.
    Interrupted,
}

/// `post_tool_call`: a tool has run, or was kept from running.
#[derive(Clone, Debug, Default)]
pub struct CallFinished {
    /// The call as it ran: the host may have changed arguments after the decision.
    pub call: ToolCall,
    /// The host's ids.
    pub ids: CallIds,
    /// The session of the outer call, for nested calls.
    pub outer_session: SmolStr,
    /// What the tool returned.
    pub result: Value,
    /// How it ended.
    pub status: CallStatus,
}

/// A human's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This call only.
    Once,
    /// Until the session ends.
    Session,
    /// From now on.
    Always,
    /// No, or nobody answered.
    Deny,
}

/// `post_approval_response`.
#[derive(Clone, Debug)]
pub struct ApprovalAnswered {
    /// The host's ids; session and call may be empty.
    pub ids: CallIds,
    /// The rule key that we gave with the question.
    pub rule_key: String,
    /// The answer.
    pub answer: Answer,
}

/// `subagent_start`.
#[derive(Clone, Debug, Default)]
pub struct ChildStarted {
    /// The parent's session.
    pub parent_session: SmolStr,
    /// The child's session.
    pub child_session: SmolStr,
    /// The child's id, which is also its task id.
    pub child_id: SmolStr,
}

/// `on_session_reset` and `on_session_finalize`.
#[derive(Clone, Debug, Default)]
pub struct SessionEnded {
    /// The session that ended.
    pub session: SmolStr,
    /// The host's reason; may be empty.
    pub reason: SmolStr,
}
