//! Deciding a request: its bounds are made, its earlier calls played through, its effects judged.

use crate::catalog::Catalog;
use crate::decide::{self, AutoAnswer, SessionState, Situation, Usage};
use crate::effects;
use crate::explain::request::{Authority, Request};
use crate::intent::{self, Message, Setting};
use crate::lineage::Lineage;
use crate::model::{Decision, ToolCall};
use crate::policy::Policy;
use crate::runtime::Charge;
use crate::settings::StandingRules;

/// The id of a policy that exists only for one explanation.
const POLICY_ID: &str = "explain";

/// What is loaded once and shared by all requests.
#[derive(Debug)]
pub struct Engine<'a> {
    /// What is known about tools and programs.
    pub catalog: &'a Catalog,
    /// Rules of the settings.
    pub standing: StandingRules,
    /// Block every question that would be answered without a human.
    pub strict_yolo: bool,
    /// Now, in seconds since the Unix epoch.
    pub now: i64,
}

/// A decision and the bounds that it was made under.
#[derive(Debug)]
pub struct Judged {
    /// The answer.
    pub decision: Decision,
    /// The bounds.
    pub policy: Policy,
}

/// What earlier calls of the same session left behind.
#[derive(Debug, Default)]
struct Past {
    lineage: Lineage,
    usage: Usage,
}

impl Engine<'_> {
    /// Decides one request.
    pub fn judge(&self, request: &Request) -> Judged {
        let policy = self.policy(request);
        let mut past = Past::default();
        for previous in &request.previous {
            let decision = self.decide(&previous.call, request, &policy, &past);
            Charge::of(&decision, &policy).reserve(&mut past.usage);
            past.lineage
                .record(&previous.call.tool, &previous.call.args, &previous.result);
        }
        let decision = self.decide(&request.call, request, &policy, &past);
        Judged { decision, policy }
    }

    fn decide(&self, call: &ToolCall, request: &Request, policy: &Policy, past: &Past) -> Decision {
        decide::decide(&Situation {
            call,
            effects: &effects::effects(call, &request.environment, self.catalog),
            environment: &request.environment,
            policy,
            session: &SessionState::Live,
            standing: &self.standing,
            lineage: &past.lineage,
            usage: &past.usage,
            approved: &[],
            auto_answer: (!request.interactive).then_some(AutoAnswer::NonInteractive),
            strict_yolo: self.strict_yolo,
            now: self.now,
        })
    }

    fn policy(&self, request: &Request) -> Policy {
        match &request.authority {
            Authority::Policy(policy) => policy.as_ref().clone(),
            Authority::Intents(messages) => self.compile(messages, request),
            Authority::Fallback | Authority::Preset(_) => Policy::fallback(POLICY_ID, self.now),
        }
    }

    fn compile(&self, messages: &[String], request: &Request) -> Policy {
        let mut policy = Policy::fallback(POLICY_ID, self.now);
        for (turn, text) in (1..).zip(messages) {
            let setting = Setting {
                catalog: self.catalog,
                environment: &request.environment,
                tools: &[],
                turn,
                now: self.now,
            };
            policy = intent::amend(&policy, &Message::of_owner(text), &setting).policy;
        }
        policy
    }
}
