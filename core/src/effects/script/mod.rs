//! Code that a call carries: read as its interpreter would, so that what it plainly does becomes
//! effects of its own beside the one that says that code runs.

mod javascript;
mod library;
mod other;
mod python;
mod service;
mod stack;
mod touch;

pub(crate) use javascript::javascript;
pub(crate) use other::other;
pub(crate) use python::python;
pub(crate) use touch::shell;

use crate::limits;
use crate::model::{Effect, Marks};

/// Builds the tables that are built on first use otherwise.
pub(crate) fn prepare() {
    javascript::prepare();
    python::prepare();
}

/// The effect that code runs, followed by what it was seen to do, without repetitions.
fn gather(runs: Effect, found: Vec<Effect>) -> Vec<Effect> {
    let mut effects = vec![runs];
    for effect in found {
        if effects.len() >= limits::EFFECTS {
            if let Some(runs) = effects.first_mut() {
                runs.marks |= Marks::OVERSIZED;
            }
            break;
        }
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects
}

/// An effect on one line, for snapshots: class, capability, targets, certainty, marks.
#[cfg(test)]
fn shown(effect: &Effect) -> String {
    let mut line = format!("{} {}", effect.risk, effect.capability);
    let paths = effect.paths().map(|target| target.path.to_string());
    let hosts = effect.hosts().map(ToString::to_string);
    let recipients = effect.recipients().map(|found| found.name.to_string());
    for target in paths.chain(hosts).chain(recipients) {
        line = format!("{line} {target}");
    }
    if effect.certainty != crate::model::Certainty::Exact {
        let certainty = format!("{:?}", effect.certainty).to_lowercase();
        line = format!("{line} ({certainty})");
    }
    let marks: Vec<_> = effect.marks.iter_names().map(|(name, _)| name).collect();
    if !marks.is_empty() {
        line = format!("{line} {marks:?}");
    }
    line
}
