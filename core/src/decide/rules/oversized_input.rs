//! What is too large to be read wholly is blocked, with the budget named by the effect.
//!
//! Deciding on the part that fits would let the part behind it hide.
//! Example: a command of two megabytes.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "oversized-input",
    stage: Stage::Guard,
    summary: "larger than a budget allows; the rest was not read",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        if case.marks(place).contains(Marks::OVERSIZED) {
            opinions.about(
                place,
                Verdict::Block,
                match &effect.why {
                    Some(why) => format!("it is too large to be read wholly: {why}"),
                    None => "it is too large to be read wholly".to_owned(),
                },
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
        let plain = effect("x.y", RiskClass::Execution);
        let marked = plain.clone().marked(Marks::OVERSIZED);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::Block, RULE.id);
    }
}
