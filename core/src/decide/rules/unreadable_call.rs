//! A call whose arguments could not be taken over faithfully is blocked.
//!
//! What is decided must be what runs; with lost characters or a part cut off it is not.
//! Example: an argument with a lone surrogate, arguments nested a thousand deep.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "unreadable-call",
    stage: Stage::Guard,
    summary: "its arguments cannot be read",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    if let Some(why) = &case.situation.call.unreadable {
        opinions.call(
            Verdict::Block,
            format!("its arguments cannot be read: {why}"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn even_a_read_is_blocked() {
        let mut world = World::full_trust();
        world.call.unreadable = Some("a lone surrogate".into());
        world.expect(
            &[effect("file.read", RiskClass::Read)],
            Verdict::Block,
            RULE.id,
        );
    }
}
