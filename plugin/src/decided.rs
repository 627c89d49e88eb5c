//! What was decided and has not finished yet, to be compared with what is about to run: other
//! plugins share the arguments' dict and may change it after the decision.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::Seal;
use smol_str::SmolStr;

/// How many undecided ends are remembered. A call that fell out is decided anew.
const REMEMBERED: usize = 1024;

/// How a call that is about to run relates to what was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match {
    /// It is what was decided; the decision was a question this long ago, if it was one.
    Same {
        /// Time since the question was put.
        asked: Option<Duration>,
    },
    /// The call was decided with other arguments.
    Changed,
    /// No decision is known.
    Unknown,
}

#[derive(Debug)]
struct Entry {
    ids: CallIds,
    tool: SmolStr,
    seal: Seal,
    asked_at: Option<Instant>,
}

/// The decisions of calls that have not finished yet.
#[derive(Debug, Default)]
pub(crate) struct Decided(Mutex<VecDeque<Entry>>);

impl Decided {
    /// Remembers that the call may run as it is, or may run once a human says yes.
    pub(crate) fn remember(&self, ids: CallIds, call: &ToolCall, asked: bool) {
        let entry = Entry {
            ids,
            tool: call.tool.clone(),
            seal: Seal::of(call),
            asked_at: asked.then(Instant::now),
        };
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= REMEMBERED {
            entries.pop_front();
        }
        entries.push_back(entry);
    }

    /// Forgets what was decided about the call, because it is decided anew or has finished.
    pub(crate) fn forget(&self, ids: &CallIds, tool: &str) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| !entry.is_about(ids, tool));
    }

    /// Forgets the questions of a session whose next message came: they are decided anew.
    pub(crate) fn forget_questions(&self, session: &str) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.asked_at.is_none() || entry.ids.session != session);
    }

    /// Compares a call that is about to run with what was decided.
    pub(crate) fn compare(&self, ids: &CallIds, call: &ToolCall) -> Match {
        let seal = Seal::of(call);
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = false;
        for entry in entries.iter().rev() {
            if !entry.is_about(ids, &call.tool) {
                continue;
            }
            known = true;
            if entry.seal == seal {
                let asked = entry.asked_at.map(|at| at.elapsed());
                return Match::Same { asked };
            }
        }
        if known {
            Match::Changed
        } else {
            Match::Unknown
        }
    }
}

impl Entry {
    /// The host's middleware gets no turn for nested calls, so only session, task and call count.
    fn is_about(&self, ids: &CallIds, tool: &str) -> bool {
        self.tool == tool
            && self.ids.call == ids.call
            && self.ids.session == ids.session
            && self.ids.task == ids.task
    }
}
