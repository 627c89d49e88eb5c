//! `pre_tool_call`: a call is decided, what it uses up is reserved, and its seal is kept.

use std::sync::Arc;

use smol_str::SmolStr;

use super::calls::{OpenCall, Reply};
use super::charge::Charge;
use super::config::Config;
use super::finish::give_back;
use super::reading::Reading;
use super::session::{Session, Status};
use super::sessions::{Place, Sessions};
use super::trail::event_of;
use super::{Attendance, Directive, Fence, Proposal, message};
use crate::audit::{Event, EventKind};
use crate::decide::{self, AutoAnswer, SessionState, Situation, Usage, rule_key};
use crate::lineage::Lineage;
use crate::model::{Basis, Decision, Stage, Verdict};
use crate::policy::Policy;
use crate::settings::MissingPolicy;
use crate::store::{NameKind, Saved};

/// How often a call is decided anew because the world changed meanwhile.
const ATTEMPTS: usize = 6;

/// Who would answer the question with this rule key.
struct Answerer {
    rule_key: String,
    who: Option<AutoAnswer>,
}

/// A decision with what it rests on.
struct Weighed {
    decision: Decision,
    basis: Basis,
}

/// How an attempt to decide went.
enum Attempt {
    Done(Directive),
    /// The host must say who would answer a question with this rule key. Asked without a lock
    /// held, because the answer comes from Python.
    WhoAnswers(String),
    /// Another process changed the session meanwhile.
    Again,
}

/// What a decision depends on besides the call and the session.
pub(super) struct Circumstances {
    pub(super) config: Arc<Config>,
    /// Why state cannot be trusted.
    pub(super) trouble: Option<String>,
    pub(super) auto_answer: Option<AutoAnswer>,
    pub(super) now: i64,
}

impl Fence {
    pub(super) fn propose(&self, proposal: &Proposal, attendance: &dyn Attendance) -> Directive {
        let reading = self.read(proposal);
        // What the call does is found out before the lock of the sessions is taken.
        reading.effects();
        let mut answerer: Option<Answerer> = None;
        for _ in 0..ATTEMPTS {
            match self.attempt(&reading, answerer.as_ref()) {
                Attempt::Done(directive) => return directive,
                Attempt::WhoAnswers(rule_key) => {
                    let who = attendance.auto_answer(&rule_key);
                    answerer = Some(Answerer { rule_key, who });
                }
                Attempt::Again => {}
            }
        }
        let why = "the bounds of the session kept changing while the call was decided";
        Directive::Block {
            message: message::undecided(&proposal.call.tool, why),
        }
    }

    fn attempt(&self, reading: &Reading<'_>, answerer: Option<&Answerer>) -> Attempt {
        let proposal = reading.proposal;
        let mut sessions = self.sessions.lock();
        let warmed = self.warm(&mut sessions, &proposal.ids, &proposal.outer_session);
        let mut around = Circumstances {
            config: self.config(),
            trouble: warmed
                .err()
                .map(|error| error.to_string())
                .or_else(|| self.catalog_fault.clone()),
            auto_answer: None,
            now: self.clock.now(),
        };
        let Some(session) = self.session_of(&mut sessions, reading, &around) else {
            let decision = judge_stranger(reading, &around);
            let basis = self.basis_of_stranger(reading, &around);
            self.note_settings(&around.config);
            self.log_anyway(&self.decided(None, reading, &decision, basis));
            return Attempt::Done(without_question(&decision));
        };
        if proposal.again {
            withdraw_decision(session, &proposal.ids.call, &proposal.call.tool);
        }
        session.give_up_overdue_draft(around.now);
        if let Some(project) = &session.project {
            around.config = Arc::clone(project);
        }
        let mut decision = judge(session, reading, &around);
        if decision.verdict == Verdict::AskUser {
            let rule_key = rule_key(&session.policy, &decision.fingerprint);
            let Some(known) = answerer.filter(|answerer| answerer.rule_key == rule_key) else {
                return Attempt::WhoAnswers(rule_key);
            };
            if known.who.is_some() {
                around.auto_answer = known.who;
                decision = judge(session, reading, &around);
            }
        }
        self.note_settings(&around.config);
        let basis = self.basis(session, reading, &around, &decision);
        self.commit(session, reading, Weighed { decision, basis })
    }

