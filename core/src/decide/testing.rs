//! Short ways to build a situation in tests.

use std::path::Path;

use smol_str::SmolStr;

use super::{AutoAnswer, SessionState, Situation, Usage, decide};
use crate::lineage::Lineage;
use crate::model::{
    Capability, Decision, Effect, Environment, Reach, RiskClass, Span, ToolCall, Verdict,
};
use crate::policy::Policy;
use crate::settings::{self, SourceText, StandingRules};
use crate::target::path::absolute;

/// `/home/u/proj` with home `/home/u`.
pub(crate) fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// An exact effect without targets.
pub(crate) fn effect(capability: &str, risk: RiskClass) -> Effect {
    Effect::new(Capability::new(capability), risk, Span::whole("a"))
}

/// An exact effect on one path.
pub(crate) fn on_path(capability: &str, risk: RiskClass, path: &str) -> Effect {
    effect(capability, risk).with_path(absolute(path), Reach::One)
}

/// A situation that owns its parts.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) call: ToolCall,
    pub(crate) environment: Environment,
    pub(crate) policy: Policy,
    pub(crate) session: SessionState,
    pub(crate) standing: StandingRules,
    pub(crate) lineage: Lineage,
    pub(crate) usage: Usage,
    pub(crate) approved: Vec<SmolStr>,
    pub(crate) auto_answer: Option<AutoAnswer>,
    pub(crate) strict_yolo: bool,
    pub(crate) now: i64,
}

impl World {
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            call: ToolCall {
                tool: "tool".into(),
                ..ToolCall::default()
            },
            environment: environment(),
            policy,
            session: SessionState::Live,
            standing: StandingRules::default(),
            lineage: Lineage::default(),
            usage: Usage::default(),
            approved: Vec::new(),
            auto_answer: None,
            strict_yolo: false,
            now: 1000,
        }
    }

    pub(crate) fn read_only() -> Self {
        Self::new(crate::policy::preset::read_only())
    }

    pub(crate) fn full_trust() -> Self {
        Self::new(crate::policy::preset::full_trust())
    }

    /// Puts the `[[rule]]` entries of a settings file in force.
    pub(crate) fn rules(&mut self, text: &str) {
        let source = SourceText::new(Path::new("config.toml"), text);
        self.standing = settings::read(&source, None).unwrap().standing;
    }

    pub(crate) fn situation<'a>(&'a self, effects: &'a [Effect]) -> Situation<'a> {
        Situation {
            call: &self.call,
            effects,
            environment: &self.environment,
            policy: &self.policy,
            session: &self.session,
            standing: &self.standing,
            lineage: &self.lineage,
            usage: &self.usage,
            approved: &self.approved,
            auto_answer: self.auto_answer,
            strict_yolo: self.strict_yolo,
            now: self.now,
        }
    }

    pub(crate) fn decide(&self, effects: &[Effect]) -> Decision {
        decide(&self.situation(effects))
    }

    /// Asserts the verdict and the rule on a call with these effects.
    pub(crate) fn expect(&self, effects: &[Effect], verdict: Verdict, rule: &str) {
        let decision = self.decide(effects);
        assert_eq!(
            (decision.verdict, decision.rule.as_str()),
            (verdict, rule),
            "{:#?}",
            decision.trace
        );
    }
}
