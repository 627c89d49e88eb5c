//! `post_tool_call`: what ran is compared with what was decided, reservations are settled, and
//! the result is indexed for lineage.

use super::calls::{OpenCall, Reply};
use super::propose::{Circumstances, judge};
use super::reading::Reading;
use super::session::{Session, Status};
use super::sessions::{Place, Sessions};
use super::trail::event_of;
use super::{CallFinished, CallStatus, Fence, Proposal};
use crate::audit::EventKind;
use crate::model::Verdict;
use crate::store::Saved;

/// How often the end of a call is taken in anew because another process wrote meanwhile.
const ATTEMPTS: usize = 4;

/// What the end of a call changed.
struct End {
    /// Whether that must outlive the process.
    durable: bool,
    /// Why the session is under quarantine now.
    fault: Option<String>,
}

impl Fence {
    pub(super) fn finish(&self, finished: &CallFinished) -> Option<String> {
        let proposal = Proposal {
            call: finished.call.clone(),
            ids: finished.ids.clone(),
            outer_session: finished.outer_session.clone(),
            cwd: None,
            again: false,
        };
        let reading = self.read(&proposal);
        let mut sessions = self.sessions.lock();
        let mut fault = None;
        for attempt in 0..ATTEMPTS {
            // A store that cannot be read leaves what memory knows.
            let _ = self.warm(&mut sessions, &finished.ids, &finished.outer_session);
            let session = finished_session(&mut sessions, &reading, finished)?;
            let end = self.take_end(session, &reading, finished, attempt == 0);
            fault = end.fault;
            if !end.durable {
                break;
            }
            match self.save(session) {
                Ok(Saved::Conflict) => session.row.seen = u64::MAX,
                Ok(Saved::Written(_)) => break,
                Err(_) => {
                    session.row.owed = true;
                    break;
                }
            }
        }
        fault
    }

    /// Takes the end of a call into the session.
    fn take_end(
        &self,
        session: &mut Session,
        reading: &Reading<'_>,
        finished: &CallFinished,
        first: bool,
    ) -> End {
        let now = self.clock.now();
        session.updated_at = now;
        let mut open = session.calls.take(&finished.ids.call, reading.seal);
        let mut durable = open.as_ref().is_some_and(OpenCall::is_durable);
        if finished.status == CallStatus::Blocked {
            give_back(session, open.as_ref());
            return End {
                durable,
                fault: None,
            };
        }
        // Judged anew without its own reservation, which would count twice.
        if let Some(open) = &open {
            open.charge.release(&mut session.usage);
        }
        let fault = self.fault(session, reading, open.as_ref(), finished, now);
        if let Some(open) = &mut open {
            open.charge.settle(&mut session.usage);
        }
        if let Some(why) = &fault {
            let event = event_of(EventKind::SessionQuarantined, session, &finished.ids);
            self.log_anyway(&event.because(why.clone()));
            session.status = Status::Quarantined(why.clone());
            session.row.owed = true;
            durable = true;
        }
        if let Some(open) = open {
            self.spend_agreement(session, &open, finished);
        }
        if first && !finished.result.is_null() {
            let call = &finished.call;
            let lineage = &mut session.lineage;
            lineage.record(&call.tool, &call.args, &finished.result);
            session.row.lineage_changed = true;
        }
        End { durable, fault }
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
        let ran = matches!(finished.status, CallStatus::Ok | CallStatus::Error);
        let Some(open) = open else {
            // The host reports calls as cancelled that an interrupt kept from ever beginning, and
            // the calls of a session that is over belong to bounds that are gone.
            let over = session.status == Status::Dropped;
            let known = session.calls.has_ended(&finished.ids.call, reading.seal);
            let harmless = !ran || over || known || reading.is_read();
            return (!harmless).then(|| format!("`{tool}` ran without having been decided"));
        };
        if open.verdict == Verdict::Block && ran {
            return Some(format!("`{tool}` ran although it was blocked"));
        }
        if open.reply == Reply::No && ran {
            return Some(format!("`{tool}` ran although its question was refused"));
        }
        let unchanged = open.seal == reading.seal;
        let withdrawn = open.reply == Reply::Withdrawn;
        if (unchanged && !withdrawn) || reading.is_read() {
            return None;
        }
        let again = judge(
            session,
            reading,
            &Circumstances {
                config: session.project.clone().unwrap_or_else(|| self.config()),
                trouble: None,
                auto_answer: None,
                now,
            },
        );
        if withdrawn && unchanged {
            let forbidden = again.verdict == Verdict::Block;
            return forbidden.then(|| format!("`{tool}` ran although a later message forbids it"));
        }
        if again.fingerprint == open.fingerprint || again.verdict == Verdict::Allow {
            let event = event_of(EventKind::CallChanged, session, &finished.ids);
            self.log_anyway(&event.with("tool", tool.as_str()));
            return None;
        }
        Some(format!(
            "`{tool}` ran with other arguments than were decided"
        ))
    }

    /// A question's call ran: the human's "once" is spent on it. Where the host agreed without
    /// telling, the agreement was good for this run only and nothing is left of it.
    fn spend_agreement(&self, session: &mut Session, open: &OpenCall, finished: &CallFinished) {
        if open.verdict != Verdict::AskUser {
            return;
        }
        if open.reply == Reply::Yes {
            session.use_approval(&open.fingerprint);
            return;
        }
        let event = event_of(EventKind::ApprovalHostGiven, session, &finished.ids);
        let event = event.with("tool", open.tool.as_str());
        self.log_anyway(&event.with("fingerprint", open.fingerprint.as_str()));
    }
}

/// The session whose call has ended. What ran and belongs to nobody is laid at the door of the
/// only session there is.
fn finished_session<'s>(
    sessions: &'s mut Sessions,
    reading: &Reading<'_>,
    finished: &CallFinished,
) -> Option<&'s mut Session> {
    let id = match sessions.place(&finished.ids, &finished.outer_session) {
        Place::Known(id) => id,
        _ if finished.status == CallStatus::Blocked || reading.is_read() => return None,
        _ => sessions.only_live()?.clone(),
    };
    sessions.get_mut(&id)
}

/// What a call that did not run had reserved.
pub(super) fn give_back(session: &mut Session, open: Option<&OpenCall>) {
    let Some(open) = open else {
        return;
    };
    open.charge.release(&mut session.usage);
    if open.used_approval {
        session.approve(&open.fingerprint, Some(1));
    }
}
