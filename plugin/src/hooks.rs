//! One method a hook: reads the host's keyword arguments, calls the core without the
//! interpreter's lock, and answers in the host's words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::{
    Answer, ApprovalAnswered, Attendance, CallFinished, CallStatus, ChildStarted, Directive, Fence,
    Proposal, SessionEnded, TurnStarted,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::decided::{Decided, Match};
use crate::{convert, guard, report};

/// Only ever makes calls block: names a hook whose body is to panic, or `lock` for a panic under
/// the lock of the sessions before each decision. For fault tests.
const PANIC_VARIABLE: &str = "AGENTSFENCE_TEST_PANIC";

type Event<'a, 'py> = &'a Bound<'py, PyDict>;

/// The guard of one host home. Every method takes the host's keyword arguments as a dict.
#[pyclass(frozen, module = "agentsfence._native")]
#[derive(Debug)]
pub(crate) struct Guard {
    fence: Arc<Fence>,
    /// Answers `auto_answer(rule_key) -> str | None`: who would answer instead of a human.
    attendance: Py<PyAny>,
    decided: Decided,
    panics_in: Option<String>,
}

#[pymethods]
impl Guard {
    /// Opens the guard of `home`. The same home gives the same state, however often it is opened.
    #[new]
    fn new(py: Python<'_>, home: PathBuf, attendance: Py<PyAny>) -> PyResult<Self> {
        guard::opening(|| Self {
            fence: py.detach(|| {
                let fence = fences::of(home);
                prepare_beside(&fence);
                fence
            }),
            attendance,
            decided: Decided::default(),
            panics_in: std::env::var(PANIC_VARIABLE).ok(),
        })
    }

    /// Waits until the tables that decisions share are built. Called before the process forks: a
    /// child would wait for ever for a thread that it does not have.
    fn prepare(&self, py: Python<'_>) {
        guard::observer(|| py.detach(|| self.fence.prepare()));
    }

