//! What cannot be undone and takes everything with it is blocked, whoever asked.
//!
//! Example: `rm -rf /`, `mkfs /dev/sda`, deleting every bucket of a cloud account.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "host-catastrophe",
    stage: Stage::Guard,
    summary: "destroys the machine, the home, a disk, or all of an account",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.consequential() {
        if case.marks(place).contains(Marks::CATASTROPHE) {
            opinions.about(
                place,
                Verdict::Block,
                "it would destroy the machine, the home folder, a disk, or all of an account",
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
        let plain = effect("x.y", RiskClass::Delete);
        let marked = plain.clone().marked(Marks::CATASTROPHE);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::Block, RULE.id);
    }
}
