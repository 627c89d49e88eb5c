//! Whether the owner's own words ask for exactly this, so that a guard's question was answered
//! before it was put.

use super::case::Case;
use super::coverage::Coverage;
use crate::model::{Effect, PathTarget};
use crate::policy::{Grant, TargetPattern};

/// Whether a grant of the owner's words (never a preset, never "everything") covers the effect
/// and names it: its paths one by one, or, for an effect without paths, its very capability.
pub(crate) fn is_named(case: &Case<'_>, effect: &Effect) -> bool {
    let place = case
        .effects()
        .find(|(_, other)| std::ptr::eq(*other, effect))
        .map(|(place, _)| place);
    let Some(Coverage::Granted { grant }) = place.map(|place| case.coverage_of(place)) else {
        return false;
    };
    grant.cites.turn > 0
        && names_capability(grant, effect)
        && effect.paths().all(|target| names_path(grant, target))
}

fn names_capability(grant: &Grant, effect: &Effect) -> bool {
    grant
        .scope
        .capabilities
        .iter()
        .any(|pattern| pattern.as_str() != "*" && pattern.matches(&effect.capability))
}

fn names_path(grant: &Grant, target: &PathTarget) -> bool {
    let Some(paths) = &grant.constraint.paths else {
        return false;
    };
    paths.0.iter().any(|pattern| match pattern {
        TargetPattern::Path(path) | TargetPattern::Tree(path) => *path == target.path,
        _ => false,
    })
}
