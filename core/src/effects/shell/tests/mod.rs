//! Commands and what they do, as tables; laws; words against a real bash.

mod diffs;
mod laws;
mod limits;
mod places;
mod tables;
mod words;

use super::command;
use crate::catalog::Catalog;
use crate::effects::{Context, Source};
use crate::model::{Certainty, Effect, Environment, Marks, RiskClass};
use crate::target::path::absolute;

pub(super) fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// Everything that the command does.
pub(super) fn effects(text: &str) -> Vec<Effect> {
    let environment = environment();
    let context = Context::new(Catalog::built_in(), &environment);
    command(&Source::argument("command", text), &context)
}

pub(super) fn worst(text: &str) -> RiskClass {
    effects(text)
        .iter()
        .map(|effect| effect.risk)
        .max()
        .unwrap_or(RiskClass::Unknown)
}

pub(super) fn marks(text: &str) -> Marks {
    effects(text)
        .iter()
        .fold(Marks::empty(), |marks, effect| marks | effect.marks)
}

pub(super) fn is_opaque(text: &str) -> bool {
    effects(text)
        .iter()
        .any(|effect| effect.certainty == Certainty::Opaque)
}

/// The paths of effects of the class.
pub(super) fn paths(text: &str, risk: RiskClass) -> Vec<String> {
    let mut paths: Vec<String> = effects(text)
        .iter()
        .filter(|effect| effect.risk == risk)
        .flat_map(|effect| effect.paths().map(|target| target.path.to_string()))
        .collect();
    paths.sort();
    paths.dedup();
    paths
}
