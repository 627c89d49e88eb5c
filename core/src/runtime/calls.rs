//! The calls of a session that were decided and whose end is not known yet.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::charge::Charge;
use super::seal::Seal;
use crate::model::Verdict;

/// How many decided calls of a session may be open; the oldest is forgotten first.
pub(crate) const OPEN_CALLS: usize = 512;
/// How many ended calls are remembered, so that a host that reports an end twice is understood.
const ENDED_CALLS: usize = 64;
/// After this many seconds without an end a call is forgotten; what it used up stays used up.
const FORGOTTEN_AFTER: i64 = 6 * 3600;

/// What a human said about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// Nobody answered yet.
    None,
    /// The human agreed.
    Yes,
    /// The human refused.
    No,
    /// A stricter message came first: an answer grants nothing any more.
    Withdrawn,
}

/// A decided call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct OpenCall {
    /// The host's id of the call; empty when it gives none.
    pub(crate) id: SmolStr,
    /// The tool.
    pub(crate) tool: SmolStr,
    /// The arguments that were decided.
    pub(crate) seal: Seal,
    /// The exact action.
    pub(crate) fingerprint: SmolStr,
    /// What was answered.
    pub(crate) verdict: Verdict,
    /// What the human said, for a question.
    pub(crate) reply: Reply,
    /// What it reserved.
    pub(crate) charge: Charge,
    /// Whether it took one use of an approval.
    pub(crate) used_approval: bool,
    /// When it was decided, in seconds since the Unix epoch.
    pub(crate) at: i64,
}

impl OpenCall {
    /// Whether forgetting the call would lose something that limits or approvals rest on.
    pub(crate) fn is_durable(&self) -> bool {
        self.verdict == Verdict::AskUser || self.used_approval || !self.charge.is_empty()
    }
}

/// The open calls of one session, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenCalls {
    open: VecDeque<OpenCall>,
    ended: VecDeque<(SmolStr, Seal)>,
}

impl OpenCalls {
    /// Remembers a decided call.
    pub(crate) fn push(&mut self, call: OpenCall) {
        let overdue = call.at - FORGOTTEN_AFTER;
        while self.open.front().is_some_and(|oldest| oldest.at < overdue) {
            self.forget(0);
        }
        if self.open.len() >= OPEN_CALLS {
            self.forget(self.least_missed());
        }
        self.open.push_back(call);
    }

    /// Which call is forgotten first when there are too many. Hosts never report the end of some
    /// calls: of nested ones, which have no id, and of refused ones. A long call that waits for
    /// them (`execute_code`, a delegation) must not make room.
    fn least_missed(&self) -> usize {
        let oldest = |unreported: fn(&OpenCall) -> bool| self.open.iter().position(unreported);
        oldest(|call| call.id.is_empty() && !call.is_durable())
            .or_else(|| oldest(|call| call.verdict == Verdict::Block))
            .unwrap_or(0)
    }

    /// Forgets a call. Should its end be reported after all, it was decided and is no stranger.
    fn forget(&mut self, index: usize) {
        if let Some(call) = self.open.remove(index)
            && call.verdict != Verdict::Block
        {
            self.remember_end(call.id, call.seal);
        }
    }

    fn remember_end(&mut self, id: SmolStr, seal: Seal) {
        if self.ended.len() >= ENDED_CALLS {
            self.ended.pop_front();
        }
        self.ended.push_back((id, seal));
    }

    /// Takes back the newest decision: it could not be kept.
    pub(crate) fn pop(&mut self) -> Option<OpenCall> {
        self.open.pop_back()
    }

    /// Finds the decision of a call that has ended: by id and arguments, else by id, else, for
    /// calls without an id, by arguments. The call is not open any more.
    pub(crate) fn take(&mut self, id: &str, seal: Seal) -> Option<OpenCall> {
        let index = self.position(id, seal)?;
        let call = self.open.remove(index)?;
        self.remember_end(call.id.clone(), seal);
        Some(call)
    }

    /// Takes out the newest decision about a call of this id and tool, which is decided anew.
    pub(crate) fn take_newest(&mut self, id: &str, tool: &str) -> Option<OpenCall> {
        let mut open = self.open.iter();
        let index = open.rposition(|call| call.id == id && call.tool == tool)?;
        self.open.remove(index)
    }

    /// The answers to the questions that are open come too late.
    pub(crate) fn withdraw_questions(&mut self) {
        for call in &mut self.open {
            if call.verdict == Verdict::AskUser && call.reply == Reply::None {
                call.reply = Reply::Withdrawn;
            }
        }
    }

    /// Whether the end of this very call was reported before.
    pub(crate) fn has_ended(&self, id: &str, seal: Seal) -> bool {
        let mut ended = self.ended.iter();
        ended.any(|(known, sealed)| known == id && *sealed == seal)
    }

