//! A model's reading of a message, asked for by the host outside of the hook's thread.
//!
//! The fence says whether it wants one and takes the answer. It never waits: without an answer,
//! or with a useless one, the local compiler's policy stands.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use smol_str::SmolStr;

use super::Fence;
use super::session::{Session, Status};
use crate::audit::EventKind;
use crate::intent::{Compiled, draft};
use crate::model::{CallIds, Environment};
use crate::settings::CompilerMode;
use crate::store::Saved;

/// How often an answer is taken in anew because another process wrote meanwhile.
const ATTEMPTS: usize = 4;

/// How many seconds a host may be late with an answer.
const GRACE: i64 = 5;

/// A message that a model should read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DraftRequest {
    /// The session that it belongs to.
    pub session: SmolStr,
    /// Which state of the policy it is about; given back with the answer.
    pub revision: u32,
    /// What the model is told.
    pub instructions: &'static str,
    /// The message: data, not instructions.
    pub input: String,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// How long the model may take, in seconds.
    pub timeout: u32,
}

/// A message that waits for a model's reading.
#[derive(Clone, Debug)]
pub(crate) struct DraftWanted {
    text: String,
    ignored: Vec<Range<usize>>,
    revision: u32,
    /// When the message is no longer waited for, in seconds since the Unix epoch; `None` while
    /// no model was asked.
    pub(crate) overdue_at: Option<i64>,
}

impl Fence {
    /// The message of a session that a model should read, if the settings and the message call
    /// for one. To be asked right after [`Fence::turn_started`]; given once for each message.
    pub fn draft_wanted(&self, session: &str) -> Option<DraftRequest> {
        super::contained(|| self.want_draft(session)).flatten()
    }

    fn want_draft(&self, session: &str) -> Option<DraftRequest> {
        let mut sessions = self.sessions.lock();
        let root = sessions.root(session);
        if root != session {
            return None; // a child's message is its parent's to read
        }
        let session = sessions.get_mut(&root)?;
        let timeout = self.config().settings.compiler.timeout;
        let wanted = session.draft.as_mut()?;
        if wanted.overdue_at.is_some() {
            return None;
        }
        wanted.overdue_at = Some(self.clock.now() + i64::from(timeout) + GRACE);
        let request = DraftRequest {
            session: root,
            revision: wanted.revision,
            instructions: draft::INSTRUCTIONS,
            input: wanted.text.clone(),
            schema: draft::schema(),
            timeout,
        };
        session.status = match &session.status {
            Status::Live => Status::Pending("a model is still reading it".to_owned()),
            other => other.clone(),
        };
        Some(request)
    }

    /// A model answered, or why it did not. Returns why the answer was of no use.
    pub fn draft_finished(
        &self,
        session: &str,
        revision: u32,
        answer: Result<&str, &str>,
    ) -> Result<(), String> {
        super::contained(|| self.take_draft(session, revision, answer))
            .unwrap_or_else(|| Err("an internal error".to_owned()))
    }

    fn take_draft(
        &self,
        session: &str,
        revision: u32,
        answer: Result<&str, &str>,
    ) -> Result<(), String> {
        let mut sessions = self.sessions.lock();
        let root = sessions.root(session);
        for _ in 0..ATTEMPTS {
            let _ = self.warm_session(&mut sessions, &root);
            let Some(session) = sessions.get_mut(&root) else {
                return Err("the session is over".to_owned());
            };
            let environment = self.surroundings.environment(session.cwd.as_deref());
            apply_draft(session, revision, answer, &environment)?;
            if let Ok(Saved::Conflict) = self.save(session) {
                session.row.seen = u64::MAX;
                continue;
            }
            session.draft = None;
            let event = self.policy_event(EventKind::PolicyAmended, session, &CallIds::default());
            self.log_anyway(&event.because("a model's draft"));
            return Ok(());
        }
        Err("another process kept changing the session".to_owned())
    }
}

/// Takes an answer into the session. The newest message's bounds apply again in any case.
fn apply_draft(
    session: &mut Session,
    revision: u32,
    answer: Result<&str, &str>,
    environment: &Environment,
) -> Result<(), String> {
    let current = session
        .draft
        .clone()
        .filter(|draft| draft.revision == revision);
    let Some(wanted) = current else {
        return Err("a newer message came meanwhile".to_owned());
    };
    if matches!(session.status, Status::Pending(_)) {
        session.status = Status::Live;
    }
    let message = draft::Drafted {
        text: &wanted.text,
        ignored: &wanted.ignored,
        turn: session.turns,
        environment,
    };
    let drafted = answer
        .map_err(str::to_owned)
        .and_then(|answer| draft::accept(&session.policy, &message, answer));
    match drafted {
        Ok(policy) => {
            session.set_policy(policy);
            Ok(())
        }
        Err(why) => {
            session.draft = None;
            Err(why)
        }
    }
}

/// Whether a model should read the message, by the settings and what the local compiler made.
pub(super) fn wanted(
    mode: CompilerMode,
    compiled: &Compiled,
    text: &str,
    revision: u32,
) -> Option<DraftWanted> {
    let asks = match mode {
        CompilerMode::Local => false,
        CompilerMode::Auto => compiled.policy.uncertain.is_some(),
        CompilerMode::Model => true,
    };
    asks.then(|| DraftWanted {
        text: text.to_owned(),
        ignored: compiled.ignored.clone(),
        revision,
        overdue_at: None,
    })
}
