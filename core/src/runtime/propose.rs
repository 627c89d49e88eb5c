//! `pre_tool_call`: a call is decided, what it uses up is reserved, and its seal is kept.

use smol_str::SmolStr;

use super::calls::{OpenCall, Reply};
use super::charge::Charge;
use super::seal::Seal;
use super::session::Session;
use super::sessions::{Place, Sessions};
use super::surroundings::effects_of;
use super::{Attendance, Directive, Fence, Proposal, message};
use crate::decide::{self, AutoAnswer, SessionState, Situation, Usage};
use crate::lineage::Lineage;
use crate::model::{Decision, Effect, Environment, Stage, Verdict};
use crate::policy::{Policy, PolicySource};

/// How often a call is decided anew because the world changed meanwhile.
const ATTEMPTS: usize = 4;

/// A call that has been read.
pub(crate) struct Reading<'a> {
    pub(crate) proposal: &'a Proposal,
    pub(crate) environment: Environment,
    pub(crate) effects: Vec<Effect>,
    pub(crate) seal: Seal,
}

impl Reading<'_> {
    pub(crate) fn is_read(&self) -> bool {
        let mut effects = self.effects.iter();
        effects.all(|effect| !effect.risk.is_consequential())
    }
}

/// Who would answer the question with this rule key.
struct Answerer {
    rule_key: String,
    who: Option<AutoAnswer>,
}

/// How an attempt to decide went.
enum Attempt {
    Done(Directive),
    /// The host must say who would answer a question with this rule key. Asked without a lock
    /// held, because the answer comes from Python.
    WhoAnswers(String),
}

impl Fence {
    pub(super) fn propose(&self, proposal: &Proposal, attendance: &dyn Attendance) -> Directive {
        let reading = self.read(proposal);
        let mut answerer: Option<Answerer> = None;
        for _ in 0..ATTEMPTS {
            match self.attempt(&reading, answerer.as_ref()) {
                Attempt::Done(directive) => return directive,
                Attempt::WhoAnswers(rule_key) => {
                    let who = attendance.auto_answer(&rule_key);
                    answerer = Some(Answerer { rule_key, who });
                }
            }
        }
        let why = "the bounds of the session kept changing while the call was decided";
        Directive::Block {
            message: message::undecided(&proposal.call.tool, why),
        }
    }

