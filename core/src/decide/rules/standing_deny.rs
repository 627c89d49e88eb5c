//! A rule of the settings denies it, whatever the task says.
//!
//! Deny beats ask beats allow, and the order of the rules in the file does not matter.
//! Example: `[[rule]] verdict = "deny", program = "git push"`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule, in_words};
use crate::model::{Stage, Verdict};
use crate::settings::RuleVerdict;

pub(crate) const RULE: Rule = Rule {
    id: "standing-deny",
    stage: Stage::StandingDeny,
    summary: "a rule of the settings denies it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        for rule in case.standing(place) {
            if rule.verdict != RuleVerdict::Deny {
                continue;
            }
            let why = if rule.reason.is_empty() {
                String::new()
            } else {
                format!(": {}", rule.reason)
            };
            opinions.citing(
                place,
                Verdict::Block,
                format!("the rule `{}` denies {}{why}", rule.id, in_words(effect)),
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
    fn deny_beats_ask_beats_allow_in_any_order() {
        let rule = |verdict: &str| format!("[[rule]]\nverdict = '{verdict}'\ncapability = 'x.y'\n");
        let action = [effect("x.y", RiskClass::ExternalWrite)];
        for (rules, verdict, id) in [
            (["allow", "ask", "deny"], Verdict::Block, "standing-deny"),
            (["deny", "allow", "ask"], Verdict::Block, "standing-deny"),
            (["ask", "allow", "allow"], Verdict::AskUser, "standing-ask"),
            (["allow", "allow", "ask"], Verdict::AskUser, "standing-ask"),
            (
                ["allow", "allow", "allow"],
                Verdict::Allow,
                "standing-allow",
            ),
        ] {
            let mut world = World::read_only();
            world.rules(&rules.map(rule).join("\n"));
            world.expect(&action, verdict, id);
        }
    }
}
