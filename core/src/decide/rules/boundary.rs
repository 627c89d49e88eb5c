//! "Only ...": what the owner confined the task to holds for reads too.
//!
//! Every target of the kinds that the words name must be inside, compared by whole labels and
//! components; a target that the call does not show is outside.
//! Example: "only use docs.python.org", "nothing outside ~/notes".

use crate::decide::case::Case;
use crate::decide::constraint::{Dimension, reaches_network};
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Certainty, Effect, Marks, RiskClass, Stage, Verdict};
use crate::policy::{Boundary, TargetSet, target_text};

pub(crate) const RULE: Rule = Rule {
    id: "boundary",
    stage: Stage::Prohibition,
    summary: "outside what the owner confined the task to",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for boundary in &case.situation.policy.boundaries {
        for (place, effect) in case.effects() {
            if !boundary.scope.includes(effect) {
                continue;
            }
            let Some(fault) = outside(boundary, effect, case) else {
                continue;
            };
            let words = boundary.cites.quote.trim();
            opinions.citing(
                place,
                Verdict::Block,
                format!("{fault}, and the task is confined by `{words}`"),
                words.to_owned(),
            );
        }
    }
}

/// What is outside, in words; `None` when everything is inside.
fn outside(boundary: &Boundary, effect: &Effect, case: &Case<'_>) -> Option<String> {
    let within = &boundary.within;
    let sets = [
        (Dimension::Recipients, &within.recipients),
        (Dimension::Hosts, &within.hosts),
        (Dimension::Paths, &within.paths),
        (Dimension::Resources, &within.resources),
    ];
    sets.into_iter()
        .filter_map(|(dimension, set)| Some((dimension, set.as_ref()?)))
        .find_map(|(dimension, set)| outside_set(dimension, set, effect, case))
        .or_else(|| outside_programs(within.programs.as_deref()?, effect))
}

fn outside_set(
    dimension: Dimension,
    set: &TargetSet,
    effect: &Effect,
    case: &Case<'_>,
) -> Option<String> {
    let mut seen = false;
    for target in effect
        .targets
        .iter()
        .filter(|target| dimension.holds(target))
    {
        seen = true;
        let inside = set.contains(target)
            || set
                .described()
                .any(|described| case.situation.lineage.fills(described, target).is_some());
        if !inside {
            return Some(format!(
                "the {} `{}` is outside",
                dimension.word(),
                target_text(target)
            ));
        }
    }
    let hidden = effect.certainty != Certainty::Exact || (!seen && expects(dimension, effect));
    hidden.then(|| format!("its {} cannot be verified", dimension.word()))
}

/// Whether an effect of this kind always has a target of this kind.
fn expects(dimension: Dimension, effect: &Effect) -> bool {
    match dimension {
        Dimension::Hosts => reaches_network(effect),
        Dimension::Paths => effect.capability.domain() == "file",
        Dimension::Recipients => {
            effect.risk == RiskClass::Communication
                || effect.marks.contains(Marks::OPAQUE_RECIPIENT)
        }
        Dimension::Resources | Dimension::Programs => false,
    }
}

fn outside_programs(programs: &[String], effect: &Effect) -> Option<String> {
    let program = effect.program.as_deref()?;
    (!programs
        .iter()
        .any(|name| crate::policy::runs(program, name)))
    .then(|| format!("the program `{program}` is outside"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::{Host, Target, UrlTarget};
    use crate::policy::{Citation, Constraint, Scope, TargetPattern};

    fn fetch(host: &str) -> Effect {
        effect("net.fetch", RiskClass::Read).with(Target::Url(UrlTarget {
            url: format!("https://{host}/"),
            host: Some(Host::from_normalised(host)),
        }))
    }

    fn world() -> World {
        let mut world = World::full_trust();
        world.policy.boundaries.push(Boundary {
            scope: Scope::capability("net.*"),
            within: Constraint {
                hosts: Some(TargetSet(vec![TargetPattern::Domain(
                    Host::from_normalised("docs.example"),
                )])),
                ..Constraint::default()
            },
            cites: Citation::named("only use docs.example"),
        });
        world
    }

    #[test]
    fn hosts_are_compared_by_whole_labels() {
        world().expect(&[fetch("docs.example")], Verdict::Allow, "task-grant");
        world().expect(&[fetch("a.docs.example")], Verdict::Allow, "task-grant");
        world().expect(
            &[fetch("docs.example.evil.example")],
            Verdict::Block,
            RULE.id,
        );
        world().expect(&[fetch("xdocs.example")], Verdict::Block, RULE.id);
    }

    #[test]
    fn a_target_that_is_not_shown_is_outside() {
        world().expect(
            &[effect("net.search", RiskClass::Read)],
            Verdict::Block,
            RULE.id,
        );
        let unresolved =
            fetch("docs.example").uncertain(Certainty::Unresolved, "`$H` is not known");
        world().expect(&[unresolved], Verdict::Block, RULE.id);
        world().expect(
            &[effect("file.read", RiskClass::Read)],
            Verdict::Allow,
            "task-grant",
        );
    }
}
