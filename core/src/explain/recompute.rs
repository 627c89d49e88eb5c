//! Making logged decisions again: the same engine, the same bounds, the same call. What the log
//! does not keep (content, secrets, earlier results) is not guessed: such a line is compared as
//! far as its effects go, or said to be beyond recomputing.

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;
use smol_str::SmolStr;

use crate::audit::{DecisionRecord, Entry, EventKind};
use crate::catalog::Catalog;
use crate::decide::{self, Situation};
use crate::effects;
use crate::lineage::Lineage;
use crate::model::{Basis, Decision, SessionState, ToolCall, Verdict};
use crate::policy::Policy;
use crate::settings::{self, Settings, SettingsText, SourceText};

/// What came of making a logged decision again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// The same verdict by the same rule.
    Same(Source),
    /// Another one, from the same inputs: the line does not say what this engine decides.
    Differs {
        /// What this engine decides.
        verdict: Verdict,
        /// By this rule.
        rule: SmolStr,
    },
    /// The log does not hold enough.
    Beyond(Missing),
}

/// What a decision was made again from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The whole call.
    Arguments,
    /// The effects in the line, because an argument is content or secret and not kept.
    Effects,
}

/// Why a decision cannot be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// An earlier version wrote the line.
    Basis,
    /// Another version of the engine decided.
    Engine,
    /// Other overlays were in force than are now.
    Overlays,
    /// The line with the bounds is gone, or held words that are not kept.
    Policy,
    /// The line with the settings is gone, or held words that are not kept.
    Settings,
    /// It rests on an argument that is not kept.
    Arguments,
    /// It rests on results of earlier calls, which are never kept.
    Results,
    /// What the task had used up was too long for a line.
    Usage,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Arguments => "from the whole call",
            Self::Effects => "from the recorded effects; the arguments are content or secret",
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Basis => "an earlier version wrote the line",
            Self::Engine => "another version of the engine decided",
            Self::Overlays => "other overlays were in force",
            Self::Policy => "the line with the bounds is gone, or holds a secret",
            Self::Settings => "the line with the settings is gone, or holds a secret",
            Self::Arguments => "it rests on content or a secret, which is not kept",
            Self::Results => "it rests on results of earlier calls, which are not kept",
            Self::Usage => "what the task had used up was too long for a line",
        })
    }
}

/// Reads a log in order and makes its decisions again.
#[derive(Debug)]
pub struct Recomputer<'a> {
    catalog: &'a Catalog,
    policies: HashMap<SmolStr, Policy>,
    settings: HashMap<SmolStr, Settings>,
}

impl<'a> Recomputer<'a> {
    /// One for a log whose home has this catalogue.
    pub fn new(catalog: &'a Catalog) -> Self {
        let (policy, settings) = (Policy::fallback("", 0), Settings::default());
        Self {
            catalog,
            policies: HashMap::from([(policy.hash(), policy)]),
            settings: HashMap::from([(settings.text.hash.clone(), settings)]),
        }
    }

    /// Takes the next line. `None` for one that holds no decision.
    pub fn take(&mut self, entry: &Entry) -> Option<Recomputed> {
        self.learn(entry);
        let record = entry.event.decision.as_ref()?;
        Some(match self.again(record) {
            Ok(recomputed) => recomputed,
            Err(missing) => Recomputed::Beyond(missing),
        })
    }

    /// Takes what the next line says about bounds and settings, and judges nothing.
    pub fn learn(&mut self, entry: &Entry) {
        match entry.event.kind {
            EventKind::PolicyCompiled | EventKind::PolicyAmended => self.learn_policy(entry),
            EventKind::SettingsRead => self.learn_settings(entry),
            _ => {}
        }
    }

    /// The bounds that a decision rests on, where a line before it held them.
    pub fn policy(&self, basis: &Basis) -> Option<&Policy> {
        self.policies.get(&basis.policy)
    }

    /// The settings that a decision rests on, where a line before it held them.
    pub fn settings(&self, basis: &Basis) -> Option<&Settings> {
        self.settings.get(&basis.settings)
    }