    /// A tool is about to run: `None`, or the host's block or approve directive.
    #[pyo3(signature = (event, outer_session="", cwd=None))]
    fn pre_tool_call<'py>(
        &self,
        py: Python<'py>,
        event: &Bound<'py, PyDict>,
        outer_session: &str,
        cwd: Option<String>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        guard::decision(py, || self.decide(py, event, outer_session, cwd, false))
    }

    /// The last look at a call whose arguments other plugins could change: a block when they are
    /// not what was decided.
    fn verify<'py>(
        &self,
        py: Python<'py>,
        event: &Bound<'py, PyDict>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        guard::decision(py, || {
            self.panic_if_asked("verify");
            match self.compare(py, event) {
                Match::Same { .. } => Directive::Allow,
                Match::Changed | Match::Unknown => changed(),
            }
        })
    }

    /// A call that is about to run, perhaps with other arguments than those that were decided:
    /// decided anew if so, where a question is a block because nobody can be asked any more.
    /// `patience` is how many seconds the host waits for an answer before it goes on without. With
    /// `may_come_first` a call that nothing was decided about passes: the host asks afterwards.
    #[pyo3(signature = (event, outer_session="", cwd=None, patience=None, may_come_first=false))]
    fn recheck<'py>(
        &self,
        py: Python<'py>,
        event: &Bound<'py, PyDict>,
        outer_session: &str,
        cwd: Option<String>,
        patience: Option<f64>,
        may_come_first: bool,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        guard::decision(py, || {
            self.panic_if_asked("recheck");
            let again = match self.compare(py, event) {
                Match::Same { asked } => return in_time(asked, patience),
                Match::Changed => true,
                Match::Unknown if may_come_first => return Directive::Allow,
                Match::Unknown => false,
            };
            match self.decide(py, event, outer_session, cwd, again) {
                Directive::Ask { .. } => changed(),
                decided => decided,
            }
        })
    }

    /// The setting that says what other plugins' callbacks may do: `warn`, `verify` or `strict`.
    fn plugin_conflicts(&self, py: Python<'_>) -> &'static str {
        // Where the setting cannot be read, nobody else may be active.
        let strict = || guard::caught(|| self.fence.settings().plugin_conflicts.as_str());
        py.detach(strict).unwrap_or("strict")
    }

    /// The guard of this process, as JSON.
    fn status(&self, py: Python<'_>) -> String {
        guard::observer(|| py.detach(|| report::status(&self.fence)))
    }

    /// What `/fence` shows of a session: its policy, why calls were refused, its log, its questions.
    fn report(&self, py: Python<'_>, session: &str, what: &str) -> String {
        guard::observer(|| py.detach(|| report::fence(&self.fence, session, what)))
    }

    /// The user's turn begins: a note for the model, or `None`.
    #[pyo3(signature = (event, cwd=None))]
    fn pre_llm_call(
        &self,
        py: Python<'_>,
        event: &Bound<'_, PyDict>,
        cwd: Option<String>,
    ) -> Option<String> {
        guard::observer(|| self.turn_started(py, event, cwd))
    }

    /// The message of the session that a model should read, as JSON; `None` when none should.
    fn draft_wanted(&self, py: Python<'_>, session: &str) -> Option<String> {
        guard::observer(|| {
            self.panic_if_asked("draft_wanted");
            let wanted = py.detach(|| self.fence.draft_wanted(session))?;
            serde_json::to_string(&wanted).ok()
        })
    }

    /// A model answered, or `failure` says why it did not. Gives why the answer is of no use.
    fn draft_finished(
        &self,
        py: Python<'_>,
        session: &str,
        revision: u32,
        answer: &str,
        failure: &str,
    ) -> Option<String> {
        guard::observer(|| {
            self.panic_if_asked("draft_finished");
            let answer = if failure.is_empty() {
                Ok(answer)
            } else {
                Err(failure)
            };
            let taken = py.detach(|| self.fence.draft_finished(session, revision, answer));
            taken.err()
        })
    }

    /// A tool has run, or was kept from running. Says what is wrong when it ran without or against
    /// a decision.
    #[pyo3(signature = (event, outer_session=""))]
    fn post_tool_call(
        &self,
        py: Python<'_>,
        event: &Bound<'_, PyDict>,
        outer_session: &str,
    ) -> Option<String> {
        guard::observer(|| self.call_finished(py, event, outer_session))
    }

    /// A human answered a question.
    fn post_approval_response(&self, py: Python<'_>, event: &Bound<'_, PyDict>) {
        guard::observer(|| self.answered(py, event));
    }

    /// A child session was made.
    fn subagent_start(&self, py: Python<'_>, event: &Bound<'_, PyDict>) {
        guard::observer(|| self.child_started(py, event));
    }

    /// The session's policy is dropped.
    fn on_session_reset(&self, py: Python<'_>, event: &Bound<'_, PyDict>) {
        guard::observer(|| {
            let ended = self.session_ended(py, "on_session_reset", event);
            py.detach(|| self.fence.session_reset(&ended));
        });
    }

    /// A session ended; it may be resumed when the host only shuts down.
    fn on_session_finalize(&self, py: Python<'_>, event: &Bound<'_, PyDict>) {
        guard::observer(|| {
            let ended = self.session_ended(py, "on_session_finalize", event);
            py.detach(|| self.fence.session_finalized(&ended));
        });
    }
}

impl Guard {
    fn decide(
        &self,
        py: Python<'_>,
        event: Event<'_, '_>,
        outer_session: &str,
        cwd: Option<String>,
        again: bool,
    ) -> Directive {
        self.panic_if_asked("pre_tool_call");
        if self.panics_in.as_deref() == Some("lock") {
            self.fence.poison();
        }
        let proposal = Proposal {
            call: call_of(py, event),
            ids: ids_of(py, event),
            outer_session: outer_session.into(),
            cwd,
            again,
        };
        let attendance = AskPython(&self.attendance);
        py.detach(|| {
            let directive = self.fence.decide(&proposal, &attendance);
            let Proposal { call, ids, .. } = proposal;
            if !ids.call.is_empty() {
                self.decided.forget(&ids, &call.tool);
            }
            match &directive {
                Directive::Allow => self.decided.remember(ids, &call, false),
                Directive::Ask { .. } => self.decided.remember(ids, &call, true),
                Directive::Block { .. } => {}
            }
            directive
        })
    }

