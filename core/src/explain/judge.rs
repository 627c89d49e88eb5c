//! Deciding requests, and playing whole sessions: messages set the bounds, calls are decided, their
//! results become lineage and their use is counted. No durable state, no clock of its own.

use crate::catalog::Catalog;
use crate::decide::{self, AutoAnswer, SessionState, Situation, Usage};
use crate::effects;
use crate::explain::request::{Authority, PresetName, Request};
use crate::intent::{self, Message, Setting};
use crate::lineage::Lineage;
use crate::model::{Decision, Environment, ToolCall, Verdict};
use crate::policy::{Policy, preset};
use crate::runtime::Charge;
use crate::settings::Settings;

/// The id of a policy that exists only for one explanation.
const POLICY_ID: &str = "explain";

/// What is loaded once and shared by all requests.
#[derive(Debug)]
pub struct Engine<'a> {
    /// What is known about tools and programs.
    pub catalog: &'a Catalog,
    /// The settings in force.
    pub settings: Settings,
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

/// One session being played: the same steps that the host's hooks bring, in the same order.
#[derive(Debug)]
pub struct Session<'a> {
    engine: &'a Engine<'a>,
    environment: Environment,
    interactive: bool,
    policy: Policy,
    turn: u32,
    lineage: Lineage,
    usage: Usage,
}

impl Engine<'_> {
    /// Decides one request.
    pub fn judge(&self, request: &Request) -> Judged {
        let mut session = self.session(
            &request.environment,
            &request.authority,
            request.interactive,
        );
        for previous in &request.previous {
            let decision = session.decide(&previous.call);
            session.ran(&previous.call, &decision, &previous.result);
        }
        Judged {
            decision: session.decide(&request.call),
            policy: session.policy,
        }
    }

    /// A session that begins under the given bounds.
    pub fn session(
        &self,
        environment: &Environment,
        authority: &Authority,
        interactive: bool,
    ) -> Session<'_> {
        let mut session = Session {
            engine: self,
            environment: environment.clone(),
            interactive,
            policy: Policy::fallback(POLICY_ID, self.now),
            turn: 0,
            lineage: Lineage::default(),
            usage: Usage::default(),
        };
        match authority {
            Authority::Fallback => {}
            Authority::Preset(name) => session.policy = preset_policy(*name, environment),
            Authority::Policy(policy) => session.policy = policy.as_ref().clone(),
            Authority::Intents(messages) => messages.iter().for_each(|text| session.hear(text)),
        }
        session
    }
}

/// The bounds of a preset; `code_task` takes the working folder for its project.
fn preset_policy(name: PresetName, environment: &Environment) -> Policy {
    match name {
        PresetName::ReadOnly => preset::read_only(),
        PresetName::CodeTask => preset::code_task(&environment.cwd),
        PresetName::FullTrust => preset::full_trust(),
    }
}

impl Session<'_> {
    /// The owner says something: the policy is made, or amended.
    pub fn hear(&mut self, text: &str) {
        self.turn += 1;
        let setting = Setting {
            catalog: self.engine.catalog,
            environment: &self.environment,
            tools: &[],
            turn: self.turn,
            now: self.engine.now,
        };
        self.policy = intent::amend(&self.policy, &Message::of_owner(text), &setting).policy;
    }

    /// What would be decided about a call now. Changes nothing.
    pub fn decide(&self, call: &ToolCall) -> Decision {
        decide::decide(&Situation {
            call,
            effects: &effects::effects(call, &self.environment, self.engine.catalog),
            environment: &self.environment,
            policy: &self.policy,
            session: &SessionState::Live,
            standing: &self.engine.settings.standing,
            lineage: &self.lineage,
            usage: &self.usage,
            approved: &[],
            auto_answer: (!self.interactive).then_some(AutoAnswer::NonInteractive),
            strict_yolo: self.engine.settings.strict_yolo,
            now: self.engine.now,
        })
    }

    /// A call ran: its use is counted and its result indexed. What was blocked cannot have run
    /// under the guard; when a history says that it did, only its result counts.
    pub fn ran(&mut self, call: &ToolCall, decision: &Decision, result: &serde_json::Value) {
        if decision.verdict != Verdict::Block {
            Charge::of(decision, &self.policy, &self.usage).settle(&mut self.usage);
        }
        self.lineage.record(&call.tool, &call.args, result);
    }

    /// The bounds as they are now.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }
}
