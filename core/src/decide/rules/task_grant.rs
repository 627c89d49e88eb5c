//! A grant of the task covers the effect wholly.
//!
//! Where the owner wants to confirm ("if approved", a condition that code cannot check), it asks.
//! Example: "email the agenda to dana@example.com" and exactly that message.

use crate::decide::case::Case;
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "task-grant",
    stage: Stage::Authority,
    summary: "a grant of the task covers it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.effects() {
        match case.coverage_of(place) {
            Coverage::Granted { grant } => {
                let words = grant.cites.quote.trim();
                opinions.citing(
                    place,
                    Verdict::Allow,
                    format!("`{words}` allows it"),
                    words.to_owned(),
                );
            }
            Coverage::Asks { grant, why } => {
                let words = grant.cites.quote.trim();
                opinions.citing(
                    place,
                    Verdict::AskUser,
                    format!("`{words}` allows it after a question: {why}"),
                    words.to_owned(),
                );
            }
            Coverage::Unclaimed | Coverage::Missed { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;
    use crate::policy::{Grant, Scope};

    #[test]
    fn every_effect_needs_its_grant() {
        let mut world = World::read_only();
        world.policy.grants.push(Grant {
            scope: Scope::capability("email.send"),
            ..Grant::default()
        });
        let send = effect("email.send", RiskClass::Communication);
        let delete = effect("email.delete", RiskClass::Delete);
        world.expect(std::slice::from_ref(&send), Verdict::Allow, RULE.id);
        world.expect(&[send, delete], Verdict::Block, "unauthorised");
    }

    #[test]
    fn what_names_no_path_works_on_its_folder() {
        let mut world = World::new(crate::policy::preset::code_task(
            &crate::target::path::absolute("/home/u/proj"),
        ));
        let mut commit = effect("repo.write", RiskClass::LocalWrite);
        world.expect(&[commit.clone()], Verdict::Allow, RULE.id);
        commit.folder = Some(crate::target::path::absolute("/home/u/other"));
        world.expect(&[commit.clone()], Verdict::AskUser, "unauthorised");
        commit.folder = None;
        world.environment.cwd = crate::target::path::absolute("/home/u");
        world.expect(&[commit], Verdict::AskUser, "unauthorised");
    }

    #[test]
    fn what_the_owner_wants_to_confirm_is_asked() {
        let mut world = World::full_trust();
        world
            .policy
            .requires_approval
            .push(Scope::risks([RiskClass::Financial]));
        world.expect(
            &[effect("payment.send", RiskClass::Financial)],
            Verdict::AskUser,
            RULE.id,
        );
        let opaque = crate::model::Effect::opaque(
            crate::model::Capability::CODE_EXEC,
            crate::model::Span::default(),
            "a script",
        );
        world.expect(&[opaque], Verdict::Allow, RULE.id);
    }
}
