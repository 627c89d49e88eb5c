//! Nothing in the task allows this effect: the default of its class.
//!
//! What destroys, changes permissions or spends is blocked; the rest is asked about.
//! Example: in a task to explain code, `git push` asks and `rm -rf src` blocks.

use crate::decide::case::Case;
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule, in_words};
use crate::model::{RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "unauthorised",
    stage: Stage::Default,
    summary: "nothing in the task allows it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let defaults = &case.situation.policy.defaults;
    for (place, effect) in case.consequential() {
        let covered = matches!(
            case.coverage_of(place),
            Coverage::Granted { .. } | Coverage::Asks { .. }
        );
        if covered {
            continue;
        }
        let verdict = defaults
            .iter()
            .find(|(risk, _)| *risk == effect.risk)
            .map_or(default_of(effect.risk), |(_, verdict)| *verdict);
        let nearest = match case.coverage_of(place) {
            Coverage::Missed { grant, .. } => {
                format!("; `{}` does not cover it", grant.cites.quote.trim())
            }
            _ => String::new(),
        };
        opinions.about(
            place,
            verdict,
            format!(
                "nothing in the task allows {}: {}{nearest}",
                effect.risk.in_words(),
                in_words(effect)
            ),
        );
    }
}

/// The answer about an unauthorised effect of a class.
const fn default_of(risk: RiskClass) -> Verdict {
    match risk {
        RiskClass::Read => Verdict::Allow,
        RiskClass::LocalWrite
        | RiskClass::Execution
        | RiskClass::ExternalWrite
        | RiskClass::Communication
        | RiskClass::Unknown => Verdict::AskUser,
        RiskClass::Delete | RiskClass::PermissionChange | RiskClass::Financial => Verdict::Block,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};

    #[test]
    fn the_class_decides() {
        let world = World::read_only();
        for risk in RiskClass::ALL
            .into_iter()
            .filter(|risk| risk.is_consequential())
        {
            world.expect(&[effect("x.y", risk)], default_of(risk), RULE.id);
        }
    }

    #[test]
    fn a_policy_may_set_another_default() {
        let mut world = World::read_only();
        world
            .policy
            .defaults
            .push((RiskClass::Delete, Verdict::AskUser));
        world.expect(
            &[effect("db.delete", RiskClass::Delete)],
            Verdict::AskUser,
            RULE.id,
        );
    }
}
