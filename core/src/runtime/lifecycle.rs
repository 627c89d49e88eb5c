//! The other hooks: answers of humans, children, and the ends of sessions.

use smol_str::SmolStr;

use super::calls::Reply;
use super::session::Session;
use super::sessions::{Place, Sessions};
use super::trail::event_of;
use super::{Answer, ApprovalAnswered, ChildStarted, Fence, SessionEnded};
use crate::audit::{Event, EventKind};
use crate::model::CallIds;
use crate::store::{NameKind, Saved};

/// How often an answer is taken in anew because another process wrote meanwhile.
const ATTEMPTS: usize = 4;

impl Fence {
    pub(super) fn take_answer(&self, answered: &ApprovalAnswered) {
        let Some((policy, fingerprint)) = split_rule_key(&answered.rule_key) else {
            return;
        };
        let fingerprint = SmolStr::new(fingerprint);
        let mut sessions = self.sessions.lock();
        for _ in 0..ATTEMPTS {
            let _ = self.warm(&mut sessions, &answered.ids, "");
            let id = asked_session(&sessions, &answered.ids, policy);
            let Some(session) = id.and_then(|id| sessions.get_mut(&id)) else {
                return;
            };
            session.updated_at = self.clock.now();
            if !apply_answer(session, answered, &fingerprint) {
                return;
            }
            match self.save(session) {
                Ok(Saved::Conflict) => session.row.seen = u64::MAX,
                outcome => {
                    session.row.owed |= outcome.is_err();
                    let kind = match answered.answer {
                        Answer::Deny => EventKind::ApprovalDenied,
                        _ => EventKind::ApprovalGranted,
                    };
                    let event = event_of(kind, session, &answered.ids);
                    let event = event.with("rule_key", answered.rule_key.as_str());
                    self.log_anyway(&event.with("answer", in_words(answered.answer)));
                    return;
                }
            }
        }
    }

    pub(super) fn bind_child(&self, child: &ChildStarted) {
        let mut sessions = self.sessions.lock();
        let ids = CallIds {
            session: child.parent_session.clone(),
            ..CallIds::default()
        };
        let _ = self.warm(&mut sessions, &ids, "");
        self.bind_child_to(&mut sessions, &child.child_session, &child.parent_session);
        if child.child_id != child.child_session {
            let parent = if child.child_session.is_empty() {
                &child.parent_session
            } else {
                &child.child_session
            };
            self.bind_child_to(&mut sessions, &child.child_id, parent);
        }
    }

    /// Puts a child under its parent, here and for other processes.
    pub(super) fn bind_child_to(&self, sessions: &mut Sessions, child: &SmolStr, parent: &SmolStr) {
        if !sessions.bind_child(child, parent, self.clock.now()) {
            return;
        }
        self.save_name(child, NameKind::Child, parent);
        let bound = Event::new(EventKind::SessionBound).of_session(&sessions.root(parent));
        self.log_anyway(&bound.with("child", child.as_str()));
    }

    pub(super) fn reset(&self, ended: &SessionEnded) {
        if !ended.session.is_empty() {
            self.drop_session(&mut self.sessions.lock(), ended);
        }
    }

    pub(super) fn finalize(&self, ended: &SessionEnded) {
        let mut sessions = self.sessions.lock();
        if ended.session.is_empty() || sessions.is_child(&ended.session) {
            return;
        }
        match ended.reason.as_str() {
            "shutdown" => {
                if let Some(session) = sessions.get_mut(&ended.session) {
                    session.row.lineage_at = 0;
                    let _ = self.save(session);
                }
            }
            // Some front ends give no reason. What binds is kept, what allows is not.
            "" => {
                if let Some(session) = sessions.get_mut(&ended.session) {
                    let mut policy = session.policy.as_ref().clone();
                    policy.grants.clear();
                    session.set_policy(policy);
                    session.approvals.clear();
                    let _ = self.save(session);
                    let ids = CallIds::default();
                    let event = self.policy_event(EventKind::PolicyAmended, session, &ids);
                    self.log_anyway(&event.because("the session ended, and its grants with it"));
                }
            }
            _ => self.drop_session(&mut sessions, ended),
        }
    }

    /// Ends a session here and, when its row can be written, for other processes.
    fn drop_session(&self, sessions: &mut Sessions, ended: &SessionEnded) {
        let now = self.clock.now();
        for _ in 0..ATTEMPTS {
            let _ = self.warm_session(sessions, &ended.session);
            let session = sessions.drop_session(&ended.session, now);
            match self.save(session) {
                Ok(Saved::Conflict) => session.row.seen = u64::MAX,
                _ => break,
            }
        }
        let dropped = Event::new(EventKind::SessionDropped).of_session(&ended.session);
        self.log_anyway(&dropped.because(ended.reason.as_str()));
    }
}

/// Takes an answer into the session. An answer to a question that was never asked, or was
/// withdrawn, grants nothing: whether there was such a question.
fn apply_answer(session: &mut Session, answered: &ApprovalAnswered, fingerprint: &SmolStr) -> bool {
    let Some(question) = session.calls.question(&answered.ids.call, fingerprint) else {
        return false;
    };
    if answered.answer == Answer::Deny {
        question.reply = Reply::No;
        let charge = std::mem::take(&mut question.charge);
        charge.release(&mut session.usage);
        session.refuse(fingerprint);
        return true;
    }
    question.reply = Reply::Yes;
    let once = answered.answer == Answer::Once;
    // A nested call has no id: it runs at once, and the newer host never reports its end, with
    // which the agreement would be spent.
    if once && question.id.is_empty() {
        return true;
    }
    session.approve(fingerprint, once.then_some(1));
    true
}

const fn in_words(answer: Answer) -> &'static str {
    match answer {
        Answer::Once => "once",
        Answer::Session => "session",
        Answer::Always => "always",
        Answer::Deny => "deny",
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
