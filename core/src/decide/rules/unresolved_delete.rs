//! A deletion whose target the call does not show is asked about, also in tasks that may delete.
//!
//! With the variable unset, `rm -rf "$DIR"/` is `rm -rf /`.
//! Example: `rm -rf ${BUILD}/`, `find $X -delete`.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Certainty, RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "unresolved-delete",
    stage: Stage::Guard,
    summary: "deletes something that the call does not show",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        let unknown = effect.risk == RiskClass::Delete
            && effect.certainty != Certainty::Exact
            && effect.paths().next().is_none();
        if unknown {
            let reason = match &effect.why {
                Some(why) => format!("what it would delete is not known: {why}"),
                None => "what it would delete is not known".to_owned(),
            };
            opinions.about(place, Verdict::AskUser, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};

    #[test]
    fn an_unknown_target_is_asked_about_and_a_known_one_is_not() {
        let known = on_path("file.delete", RiskClass::Delete, "/home/u/proj/build");
        let unknown = effect("file.delete", RiskClass::Delete)
            .uncertain(Certainty::Unresolved, "`$BUILD` is not known");
        let world = World::full_trust();
        world.expect(&[known], Verdict::Allow, "task-grant");
        world.expect(&[unknown], Verdict::AskUser, RULE.id);
    }
}