    /// Reads a call in the surroundings of its session.
    pub(super) fn read<'a>(&self, proposal: &'a Proposal) -> Reading<'a> {
        let cwd = proposal.cwd.clone().or_else(|| self.session_cwd(proposal));
        let mut environment = self.surroundings.environment(cwd.as_deref());
        let effects = effects_of(&proposal.call, &mut environment, self.catalog);
        Reading {
            proposal,
            environment,
            effects,
            seal: Seal::of(&proposal.call),
        }
    }

    fn session_cwd(&self, proposal: &Proposal) -> Option<String> {
        let sessions = self.sessions.lock();
        match sessions.place(&proposal.ids, &proposal.outer_session) {
            Place::Known(id) => sessions.get(&id)?.cwd.clone(),
            _ => None,
        }
    }

    fn attempt(&self, reading: &Reading<'_>, answerer: Option<&Answerer>) -> Attempt {
        let now = self.clock.now();
        let mut sessions = self.sessions.lock();
        let Some(session) = self.session_of(&mut sessions, reading, now) else {
            let policy = Policy::fallback("none", now);
            let nothing = (Lineage::default(), Usage::default());
            let decision = decide::decide(&Situation {
                call: &reading.proposal.call,
                effects: &reading.effects,
                environment: &reading.environment,
                policy: &policy,
                session: &SessionState::Unknown,
                standing: &self.standing,
                lineage: &nothing.0,
                usage: &nothing.1,
                approved: &[],
                auto_answer: Some(AutoAnswer::NonInteractive),
                strict_yolo: true,
                now,
            });
            return Attempt::Done(stateless(&decision));
        };
        let mut decision = self.judge(session, reading, None, now);
        let fingerprint = fingerprint_of(&decision, reading.seal);
        if decision.verdict == Verdict::AskUser {
            let rule_key = rule_key(&session.policy, &fingerprint);
            let Some(known) = answerer.filter(|answerer| answerer.rule_key == rule_key) else {
                return Attempt::WhoAnswers(rule_key);
            };
            if let Some(who) = known.who {
                decision = self.judge(session, reading, Some(who), now);
                self.refuse_unattended(&mut decision, session, who);
            }
        }
        Attempt::Done(self.settle_decision(session, reading, &decision, &fingerprint, now))
    }

    /// The session whose bounds apply to the call; `None` when none do.
    pub(super) fn session_of<'s>(
        &self,
        sessions: &'s mut Sessions,
        reading: &Reading<'_>,
        now: i64,
    ) -> Option<&'s mut Session> {
        let proposal = reading.proposal;
        let id = match sessions.place(&proposal.ids, &proposal.outer_session) {
            Place::Known(id) => id,
            Place::Unannounced(id) => {
                let policy = Policy::fallback(self.new_policy_id(&id), now);
                sessions.insert(Session::new(id.clone(), policy, now));
                id
            }
            // A call-back server of the host gives no ids at all: a read is let through when it
            // can only belong to one session.
            Place::Nowhere if reading.is_read() => sessions.only_live()?.clone(),
            Place::Nowhere | Place::UnknownTask => return None,
        };
        sessions.get_mut(&id)
    }

    /// The decision about a call in a session. Changes nothing.
    pub(super) fn judge(
        &self,
        session: &Session,
        reading: &Reading<'_>,
        auto_answer: Option<AutoAnswer>,
        now: i64,
    ) -> Decision {
        decide::decide(&Situation {
            call: &reading.proposal.call,
            effects: &reading.effects,
            environment: &reading.environment,
            policy: &session.policy,
            session: &session.state(),
            standing: &self.standing,
            lineage: &session.lineage,
            usage: &session.usage,
            approved: &session.approved(),
            auto_answer,
            strict_yolo: self.strict_yolo,
            now,
        })
    }

    /// Row 10 of the order of decision, once more where the question would be given away.
    fn refuse_unattended(&self, decision: &mut Decision, session: &Session, who: AutoAnswer) {
        let refuses = self.strict_yolo
            || session.policy.source == PolicySource::Fallback
            || !matches!(session.state(), SessionState::Live);
        if decision.verdict == Verdict::AskUser && refuses {
            decision.verdict = Verdict::Block;
            decision.rule = "nobody-to-ask".into();
            let reason = &decision.reason;
            decision.reason = format!("{reason}, and {} would answer instead", in_words(who));
        }
    }

    /// Reserves what the call uses up, keeps its seal, and answers.
    fn settle_decision(
        &self,
        session: &mut Session,
        reading: &Reading<'_>,
        decision: &Decision,
        fingerprint: &SmolStr,
        now: i64,
    ) -> Directive {
        let mut charge = Charge::of(decision, &session.policy);
        charge.reserve(&mut session.usage);
        let used_approval = decision.verdict == Verdict::Allow
            && rests_on_approval(decision)
            && session.use_approval(fingerprint);
        session.updated_at = now;
        session.calls.push(OpenCall {
            id: reading.proposal.ids.call.clone(),
            tool: reading.proposal.call.tool.clone(),
            seal: reading.seal,
            fingerprint: fingerprint.clone(),
            verdict: decision.verdict,
            reply: Reply::None,
            charge,
            used_approval,
            at: now,
        });
        match decision.verdict {
            Verdict::Allow => Directive::Allow,
            Verdict::Block => stateless(decision),
            Verdict::AskUser => Directive::Ask {
                message: message::for_human(
                    decision,
                    &reading.proposal.call,
                    &session.policy,
                    &session.lineage,
                ),
                rule_key: rule_key(&session.policy, fingerprint),
            },
        }
    }
}

/// The answer where no session can take a question or a reservation.
fn stateless(decision: &Decision) -> Directive {
    match decision.verdict {
        Verdict::Allow => Directive::Allow,
        Verdict::AskUser | Verdict::Block => Directive::Block {
            message: message::for_model(decision),
        },
    }
}

/// Names the exact action; the seal stands in where the decision has no name for it.
pub(super) fn fingerprint_of(decision: &Decision, seal: Seal) -> SmolStr {
    if decision.fingerprint.is_empty() {
        return SmolStr::new(format!("{seal:?}"));
    }
    decision.fingerprint.clone()
}

/// Scoped to the task and the exact action, so that an "always" covers nothing else.
pub(super) fn rule_key(policy: &Policy, fingerprint: &str) -> String {
    format!("agentsfence:{}:{fingerprint}", policy.id)
}

fn rests_on_approval(decision: &Decision) -> bool {
    let mut trace = decision.trace.iter();
    trace.any(|opinion| opinion.stage == Stage::Approval && opinion.verdict == Verdict::Allow)
}

fn in_words(who: AutoAnswer) -> &'static str {
    match who {
        AutoAnswer::Yolo => "the host's yolo mode",
        AutoAnswer::ApprovalsOff => "the host's setting `approvals.mode: off`",
        AutoAnswer::Allowlist => "the host's allowlist",
        AutoAnswer::Cron => "a scheduled job's setting",
        AutoAnswer::SingleQuery => "the single-query setting",
        AutoAnswer::Unattended => "a setting of a platform that nobody watches",
        AutoAnswer::Subagent => "a setting for subagents",
        AutoAnswer::NonInteractive => "nobody",
    }
}
