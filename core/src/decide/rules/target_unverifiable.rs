//! A grant speaks about this kind of action, and nothing shows that the target is one of those
//! that it names.
//!
//! The target is hidden in the call, or the owner described it and no earlier result proves it.
//! Example: "email dana@example.com" and a reply whose recipients are those of a thread.

use crate::decide::case::Case;
use crate::decide::constraint::Miss;
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "target-unverifiable",
    stage: Stage::Constraint,
    summary: "nothing shows that the target is one that the owner's words name",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.consequential() {
        let Coverage::Missed { grant, miss } = case.coverage_of(place) else {
            continue;
        };
        if grant.cites.turn == 0 {
            continue;
        }
        let words = grant.cites.quote.trim();
        let reason = match miss {
            Miss::Unverifiable { dimension, why } => format!(
                "the {} cannot be checked against `{words}`: {why}",
                dimension.word()
            ),
            Miss::NoAmount => format!("the call does not say how much, and `{words}` sets a limit"),
            Miss::HiddenCode => format!(
                "it runs code that the call does not show, and `{words}` does not cover that"
            ),
            _ => continue,
        };
        opinions.citing(place, Verdict::AskUser, reason, words.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::{Certainty, Recipient, RecipientKind, RiskClass, Target};
    use crate::policy::{Citation, Constraint, Grant, Scope, TargetPattern, TargetSet};

    #[test]
    fn a_hidden_recipient_is_asked_about() {
        let dana = Recipient {
            name: "dana@example.com".into(),
            kind: RecipientKind::Email,
        };
        let mut world = World::read_only();
        world.policy.grants.push(Grant {
            scope: Scope::capability("email.send"),
            constraint: Constraint {
                recipients: Some(TargetSet(vec![TargetPattern::Recipient(dana.clone())])),
                ..Constraint::default()
            },
            cites: Citation {
                turn: 1,
                ..Citation::named("email dana")
            },
            ..Grant::default()
        });
        let none = effect("email.send", RiskClass::Communication);
        world.expect(std::slice::from_ref(&none), Verdict::AskUser, RULE.id);
        let more = none
            .with(Target::Recipient(dana))
            .uncertain(Certainty::Unresolved, "`$CC` is not known");
        world.expect(&[more], Verdict::AskUser, RULE.id);
    }
}
