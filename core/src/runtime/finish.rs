//! `post_tool_call`: what ran is compared with what was decided, reservations are settled, and
//! the result is indexed for lineage.

use super::calls::{OpenCall, Reply};
use super::propose::{Reading, fingerprint_of};
use super::session::{Session, Status};
use super::sessions::Place;
use super::{CallFinished, CallStatus, Fence, Proposal};
use crate::model::Verdict;

impl Fence {
    pub(super) fn finish(&self, finished: &CallFinished) {
        let proposal = Proposal {
            call: finished.call.clone(),
            ids: finished.ids.clone(),
            outer_session: finished.outer_session.clone(),
            cwd: None,
        };
        let reading = self.read(&proposal);
        let now = self.clock.now();
        let mut sessions = self.sessions.lock();
        let id = match sessions.place(&finished.ids, &finished.outer_session) {
            Place::Known(id) => id,
            // A call that nobody could have been told about: whoever is there is no longer to
            // be trusted with more than reads.
            _ if finished.status == CallStatus::Blocked || reading.is_read() => return,
            _ => match sessions.only_live() {
                Some(id) => id.clone(),
                None => return,
            },
        };
        let Some(session) = sessions.get_mut(&id) else {
            return;
        };
        session.updated_at = now;
        let open = session.calls.take(&finished.ids.call, reading.seal);
        if finished.status == CallStatus::Blocked {
            give_back(session, open.as_ref());
            return;
        }
        if let Some(why) = self.fault(session, &reading, open.as_ref(), finished, now) {
            session.status = Status::Quarantined(why);
        }
        if let Some(open) = open {
            spend_agreement(session, &open);
        }
        let call = &finished.call;
        session
            .lineage
            .record(&call.tool, &call.args, &finished.result);
    }

    /// What is wrong with the call having run; `None` when it ran as decided.
    fn fault(
        &self,
        session: &Session,
        reading: &Reading<'_>,
        open: Option<&OpenCall>,
        finished: &CallFinished,
        now: i64,
    ) -> Option<String> {
        let tool = &finished.call.tool;
        let Some(open) = open else {
            let known = session.calls.has_ended(&finished.ids.call, reading.seal);
            let harmless = known || reading.is_read();
            return (!harmless).then(|| format!("`{tool}` ran without having been decided"));
        };
        let ended = matches!(finished.status, CallStatus::Ok | CallStatus::Error);
        if open.verdict == Verdict::Block && ended {
            return Some(format!("`{tool}` ran although it was blocked"));
        }
        if open.reply == Reply::No && ended {
            return Some(format!("`{tool}` ran although its question was refused"));
        }
        if open.seal == reading.seal || reading.is_read() {
            return None;
        }
        let again = self.judge(session, reading, None, now);
        let same_action = fingerprint_of(&again, reading.seal) == open.fingerprint;
        if same_action || again.verdict == Verdict::Allow {
            return None;
        }
        Some(format!(
            "`{tool}` ran with other arguments than were decided"
        ))
    }
}

fn give_back(session: &mut Session, open: Option<&OpenCall>) {
    let Some(open) = open else {
        return;
    };
    open.charge.release(&mut session.usage);
    if open.used_approval {
        session.approve(&open.fingerprint, Some(1));
    }
}

/// A question's call ran: the human's "once" is spent on it. Where the host agreed without
/// telling, the agreement was good for this run only and nothing is left of it.
fn spend_agreement(session: &mut Session, open: &OpenCall) {
    if open.verdict == Verdict::AskUser && open.reply == Reply::Yes {
        session.use_approval(&open.fingerprint);
    }
}
