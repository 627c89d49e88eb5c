//! Another profile's files are another agent's: writes into them are asked about.
//!
//! Example: a call with `cross_profile=true`, a write below `~/.hermes/profiles/work`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "other-profile",
    stage: Stage::Guard,
    summary: "writes into another profile of the host",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.consequential() {
        if case.marks(place).contains(Marks::CROSS_PROFILE) {
            opinions.about(
                place,
                Verdict::AskUser,
                "it reaches into another profile of the host",
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
    fn a_marked_effect_is_stopped_whatever_the_policy_says() {
        let plain = effect("x.y", RiskClass::LocalWrite);
        let marked = plain.clone().marked(Marks::CROSS_PROFILE);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::AskUser, RULE.id);
    }
}
