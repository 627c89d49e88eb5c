//! A rule of the settings allows what the task alone would not.
//!
//! It stands in for a grant: guards, prohibitions, boundaries and the words of the task that name
//! other targets still hold.
//! Example: `[[rule]] verdict = "allow", program = "cargo test"`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule, in_words};
use crate::model::{Stage, Verdict};
use crate::settings::RuleVerdict;

pub(crate) const RULE: Rule = Rule {
    id: "standing-allow",
    stage: Stage::StandingAllow,
    summary: "a rule of the settings allows it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        for rule in case.standing(place) {
            if rule.verdict != RuleVerdict::Allow {
                continue;
            }
            let why = if rule.reason.is_empty() {
                String::new()
            } else {
                format!(": {}", rule.reason)
            };
            opinions.citing(
                place,
                Verdict::Allow,
                format!("the rule `{}` allows {}{why}", rule.id, in_words(effect)),
                rule.place.clone(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn it_stands_in_for_a_grant_and_nothing_more() {
        let allow = "[[rule]]\nverdict = 'allow'\ncapability = 'x.y'\n";
        let mut world = World::read_only();
        world.rules(allow);
        let action = effect("x.y", RiskClass::Delete);
        world.expect(std::slice::from_ref(&action), Verdict::Allow, RULE.id);
        world.expect(
            &[effect("x.z", RiskClass::Delete)],
            Verdict::Block,
            "unauthorised",
        );
        let guarded = action.marked(crate::model::Marks::CATASTROPHE);
        world.expect(&[guarded], Verdict::Block, "host-catastrophe");
    }
}
