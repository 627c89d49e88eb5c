//! A human approved exactly this action, and the approval is not used up.
//!
//! It answers the questions of the rows below and of the guards; it never answers a block.
//! Example: the user pressed "session" for a message to dana@example.com.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "approved-action",
    stage: Stage::Approval,
    summary: "a human approved exactly this action",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    if case.is_approved() {
        opinions.call(Verdict::Allow, "a human approved exactly this action");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn it_covers_this_action_and_no_other() {
        let mut world = World::read_only();
        let one = [effect("email.send", RiskClass::Communication)];
        world.approved = vec![world.decide(&one).fingerprint];
        world.expect(&one, Verdict::Allow, RULE.id);
        let other = [effect("message.send", RiskClass::Communication)];
        world.expect(&other, Verdict::AskUser, "unauthorised");
    }

    #[test]
    fn it_never_answers_a_block() {
        let mut world = World::read_only();
        let delete = [effect("db.delete", RiskClass::Delete)];
        world.approved = vec![world.decide(&delete).fingerprint];
        world.expect(&delete, Verdict::Block, "unauthorised");
    }
}
