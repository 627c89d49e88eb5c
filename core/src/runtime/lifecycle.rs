//! The other hooks: answers of humans, children, and the ends of sessions.

use std::sync::Arc;

use smol_str::SmolStr;

use super::calls::Reply;
use super::sessions::{Place, Sessions};
use super::{Answer, ApprovalAnswered, ChildStarted, Fence, SessionEnded};
use crate::model::CallIds;

impl Fence {
    pub(super) fn take_answer(&self, answered: &ApprovalAnswered) {
        let Some((policy, fingerprint)) = split_rule_key(&answered.rule_key) else {
            return;
        };
        let mut sessions = self.sessions.lock();
        let Some(id) = asked_session(&sessions, &answered.ids, policy) else {
            return;
        };
        let Some(session) = sessions.get_mut(&id) else {
            return;
        };
        session.updated_at = self.clock.now();
        let fingerprint = SmolStr::new(fingerprint);
        // An answer to a question that was never asked, or was withdrawn, grants nothing.
        let Some(question) = session.calls.question(&answered.ids.call, &fingerprint) else {
            return;
        };
        if answered.answer == Answer::Deny {
            question.reply = Reply::No;
            let charge = std::mem::take(&mut question.charge);
            charge.release(&mut session.usage);
            session.refuse(&fingerprint);
            return;
        }
        question.reply = Reply::Yes;
        let uses = (answered.answer == Answer::Once).then_some(1);
        session.approve(&fingerprint, uses);
    }

    pub(super) fn bind_child(&self, child: &ChildStarted) {
        let now = self.clock.now();
        let mut sessions = self.sessions.lock();
        sessions.bind_child(&child.child_session, &child.parent_session, now);
        sessions.bind_child(&child.child_id, &child.child_session, now);
    }

    pub(super) fn reset(&self, ended: &SessionEnded) {
        if !ended.session.is_empty() {
            self.sessions
                .lock()
                .drop_session(&ended.session, self.clock.now());
        }
    }

    pub(super) fn finalize(&self, ended: &SessionEnded) {
        let mut sessions = self.sessions.lock();
        if ended.session.is_empty() || sessions.is_child(&ended.session) {
            return;
        }
        match ended.reason.as_str() {
            "shutdown" => {}
            // Some front ends give no reason. What binds is kept, what allows is not.
            "" => {
                if let Some(session) = sessions.get_mut(&ended.session) {
                    let mut policy = session.policy.as_ref().clone();
                    policy.grants.clear();
                    session.policy = Arc::new(policy);
                    session.approvals.clear();
                }
            }
            _ => sessions.drop_session(&ended.session, self.clock.now()),
        }
    }
}

/// The policy and the fingerprint that a rule key of ours names.
fn split_rule_key(rule_key: &str) -> Option<(&str, &str)> {
    let key = rule_key.strip_prefix("plugin_rule:").unwrap_or(rule_key);
    key.strip_prefix("agentsfence:")?.split_once(':')
}

/// The session that was asked. Its policy must be the one that the rule key names.
fn asked_session(sessions: &Sessions, ids: &CallIds, policy: &str) -> Option<SmolStr> {
    if let Place::Known(id) = sessions.place(ids, "") {
        let session = sessions.get(&id)?;
        return (session.policy.id == policy).then_some(id);
    }
    sessions.by_policy(policy).cloned()
}
