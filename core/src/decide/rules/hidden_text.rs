//! Text that hides from the reader, or that its own interpreter would not accept, is asked about.
//!
//! Bidirectional and zero-width characters show a person another text than runs; a command that
//! does not parse may still run its first lines.
//! Example: a file name with U+202E, `rm -rf \"` with an open quote.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "hidden-text",
    stage: Stage::Guard,
    summary: "characters that hide text, or text that cannot be read",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        if case
            .marks(place)
            .intersects(Marks::HIDDEN_TEXT | Marks::UNPARSABLE)
        {
            opinions.about(
                place,
                Verdict::AskUser,
                match &effect.why {
                    Some(why) => format!("its text cannot be read for certain: {why}"),
                    None => "characters hide part of its text".to_owned(),
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
        let marked = plain.clone().marked(Marks::HIDDEN_TEXT);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::AskUser, RULE.id);
    }
}
