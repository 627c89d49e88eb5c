//! A rule of the settings wants a question, whatever the task says.
//!
//! Example: `[[rule]] verdict = "ask", effect = "COMMUNICATION"`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule, in_words};
use crate::model::{Stage, Verdict};
use crate::settings::RuleVerdict;

pub(crate) const RULE: Rule = Rule {
    id: "standing-ask",
    stage: Stage::StandingDeny,
    summary: "a rule of the settings asks about it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        for rule in case.standing(place) {
            if rule.verdict != RuleVerdict::Ask {
                continue;
            }
            let why = if rule.reason.is_empty() {
                String::new()
            } else {
                format!(": {}", rule.reason)
            };
            opinions.citing(
                place,
                Verdict::AskUser,
                format!(
                    "the rule `{}` asks about {}{why}",
                    rule.id,
                    in_words(effect)
                ),
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
    fn a_question_stands_against_a_grant_and_an_approval_answers_it() {
        let action = [effect("x.y", RiskClass::ExternalWrite)];
        let mut world = World::full_trust();
        world.rules("[[rule]]\nverdict = 'ask'\ncapability = 'x.*'\n");
        world.expect(&action, Verdict::AskUser, RULE.id);
        world.approved = vec![world.decide(&action).fingerprint];
        world.expect(&action, Verdict::Allow, "approved-action");
    }
}