    fn compare(&self, py: Python<'_>, event: Event<'_, '_>) -> Match {
        let (ids, call) = (ids_of(py, event), call_of(py, event));
        py.detach(|| self.decided.compare(&ids, &call))
    }

    fn turn_started(
        &self,
        py: Python<'_>,
        event: Event<'_, '_>,
        cwd: Option<String>,
    ) -> Option<String> {
        self.panic_if_asked("pre_llm_call");
        let message = item(event, intern!(py, "user_message"));
        let first = item(event, intern!(py, "is_first_turn"));
        let turn = TurnStarted {
            ids: ids_of(py, event),
            parent_session: convert::id(event, intern!(py, "parent_session_id")),
            message: message.as_ref().map(convert::message).unwrap_or_default(),
            first: first.is_some_and(|first| first.is_truthy().unwrap_or(false)),
            platform: convert::id(event, intern!(py, "platform")),
            sender: convert::id(event, intern!(py, "sender_id")),
            tools: Vec::new(),
            cwd,
        };
        py.detach(|| {
            self.decided.forget_questions(&turn.ids.session);
            self.fence.turn_started(&turn)
        })
    }

    fn call_finished(
        &self,
        py: Python<'_>,
        event: Event<'_, '_>,
        outer_session: &str,
    ) -> Option<String> {
        self.panic_if_asked("post_tool_call");
        let result = convert::result(item(event, intern!(py, "result")).as_ref());
        let call = call_of(py, event);
        let ids = ids_of(py, event);
        let status = status_of(
            &convert::id(event, intern!(py, "status")),
            &convert::id(event, intern!(py, "error_type")),
        );
        let outer_session = outer_session.into();
        py.detach(|| {
            self.decided.forget(&ids, &call.tool);
            self.fence.call_finished(&CallFinished {
                call,
                ids,
                outer_session,
                result: convert::parse_result(result),
                status,
            })
        })
    }

    fn answered(&self, py: Python<'_>, event: Event<'_, '_>) {
        self.panic_if_asked("post_approval_response");
        let pattern = convert::id(event, intern!(py, "pattern_key"));
        let Some(rule_key) = pattern.strip_prefix(RULE_PREFIX) else {
            return;
        };
        let answered = ApprovalAnswered {
            ids: ids_of(py, event),
            rule_key: rule_key.to_owned(),
            answer: answer_of(&convert::id(event, intern!(py, "choice"))),
        };
        py.detach(|| self.fence.approval_answered(&answered));
    }

    fn child_started(&self, py: Python<'_>, event: Event<'_, '_>) {
        self.panic_if_asked("subagent_start");
        let child = ChildStarted {
            parent_session: convert::id(event, intern!(py, "parent_session_id")),
            child_session: convert::id(event, intern!(py, "child_session_id")),
            child_id: convert::id(event, intern!(py, "child_subagent_id")),
        };
        py.detach(|| self.fence.child_started(&child));
    }

    fn session_ended(&self, py: Python<'_>, hook: &str, event: Event<'_, '_>) -> SessionEnded {
        self.panic_if_asked(hook);
        // The gateway names the session that went and the one that came; `session_id` is the new
        // one there.
        let old = convert::id(event, intern!(py, "old_session_id"));
        let session = if old.is_empty() {
            convert::id(event, intern!(py, "session_id"))
        } else {
            old
        };
        SessionEnded {
            session,
            reason: convert::id(event, intern!(py, "reason")),
        }
    }

    /// Fault tests need a real panic; it can only block.
    fn panic_if_asked(&self, hook: &str) {
        assert!(
            self.panics_in.as_deref() != Some(hook),
            "forced by {PANIC_VARIABLE}"
        );
    }
}

/// Builds the tables that decisions share on a thread of its own, so that neither loading the
/// plugin nor the first call takes the time. A call that comes earlier waits for what it needs;
/// without a thread it builds that itself.
fn prepare_beside(fence: &Arc<Fence>) {
    let fence = Arc::clone(fence);
    let builder = std::thread::Builder::new().name("agentsfence-tables".to_owned());
    let _ = builder.spawn(move || fence.prepare());
}

/// The answer to a call whose arguments are not those that were decided.
fn changed() -> Directive {
    Directive::Block {
        message: "AgentsFence blocked this call: its arguments were changed by another plugin after they were decided. hint: call the tool again with the arguments that should run; the user can see the other plugins with `agentsfence doctor`".to_owned(),
    }
}

