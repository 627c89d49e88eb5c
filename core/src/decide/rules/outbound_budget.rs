//! How many consequential effects may leave the machine in one task.
//!
//! A runaway agent does one allowed thing a thousand times.
//! Example: an outbound budget of 20, and the twenty-first message.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::decide::usage::leaves;
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "outbound-budget",
    stage: Stage::Constraint,
    summary: "too many effects left the machine in this task",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let Some(max) = case.situation.policy.outbound_budget else {
        return;
    };
    let mut used = case.situation.usage.outbound;
    for (place, effect) in case.effects() {
        if !leaves(effect) {
            continue;
        }
        used = used.saturating_add(1);
        if used > max {
            opinions.about(
                place,
                Verdict::Block,
                format!("the task may change other systems {max} times, and that is used up"),
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
    fn the_last_one_passes_and_the_next_does_not() {
        let mut world = World::full_trust();
        world.policy.outbound_budget = Some(2);
        let send = effect("email.send", RiskClass::Communication);
        world.usage.outbound = 1;
        world.expect(std::slice::from_ref(&send), Verdict::Allow, "task-grant");
        world.expect(&[send.clone(), send.clone()], Verdict::Block, RULE.id);
        world.usage.outbound = 2;
        world.expect(&[send], Verdict::Block, RULE.id);
    }
}
