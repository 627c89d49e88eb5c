//! A task whose time is over asks for a new message; reads still pass.
//!
//! Authority that was given yesterday should not be found lying around today.
//! Example: 12 hours after the message, `git push` blocks until the user writes again.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "policy-expired",
    stage: Stage::Session,
    summary: "the task is over its time",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let Some(end) = case.situation.policy.expires_at else {
        return;
    };
    if case.situation.now <= end {
        return;
    }
    for (place, _) in case.consequential() {
        opinions.about(
            place,
            Verdict::Block,
            "the task has expired; a new message of the user starts it again",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn an_expired_task_lets_only_reads_through() {
        let mut world = World::full_trust();
        world.policy.expires_at = Some(world.now);
        let write = [effect("file.write", RiskClass::LocalWrite)];
        world.expect(&write, Verdict::Allow, "task-grant");
        world.now += 1;
        world.expect(&write, Verdict::Block, "policy-expired");
        world.expect(
            &[effect("file.read", RiskClass::Read)],
            Verdict::Allow,
            "task-grant",
        );
    }
}
