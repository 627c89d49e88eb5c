//! `Fence`: one per host home. Sessions, children, reservations and approvals over the store.

mod events;

pub use events::{
    Answer, ApprovalAnswered, Attendance, CallFinished, CallStatus, ChildStarted, Directive,
    Proposal, SessionEnded, TurnStarted,
};

use std::path::Path;

/// The guard of one host home. Every method is total: an internal error is a block or is logged.
#[derive(Debug)]
pub struct Fence {}

impl Fence {
    /// Opens the guard of a home. Never fails: what is broken is remembered and blocks
    /// consequential calls with its reason.
    pub fn open(_hermes_home: &Path) -> Self {
        Self {}
    }

    /// The user's turn begins. Restrictions take effect before this returns. Gives a short note
    /// for the model, if there is anything to say.
    pub fn turn_started(&self, _turn: &TurnStarted) -> Option<String> {
        None
    }

    /// A tool is about to run.
    pub fn decide(&self, _proposal: &Proposal, _attendance: &dyn Attendance) -> Directive {
        Directive::Block {
            message: "AgentsFence: the runtime is not built in".to_owned(),
        }
    }

    /// A tool has run, or was kept from running.
    pub fn call_finished(&self, _finished: &CallFinished) {}

    /// A human (or the host for them) answered one of our questions.
    pub fn approval_answered(&self, _answered: &ApprovalAnswered) {}

    /// A child session was made; it lives under its parent's policy.
    pub fn child_started(&self, _child: &ChildStarted) {}

    /// `/new`: the session's policy is dropped.
    pub fn session_reset(&self, _ended: &SessionEnded) {}

    /// A session ended; kept for resume when the host only shuts down.
    pub fn session_finalized(&self, _ended: &SessionEnded) {}
}