    /// The session whose bounds apply to the call; `None` when none do.
    fn session_of<'s>(
        &self,
        sessions: &'s mut Sessions,
        reading: &Reading<'_>,
        around: &Circumstances,
    ) -> Option<&'s mut Session> {
        let proposal = reading.proposal;
        let id = match sessions.place(&proposal.ids, &proposal.outer_session) {
            Place::Known(id) => {
                self.follow_rotation(sessions, &proposal.ids.session, &id);
                id
            }
            Place::Unannounced(id) => {
                if around.config.settings.missing_policy == MissingPolicy::Block {
                    return None;
                }
                let policy = Policy::fallback(self.new_policy_id(&id), around.now);
                let session = sessions.insert(Session::new(id.clone(), policy, around.now));
                if let Some(aside) = self.store.damaged() {
                    let why = format!("state was damaged and moved to `{aside}`");
                    session.status = Status::Lost(why);
                }
                id
            }
            // A call-back server of the host gives no ids at all: a read is let through when it
            // can only belong to one session.
            Place::Nowhere if reading.is_read() => sessions.only_live()?.clone(),
            Place::Nowhere | Place::UnknownTask => return None,
        };
        sessions.get_mut(&id)
    }

    /// Compression gives a running conversation a new session id without telling, while its calls
    /// keep the task id: the new id is another name of the session, until its next message.
    fn follow_rotation(&self, sessions: &mut Sessions, given: &SmolStr, id: &SmolStr) {
        if !given.is_empty() && !sessions.knows(given) {
            sessions.bind_alias(given, id, self.clock.now());
            self.save_name(given, NameKind::Task, id);
        }
    }

    /// Reserves what the call uses up, keeps its seal, writes what must be on disk, and answers.
    fn commit(&self, session: &mut Session, reading: &Reading<'_>, weighed: Weighed) -> Attempt {
        let (decision, now) = (&weighed.decision, weighed.basis.now);
        let mut charge = Charge::of(decision, &session.policy, &session.usage);
        charge.reserve(&mut session.usage);
        let fingerprint = decision.fingerprint.clone();
        let used_approval = decision.verdict == Verdict::Allow
            && rests_on_approval(decision)
            && session.use_approval(&fingerprint);
        let open = OpenCall {
            id: reading.proposal.ids.call.clone(),
            tool: reading.proposal.call.tool.clone(),
            seal: reading.seal,
            fingerprint: fingerprint.clone(),
            verdict: decision.verdict,
            reply: Reply::None,
            charge,
            used_approval,
            at: now,
        };
        session.updated_at = now;
        let consequential = decision.risk.is_consequential();
        let must_save = open.is_durable() || (session.row.owed && consequential);
        session.calls.push(open);
        if decision.verdict != Verdict::Block && must_save {
            match self.save(session) {
                Ok(Saved::Written(_)) => {}
                Ok(Saved::Conflict) => {
                    take_back(session);
                    session.row.seen = u64::MAX;
                    return Attempt::Again;
                }
                Err(error) => {
                    take_back(session);
                    let why = format!("its bounds cannot be kept: {error}");
                    return Attempt::Done(self.refuse(session, reading, weighed, &why));
                }
            }
        }
        let logged = self.log_decision(session, reading, &weighed);
        if let Err(error) = logged
            && decision.verdict != Verdict::Block
            && consequential
        {
            take_back(session);
            let why = format!("the audit log cannot be written: {error}");
            return Attempt::Done(self.refuse(session, reading, weighed, &why));
        }
        Attempt::Done(match decision.verdict {
            Verdict::Allow => Directive::Allow,
            Verdict::Block => without_question(decision),
            Verdict::AskUser => Directive::Ask {
                message: message::for_human(
                    decision,
                    &reading.proposal.call,
                    &session.policy,
                    &session.lineage,
                ),
                rule_key: rule_key(&session.policy, &fingerprint),
            },
        })
    }

    /// Blocks a call that the rules would have let through, and keeps in mind that it must not
    /// run.
    fn refuse(
        &self,
        session: &mut Session,
        reading: &Reading<'_>,
        weighed: Weighed,
        why: &str,
    ) -> Directive {
        let Weighed {
            decision: mut refused,
            mut basis,
        } = weighed;
        basis.session = Some(SessionState::Broken(why.to_owned()));
        refused.verdict = Verdict::Block;
        refused.rule = SmolStr::new_static("session-state");
        why.clone_into(&mut refused.reason);
        refused.allow_by = Vec::new();
        session.calls.push(OpenCall {
            id: reading.proposal.ids.call.clone(),
            tool: reading.proposal.call.tool.clone(),
            seal: reading.seal,
            fingerprint: refused.fingerprint.clone(),
            verdict: Verdict::Block,
            reply: Reply::None,
            charge: Charge::default(),
            used_approval: false,
            at: basis.now,
        });
        self.log_anyway(&self.decided(Some(session), reading, &refused, basis));
        without_question(&refused)
    }

    fn log_decision(
        &self,
        session: &Session,
        reading: &Reading<'_>,
        Weighed { decision, basis }: &Weighed,
    ) -> std::io::Result<()> {
        let plain_read = decision.verdict == Verdict::Allow && !decision.risk.is_consequential();
        if plain_read && !self.config().settings.audit.reads {
            return Ok(());
        }
        if decision.verdict == Verdict::AskUser {
            let key = rule_key(&session.policy, &decision.fingerprint);
            let asked: Event = event_of(EventKind::ApprovalAsked, session, &reading.proposal.ids)
                .with("rule_key", key);
            self.log(&asked)?;
        }
        self.log(&self.decided(Some(session), reading, decision, basis.clone()))
    }
}