    fn learn_policy(&mut self, entry: &Entry) {
        let content = entry.event.more.get("content").cloned().unwrap_or_default();
        let Ok(policy) = serde_json::from_value::<Policy>(content) else {
            return;
        };
        // A secret that was taken out of the line shows in the hash.
        let hash = policy.hash();
        if text(entry, "policy_hash") == Some(hash.as_str()) {
            self.policies.insert(hash, policy);
        }
    }

    fn learn_settings(&mut self, entry: &Entry) {
        let Some(user) = text(entry, "user") else {
            return;
        };
        let project = text(entry, "project");
        let hash = SettingsText::new(user, project).hash;
        if text(entry, "settings_hash") != Some(hash.as_str()) {
            return;
        }
        let source = |text: &str| SourceText::new(std::path::Path::new("the log"), text);
        let project = project.map(source);
        if let Ok(settings) = settings::read(&source(user), project.as_ref()) {
            self.settings.insert(hash, settings);
        }
    }

    /// What this engine decides from what a line holds, and what of it that rests on.
    pub fn decision(&self, record: &DecisionRecord) -> Result<(Decision, Source), Missing> {
        let basis = record.basis.as_ref().ok_or(Missing::Basis)?;
        let source = self.source(record, basis)?;
        Ok((self.decide(record, basis, source)?, source))
    }

    fn again(&self, record: &DecisionRecord) -> Result<Recomputed, Missing> {
        let basis = record.basis.as_ref().ok_or(Missing::Basis)?;
        let (decision, source) = self.decision(record)?;
        if (decision.verdict, &decision.rule) == (record.verdict, &record.rule) {
            return Ok(Recomputed::Same(source));
        }
        if basis.not_kept.usage {
            return Err(Missing::Usage);
        }
        if basis.not_kept.results {
            return Err(Missing::Results);
        }
        // What is not kept can only have made the answer stricter.
        if source == Source::Effects && record.verdict >= decision.verdict {
            return Err(Missing::Arguments);
        }
        Ok(Recomputed::Differs {
            verdict: decision.verdict,
            rule: decision.rule,
        })
    }

    fn source(&self, record: &DecisionRecord, basis: &Basis) -> Result<Source, Missing> {
        if basis.engine != env!("CARGO_PKG_VERSION") {
            return Err(Missing::Engine);
        }
        if basis.overlays != *self.catalog.overlays() {
            return Err(Missing::Overlays);
        }
        if basis.not_kept.args.is_empty() {
            return Ok(Source::Arguments);
        }
        if record.effects.is_empty() {
            return Err(Missing::Arguments);
        }
        Ok(Source::Effects)
    }

    fn decide(
        &self,
        record: &DecisionRecord,
        basis: &Basis,
        source: Source,
    ) -> Result<Decision, Missing> {
        let policy = self.policy(basis).ok_or(Missing::Policy)?;
        let settings = self.settings(basis).ok_or(Missing::Settings)?;
        let call = ToolCall {
            unreadable: basis.unreadable.clone(),
            ..ToolCall::new(record.tool.clone(), record.args.clone())
        };
        let effects = match source {
            Source::Arguments => effects::effects(&call, &basis.environment, self.catalog),
            Source::Effects => record.effects.clone(),
        };
        let session = basis.session.clone().unwrap_or(SessionState::Live);
        let mut situation = Situation {
            call: &call,
            effects: &effects,
            environment: &basis.environment,
            policy,
            session: &session,
            standing: &settings.standing,
            lineage: &Lineage::default(),
            usage: &basis.usage.clone().unwrap_or_default(),
            approved: &[],
            auto_answer: basis.auto_answer,
            // Where no session is known nobody can have agreed to less.
            strict_yolo: settings.strict_yolo || session == SessionState::Unknown,
            now: basis.now,
        };
        let decision = decide::decide(&situation);
        if !basis.approved {
            return Ok(decision);
        }
        // The approval is of this very call, whatever the fingerprint of what is kept of it.
        let approved = [decision.fingerprint];
        situation.approved = &approved;
        Ok(decide::decide(&situation))
    }
}

fn text<'a>(entry: &'a Entry, name: &str) -> Option<&'a str> {
    entry.event.more.get(name).and_then(Value::as_str)
}
