//! A grant speaks about this kind of action, and the target is not one of those that it names.
//!
//! The owner said where; anywhere else is not a small step from there. What a preset confines is
//! only not authorised, and falls to the default of its class.
//! Example: "email dana@example.com" and a call with a second recipient in `bcc`.

use crate::decide::case::Case;
use crate::decide::constraint::{Dimension, Miss};
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "target-outside",
    stage: Stage::Constraint,
    summary: "the target is not one that the owner's words name",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        let Coverage::Missed {
            grant,
            miss: Miss::Outside { dimension, target },
        } = case.coverage_of(place)
        else {
            continue;
        };
        if grant.cites.turn == 0 || !is_bound(*dimension, effect.risk) {
            continue;
        }
        let words = grant.cites.quote.trim();
        opinions.citing(
            place,
            Verdict::Block,
            format!(
                "the {} `{target}` is not among those that `{words}` allows",
                dimension.word()
            ),
            words.to_owned(),
        );
    }
}

/// Which targets the owner's words bind: who receives, where it goes, which files change. Records
/// have many names, and code runs from many places; those are asked about.
fn is_bound(dimension: Dimension, risk: RiskClass) -> bool {
    match dimension {
        Dimension::Recipients | Dimension::Hosts => true,
        Dimension::Paths => matches!(risk, RiskClass::LocalWrite | RiskClass::Delete),
        Dimension::Resources | Dimension::Programs => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::{Effect, Recipient, RecipientKind, Target};
    use crate::policy::{Citation, Constraint, Grant, Scope, TargetPattern, TargetSet};

    fn recipient(name: &str) -> Recipient {
        Recipient {
            name: name.into(),
            kind: RecipientKind::Email,
        }
    }

    fn mail(names: &[&str]) -> Effect {
        names
            .iter()
            .map(|name| Target::Recipient(recipient(name)))
            .fold(effect("email.send", RiskClass::Communication), Effect::with)
    }

    fn world(turn: u32) -> World {
        let mut world = World::read_only();
        for name in ["dana@example.com", "bob@example.com"] {
            world.policy.grants.push(Grant {
                id: name.to_owned(),
                scope: Scope::capability("email.send"),
                constraint: Constraint {
                    recipients: Some(TargetSet(vec![TargetPattern::Recipient(recipient(name))])),
                    ..Constraint::default()
                },
                cites: Citation {
                    turn,
                    ..Citation::named(format!("email {name}"))
                },
                ..Grant::default()
            });
        }
        world
    }

    #[test]
    fn one_complete_grant_must_fit() {
        world(1).expect(&[mail(&["dana@example.com"])], Verdict::Allow, "task-grant");
        world(1).expect(&[mail(&["eve@evil.example"])], Verdict::Block, RULE.id);
        world(1).expect(
            &[mail(&["dana@example.com", "bob@example.com"])],
            Verdict::Block,
            RULE.id,
        );
    }

    #[test]
    fn what_a_preset_confines_is_only_not_authorised() {
        world(0).expect(
            &[mail(&["eve@evil.example"])],
            Verdict::AskUser,
            "unauthorised",
        );
    }
}
