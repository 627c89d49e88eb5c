//! Reads need no authority: nothing changes, and only the request leaves.
//!
//! An agent that may not look cannot plan. Guards, prohibitions and boundaries hold for reads too.
//! Example: `rg TODO src`, listing a calendar.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Certainty, RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "read-default",
    stage: Stage::Default,
    summary: "reads are allowed",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        if effect.risk.is_consequential() {
            continue;
        }
        let changed = case
            .situation
            .policy
            .defaults
            .iter()
            .find(|(risk, _)| *risk == RiskClass::Read);
        match changed {
            Some((_, verdict)) => opinions.about(place, *verdict, "the policy's default for reads"),
            None if effect.certainty == Certainty::Opaque => opinions.about(
                place,
                Verdict::AskUser,
                "it is not known whether it only reads",
            ),
            None => opinions.about(place, Verdict::Allow, "reads are allowed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};

    #[test]
    fn a_read_needs_no_grant() {
        let read = effect("file.read", RiskClass::Read);
        World::read_only().expect(std::slice::from_ref(&read), Verdict::Allow, RULE.id);
        let opaque = read.uncertain(Certainty::Opaque, "code");
        World::read_only().expect(&[opaque], Verdict::AskUser, RULE.id);
    }
}