/// The older host takes silence for consent where a front end reports it as such: an answer that
/// took as long as the host waits for one is not an answer.
fn in_time(asked: Option<Duration>, patience: Option<f64>) -> Directive {
    match (asked, patience) {
        (Some(asked), Some(patience)) if asked.as_secs_f64() >= patience => Directive::Block {
            message: "AgentsFence blocked this call: nobody answered the question about it in time. hint: ask the user, then call the tool again".to_owned(),
        },
        _ => Directive::Allow,
    }
}

/// How the host spells the rule keys of plugins in its approval gate.
const RULE_PREFIX: &str = "plugin_rule:";

fn call_of(py: Python<'_>, event: Event<'_, '_>) -> ToolCall {
    let tool = item(event, intern!(py, "tool_name"));
    let args = item(event, intern!(py, "args"));
    convert::tool_call(tool.as_ref(), args.as_ref())
}

fn item<'py>(event: Event<'_, 'py>, key: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    event.get_item(key).ok().flatten()
}

fn ids_of(py: Python<'_>, event: Event<'_, '_>) -> CallIds {
    CallIds {
        session: convert::id(event, intern!(py, "session_id")),
        task: convert::id(event, intern!(py, "task_id")),
        call: convert::id(event, intern!(py, "tool_call_id")),
        turn: convert::id(event, intern!(py, "turn_id")),
    }
}

/// The newer host reports arguments that are no JSON object as an error of a call that it never
/// put to us and never ran.
fn status_of(status: &str, error_type: &str) -> CallStatus {
    match status {
        _ if error_type == "invalid_tool_arguments" => CallStatus::Blocked,
        "" | "ok" => CallStatus::Ok,
        "blocked" => CallStatus::Blocked,
        "cancelled" | "timeout" => CallStatus::Interrupted,
        _ => CallStatus::Error,
    }
}

/// Anything that is not a plain yes is a no.
fn answer_of(choice: &str) -> Answer {
    match choice {
        "once" => Answer::Once,
        "session" => Answer::Session,
        "always" => Answer::Always,
        _ => Answer::Deny,
    }
}

/// Asks the Python layer who would answer a question; whatever goes wrong there means nobody.
struct AskPython<'a>(&'a Py<PyAny>);

impl Attendance for AskPython<'_> {
    fn auto_answer(&self, rule_key: &str) -> Option<AutoAnswer> {
        Python::attach(|py| match self.0.call1(py, (rule_key,)) {
            Ok(answer) if answer.is_none(py) => None,
            Ok(answer) => Some(auto_answer_of(answer.bind(py))),
            Err(_) => Some(AutoAnswer::NonInteractive),
        })
    }
}

fn auto_answer_of(answer: &Bound<'_, PyAny>) -> AutoAnswer {
    let Ok(text) = answer.cast::<PyString>() else {
        return AutoAnswer::NonInteractive;
    };
    match text.to_string_lossy().as_ref() {
        "yolo" => AutoAnswer::Yolo,
        "approvals_off" => AutoAnswer::ApprovalsOff,
        "allowlist" => AutoAnswer::Allowlist,
        "cron" => AutoAnswer::Cron,
        "single_query" => AutoAnswer::SingleQuery,
        "unattended" => AutoAnswer::Unattended,
        "subagent" => AutoAnswer::Subagent,
        _ => AutoAnswer::NonInteractive,
    }
}

/// One `Fence` a home for the life of the process, so that loading the plugin again changes nothing.
mod fences {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex, PoisonError};

    use agentsfence_core::runtime::Fence;

    /// By process and home: a forked child opens its own, since neither locks nor database
    /// connections may be carried over.
    static OPEN: Mutex<BTreeMap<(u32, PathBuf), Arc<Fence>>> = Mutex::new(BTreeMap::new());

    pub(super) fn of(home: PathBuf) -> Arc<Fence> {
        let home = home.canonicalize().unwrap_or(home);
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let fence = open
            .entry((std::process::id(), home))
            .or_insert_with_key(|(_, home)| Arc::new(Fence::open(home)));
        Arc::clone(fence)
    }
}
