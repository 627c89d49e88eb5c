//! What the guard of this process says of itself: for `/fence` and `hermes agentsfence status`.

use serde::Serialize;
use smol_str::SmolStr;

use super::Fence;
use super::config;
use super::session::{Session, Status};
use crate::decide::Usage;
use crate::policy::Policy;

/// A question that nobody answered yet.
#[derive(Clone, Debug, Serialize)]
pub struct PendingQuestion {
    /// The call.
    pub call: SmolStr,
    /// The tool.
    pub tool: SmolStr,
    /// The exact action.
    pub fingerprint: SmolStr,
    /// When it was asked, in seconds since the Unix epoch.
    pub at: i64,
}

/// A session in memory.
#[derive(Clone, Debug, Serialize)]
pub struct SessionStatus {
    /// The host's id.
    pub id: SmolStr,
    /// `live`, `dropped`, `quarantined`, `pending`, `lost`.
    pub state: &'static str,
    /// Why it is in that state; empty when live.
    pub why: String,
    /// Its bounds.
    pub policy: Policy,
    /// Counts the changes of the bounds.
    pub revision: u32,
    /// What it has used up.
    pub usage: Usage,
    /// Questions that nobody answered yet.
    pub pending: Vec<PendingQuestion>,
    /// How many exact actions are approved.
    pub approvals: usize,
}

/// The guard of this process.
#[derive(Clone, Debug, Serialize)]
pub struct FenceStatus {
    /// Version of the core.
    pub version: &'static str,
    /// Our folder of the host home.
    pub folder: String,
    /// What is wrong with the settings file; empty when nothing is.
    pub settings: String,
    /// What is wrong with the state file; empty when nothing is.
    pub state: String,
    /// Where a damaged state file was moved.
    pub damaged: Option<String>,
    /// The sessions of this process, the latest first.
    pub sessions: Vec<SessionStatus>,
}

impl Fence {
    /// What the guard of this process says of itself.
    pub fn status(&self) -> FenceStatus {
        let faults = self.settings.current().faults;
        let mut sessions: Vec<SessionStatus> = {
            let sessions = self.sessions.lock();
            let mut latest: Vec<&Session> = sessions.iter().collect();
            latest.sort_by_key(|session| std::cmp::Reverse(session.updated_at));
            latest.into_iter().map(session_status).collect()
        };
        sessions.truncate(100);
        FenceStatus {
            version: env!("CARGO_PKG_VERSION"),
            folder: self.folder.display().to_string(),
            settings: if faults.is_empty() {
                String::new()
            } else {
                config::in_words(&faults)
            },
            state: self
                .store
                .trouble()
                .map(|error| error.to_string())
                .unwrap_or_default(),
            damaged: self.store.damaged(),
            sessions,
        }
    }

    /// A session of this process.
    pub fn session_status(&self, id: &str) -> Option<SessionStatus> {
        let sessions = self.sessions.lock();
        sessions.get(&sessions.root(id)).map(session_status)
    }
}

fn session_status(session: &Session) -> SessionStatus {
    let (state, why) = match &session.status {
        Status::Live => ("live", ""),
        Status::Dropped => ("dropped", "the session was ended or reset"),
        Status::Quarantined(why) => ("quarantined", why.as_str()),
        Status::Pending(why) => ("pending", why.as_str()),
        Status::Lost(why) => ("lost", why.as_str()),
    };
    SessionStatus {
        id: session.id.clone(),
        state,
        why: why.to_owned(),
        policy: session.policy.as_ref().clone(),
        revision: session.revision,
        usage: session.usage.clone(),
        pending: session
            .calls
            .questions()
            .map(|call| PendingQuestion {
                call: call.id.clone(),
                tool: call.tool.clone(),
                fingerprint: call.fingerprint.clone(),
                at: call.at,
            })
            .collect(),
        approvals: session.approvals.len(),
    }
}