    /// The question that an answer is about: by the call's id, else the oldest unanswered one with
    /// this rule key's fingerprint.
    pub(crate) fn question(&mut self, id: &str, fingerprint: &str) -> Option<&mut OpenCall> {
        let asks = |call: &OpenCall| {
            call.verdict == Verdict::AskUser
                && call.reply == Reply::None
                && call.fingerprint == fingerprint
        };
        let by_id = self
            .open
            .iter()
            .position(|call| !id.is_empty() && call.id == id && asks(call));
        let index = by_id.or_else(|| self.open.iter().position(asks))?;
        self.open.get_mut(index)
    }

    /// The questions that nobody answered yet, oldest first.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &OpenCall> {
        self.open
            .iter()
            .filter(|call| call.verdict == Verdict::AskUser && call.reply == Reply::None)
    }

    /// The calls that must outlive this process.
    pub(crate) fn durable(&self) -> Vec<OpenCall> {
        let durable = self.open.iter().filter(|call| call.is_durable());
        durable.cloned().collect()
    }

    /// Takes over what another process wrote, keeping the calls that only this process knows.
    pub(crate) fn replace_durable(&mut self, durable: Vec<OpenCall>) {
        self.open.retain(|call| !call.is_durable());
        self.open.extend(durable);
        self.open
            .make_contiguous()
            .sort_by_key(|call: &OpenCall| call.at);
    }

    /// How many calls are open.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    fn position(&self, id: &str, seal: Seal) -> Option<usize> {
        let same = |call: &OpenCall| call.id == id && call.seal == seal;
        let exact = self.open.iter().rposition(same);
        if exact.is_some() || id.is_empty() {
            return exact;
        }
        self.open.iter().rposition(|call| call.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ToolCall;

    fn seal(tool: &str) -> Seal {
        Seal::of(&ToolCall::new(tool, serde_json::Map::new()))
    }

    fn call(id: &str, tool: &str, at: i64) -> OpenCall {
        OpenCall {
            id: id.into(),
            tool: tool.into(),
            seal: seal(tool),
            fingerprint: tool.into(),
            verdict: Verdict::AskUser,
            reply: Reply::None,
            charge: Charge::default(),
            used_approval: false,
            at,
        }
    }

    #[test]
    fn calls_without_an_id_do_not_accumulate() {
        let mut calls = OpenCalls::default();
        for at in 0..10_000 {
            calls.push(call("", "t", at));
        }
        assert_eq!(calls.len(), OPEN_CALLS);
        calls.push(call("", "t", 10_000 + FORGOTTEN_AFTER + 1));
        assert_eq!(calls.len(), 1);
    }

    #[test]
    fn a_long_call_outlives_the_calls_that_it_makes() {
        let mut calls = OpenCalls::default();
        let allowed = |id: &str, tool: &str, at: i64| OpenCall {
            verdict: Verdict::Allow,
            ..call(id, tool, at)
        };
        calls.push(allowed("outer", "execute_code", 0));
        for at in 0..10_000 {
            calls.push(allowed("", "read_file", at));
        }
        let outer = calls.take("outer", seal("execute_code"));
        assert!(outer.is_some());
    }

    #[test]
    fn a_forgotten_call_is_no_stranger() {
        let mut calls = OpenCalls::default();
        calls.push(call("long", "terminal", 0));
        calls.push(call("next", "terminal", FORGOTTEN_AFTER + 1));
        assert!(calls.take("long", seal("terminal")).is_none());
        assert!(calls.has_ended("long", seal("terminal")));
    }

    #[test]
    fn an_end_finds_its_decision() {
        let mut calls = OpenCalls::default();
        calls.push(call("1", "a", 0));
        calls.push(call("1", "b", 0));
        assert_eq!(
            calls.take("1", seal("a")).map(|call| call.tool),
            Some("a".into())
        );
        assert!(calls.has_ended("1", seal("a")));
        let changed = calls.take("1", seal("c")).map(|call| call.tool);
        assert_eq!(changed, Some("b".into()));
        assert!(calls.take("", seal("b")).is_none());
    }

    #[test]
    fn an_answer_finds_the_oldest_question_with_its_fingerprint() {
        let mut calls = OpenCalls::default();
        calls.push(call("1", "a", 0));
        calls.push(call("2", "a", 1));
        let by_key = calls.question("", "a").map(|call| call.id.clone());
        assert_eq!(by_key, Some("1".into()));
        let by_id = calls.question("2", "a").map(|call| call.id.clone());
        assert_eq!(by_id, Some("2".into()));
        assert!(calls.question("1", "b").is_none());
    }
}
