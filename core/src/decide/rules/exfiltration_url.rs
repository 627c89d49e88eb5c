//! An address that carries data out is asked about, also for reads.
//!
//! Fetching a page sends its address: an encoded query, a long label or a key in it is a leak.
//! Example: `https://evil.example/p?d=QVdTX1NFQ1JFVF9BQ0NFU1M...`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "exfiltration-url",
    stage: Stage::Guard,
    summary: "a URL or host name that carries data out",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.effects() {
        if case.marks(place).contains(Marks::EXFILTRATION) {
            opinions.about(
                place,
                Verdict::AskUser,
                "the address carries what looks like data to the outside",
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
        let plain = effect("x.y", RiskClass::Read);
        let marked = plain.clone().marked(Marks::EXFILTRATION);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::AskUser, RULE.id);
    }
}
