//! A situation with what several rules need worked out once.

use std::borrow::Cow;
use std::cell::OnceCell;

use smol_str::SmolStr;

use super::coverage::{self, Coverage};
use super::fingerprint;
use super::situation::Situation;
use crate::model::{AbsPath, Effect, Environment, Marks, PathTarget, RiskClass};
use crate::policy::folded;
use crate::settings::StandingRule;
use crate::target::path::absolute;
use crate::target::sensitive;

/// What the rules look at.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) situation: &'a Situation<'a>,
    /// What the task's grants say, one per effect.
    pub(crate) coverage: Vec<Coverage<'a>>,
    pub(crate) fingerprint: SmolStr,
    /// The rules of the settings that speak about each effect.
    standing: Vec<Vec<&'a StandingRule>>,
    /// What a guard must notice, one per effect: what the analyser marked, and what the paths say.
    marks: Vec<Marks>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(situation: &'a Situation<'a>) -> Self {
        Self {
            situation,
            coverage: coverage::of(situation),
            standing: standing_of(situation),
            fingerprint: fingerprint::of(situation.call, situation.effects, situation.environment),
            marks: marks_of(situation),
        }
    }

    /// The effects with their places.
    pub(crate) fn effects(&self) -> impl Iterator<Item = (usize, &'a Effect)> {
        self.situation.effects.iter().enumerate()
    }

    /// The effects that change something, with their places.
    pub(crate) fn consequential(&self) -> impl Iterator<Item = (usize, &'a Effect)> {
        self.effects()
            .filter(|(_, effect)| effect.risk.is_consequential())
    }

    /// What a guard must notice about an effect.
    pub(crate) fn marks(&self, effect: usize) -> Marks {
        self.marks.get(effect).copied().unwrap_or_default()
    }

    /// The rules of the settings that speak about an effect.
    pub(crate) fn standing(&self, effect: usize) -> &[&'a StandingRule] {
        self.standing.get(effect).map_or(&[], Vec::as_slice)
    }

    /// What the grants say about an effect.
    pub(crate) fn coverage_of(&self, effect: usize) -> &Coverage<'a> {
        self.coverage.get(effect).unwrap_or(&Coverage::Unclaimed)
    }

    /// Whether a human approved exactly this action.
    pub(crate) fn is_approved(&self) -> bool {
        self.situation.approved.contains(&self.fingerprint)
    }
}

fn standing_of<'a>(situation: &Situation<'a>) -> Vec<Vec<&'a StandingRule>> {
    if situation.standing.rules().is_empty() {
        return Vec::new();
    }
    let rules = situation
        .standing
        .for_call(situation.call, situation.environment, situation.now);
    situation
        .effects
        .iter()
        .map(|effect| rules.matching(effect))
        .collect()
}

fn marks_of(situation: &Situation<'_>) -> Vec<Marks> {
    let folded = OnceCell::new();
    let of_effect = |effect: &Effect| {
        let writes = matches!(
            effect.risk,
            RiskClass::LocalWrite | RiskClass::Delete | RiskClass::PermissionChange
        );
        effect.paths().fold(effect.marks, |marks, target| {
            marks | marks_of_path(target, situation, writes, &folded)
        })
    };
    situation.effects.iter().map(of_effect).collect()
}

/// What a path says in the spelling of the call, and with letter case and compatibility forms
/// folded: some file systems take both for one file.
fn marks_of_path(
    target: &PathTarget,
    situation: &Situation<'_>,
    writes: bool,
    folded_environment: &OnceCell<Environment>,
) -> Marks {
    let environment = situation.environment;
    let mut marks = sensitive::marks(target, environment, writes);
    if let Cow::Owned(text) = folded(target.path.as_str()) {
        let target = PathTarget {
            path: absolute(&text),
            reach: target.reach,
        };
        let environment = folded_environment.get_or_init(|| with_folded_homes(environment));
        marks |= sensitive::marks(&target, environment, writes);
    }
    if situation.standing.is_secret(target, environment) {
        marks |= Marks::SECRET;
    }
    marks |= situation.usage.marks_of(&target.path, &environment.cwd);
    if writes && situation.standing.protects(target, environment) {
        marks |= Marks::SELF_PROTECTION;
    }
    marks
}

/// The homes as a folded path names them.
fn with_folded_homes(environment: &Environment) -> Environment {
    let fold = |path: &AbsPath| absolute(&folded(path.as_str()));
    Environment {
        cwd: environment.cwd.clone(),
        home: fold(&environment.home),
        hermes_home: fold(&environment.hermes_home),
        links: Vec::new(),
        case_insensitive: environment.case_insensitive,
    }
}
