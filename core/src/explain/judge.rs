//! Deciding a request: its bounds are made, its earlier calls indexed, its effects judged.

use crate::catalog::Catalog;
use crate::decide::{self, AutoAnswer, SessionState, Situation, Usage};
use crate::effects;
use crate::explain::request::{Authority, Request};
use crate::lineage::Lineage;
use crate::model::Decision;
use crate::policy::Policy;
use crate::settings::StandingRules;

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

impl Engine<'_> {
    /// Decides one request.
    pub fn judge(&self, request: &Request) -> Judged {
        let policy = self.policy(request);
        let effects = effects::effects(&request.call, &request.environment, self.catalog);
        let situation = Situation {
            call: &request.call,
            effects: &effects,
            environment: &request.environment,
            policy: &policy,
            session: &SessionState::Live,
            standing: &self.standing,
            lineage: &Lineage::default(),
            usage: &Usage::default(),
            approved: &[],
            auto_answer: (!request.interactive).then_some(AutoAnswer::NonInteractive),
            strict_yolo: self.strict_yolo,
            now: self.now,
        };
        let decision = decide::decide(&situation);
        Judged { decision, policy }
    }

    fn policy(&self, request: &Request) -> Policy {
        match &request.authority {
            Authority::Policy(policy) => policy.as_ref().clone(),
            Authority::Fallback | Authority::Preset(_) | Authority::Intents(_) => {
                Policy::fallback("explain", self.now)
            }
        }
    }
}
