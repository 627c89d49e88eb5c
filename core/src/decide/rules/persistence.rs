//! What outlives the call is asked about: start-up files, scheduled jobs, services, git hooks,
//! the agent's own memory and skills.
//!
//! It acts later, when nobody looks, and in sessions that know nothing of this task. What the
//! user's words name exactly ("remember that ...") was asked for.
//! Example: `echo ... >> ~/.bashrc`, `crontab -`, a write below `.git/hooks`.

use crate::decide::case::Case;
use crate::decide::named::is_named;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "persistence",
    stage: Stage::Guard,
    summary: "outlives the call: start-up files, jobs, services, hooks, memory, skills",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        if !case.marks(place).contains(Marks::PERSISTENCE) || is_named(case, effect) {
            continue;
        }
        let reason = match effect.paths().next() {
            Some(target) => format!("`{}` acts again later, outside this task", target.path),
            None => "it stays and acts again later, outside this task".to_owned(),
        };
        opinions.about(place, Verdict::AskUser, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::model::RiskClass;
    use crate::policy::{Citation, Grant, Scope};

    #[test]
    fn a_start_up_file_is_asked_about_in_every_task() {
        let write = on_path("file.write", RiskClass::LocalWrite, "/home/u/.bashrc")
            .marked(Marks::PERSISTENCE);
        World::full_trust().expect(&[write], Verdict::AskUser, RULE.id);
    }

    #[test]
    fn memory_that_the_user_asked_for_is_not_asked_about() {
        let mut world = World::read_only();
        world.policy.grants.push(Grant {
            scope: Scope::capability("agent.memory"),
            cites: Citation {
                turn: 1,
                ..Citation::named("remember that")
            },
            ..Grant::default()
        });
        let memory = effect("agent.memory", RiskClass::LocalWrite).marked(Marks::PERSISTENCE);
        world.expect(&[memory], Verdict::Allow, "task-grant");
        let job = effect("schedule.job", RiskClass::Execution).marked(Marks::PERSISTENCE);
        world.expect(&[job], Verdict::AskUser, RULE.id);
    }
}
