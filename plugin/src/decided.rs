//! What was decided and has not finished yet, to be compared with what is about to run: other
//! plugins share the arguments' dict and may change it after the decision.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agentsfence_core::model::{CallIds, ToolCall};
use serde_json::{Map, Value};

/// How many undecided ends are remembered. A call that fell out is decided anew.
const REMEMBERED: usize = 64;

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
    call: ToolCall,
    asked_at: Option<Instant>,
}

/// The decisions of calls that have not finished yet.
#[derive(Debug, Default)]
pub(crate) struct Decided(Mutex<VecDeque<Entry>>);

impl Decided {
    /// Remembers that the call may run as it is, or may run once a human says yes.
    pub(crate) fn remember(&self, ids: CallIds, call: ToolCall, asked: bool) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= REMEMBERED {
            entries.pop_front();
        }
        entries.push_back(Entry {
            ids,
            call,
            asked_at: asked.then(Instant::now),
        });
    }

    /// Forgets what was decided about the call, because it is decided anew or has finished.
    pub(crate) fn forget(&self, ids: &CallIds, tool: &str) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| !entry.is_about(ids, tool));
    }

    /// Compares a call that is about to run with what was decided.
    pub(crate) fn compare(&self, ids: &CallIds, call: &ToolCall) -> Match {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = false;
        for entry in entries.iter().rev() {
            if !entry.is_about(ids, &call.tool) {
                continue;
            }
            known = true;
            if entry.call.unreadable == call.unreadable && same_args(&entry.call.args, &call.args) {
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
        self.call.tool == tool
            && self.ids.call == ids.call
            && self.ids.session == ids.session
            && self.ids.task == ids.task
    }
}

fn same_args(decided: &Map<String, Value>, live: &Map<String, Value>) -> bool {
    decided.len() == live.len()
        && decided
            .iter()
            .all(|(name, value)| live.get(name).is_some_and(|live| same(value, live)))
}

/// Equal, or what the host's own coercion to the tool's schema makes of it: the text of a number,
/// a flag or JSON becomes the value, and a lone value becomes a list of one.
fn same(decided: &Value, live: &Value) -> bool {
    if decided == live {
        return true;
    }
    match (decided, live) {
        (Value::String(text), Value::Bool(flag)) => {
            text.trim()
                .eq_ignore_ascii_case(if *flag { "true" } else { "false" })
        }
        (Value::String(text), live) if !live.is_string() && is_json_of(text, live) => true,
        (decided, Value::Array(items)) => matches!(items.as_slice(), [only] if only == decided),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => false,
    }
}

fn is_json_of(text: &str, live: &Value) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(text.trim()) else {
        return false;
    };
    value == *live
        || matches!((&value, live), (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64())
}