/// How the session stands, with what is broken around it.
pub(super) fn state_of(session: &Session, around: &Circumstances) -> SessionState {
    let broken = around.trouble.as_ref().or(around.config.broken.as_ref());
    match (session.state(), broken) {
        (SessionState::Dropped, _) => SessionState::Dropped,
        (_, Some(why)) => SessionState::Broken(why.clone()),
        (state, None) => state,
    }
}

/// The decision about a call in a session. Changes nothing.
pub(super) fn judge(session: &Session, reading: &Reading<'_>, around: &Circumstances) -> Decision {
    let state = state_of(session, around);
    decide::decide(&Situation {
        call: &reading.proposal.call,
        effects: reading.effects(),
        environment: reading.environment(),
        policy: &session.policy,
        session: &state,
        standing: &around.config.settings.standing,
        lineage: &session.lineage,
        usage: &session.usage,
        approved: &session.approved(),
        auto_answer: around.auto_answer,
        strict_yolo: around.config.settings.strict_yolo,
        now: around.now,
    })
}

/// The decision about a call that belongs to no session.
fn judge_stranger(reading: &Reading<'_>, around: &Circumstances) -> Decision {
    decide::decide(&Situation {
        call: &reading.proposal.call,
        effects: reading.effects(),
        environment: reading.environment(),
        policy: &Policy::fallback("", around.now),
        session: &SessionState::Unknown,
        standing: &around.config.settings.standing,
        lineage: &Lineage::default(),
        usage: &Usage::default(),
        approved: &[],
        auto_answer: Some(AutoAnswer::NonInteractive),
        strict_yolo: true,
        now: around.now,
    })
}

/// The newest decision of the session is undone.
fn take_back(session: &mut Session) {
    let open = session.calls.pop();
    give_back(session, open.as_ref());
}

/// A call is decided anew under its id: the decision before does not count, and what it reserved
/// is free again.
fn withdraw_decision(session: &mut Session, id: &str, tool: &str) {
    let open = session.calls.take_newest(id, tool);
    session.row.owed |= open.as_ref().is_some_and(OpenCall::is_durable);
    give_back(session, open.as_ref());
}

/// The answer where no question can be asked.
fn without_question(decision: &Decision) -> Directive {
    match decision.verdict {
        Verdict::Allow => Directive::Allow,
        Verdict::AskUser | Verdict::Block => Directive::Block {
            message: message::for_model(decision),
        },
    }
}

fn rests_on_approval(decision: &Decision) -> bool {
    let mut trace = decision.trace.iter();
    trace.any(|opinion| opinion.stage == Stage::Approval && opinion.verdict == Verdict::Allow)
}
