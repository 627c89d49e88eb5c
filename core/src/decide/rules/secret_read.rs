//! Reading a key, token, credential store or `.env` file is asked about, also in tasks that may
//! do anything.
//!
//! What the agent has read it can repeat. A file that the user's own words name exactly was asked
//! for already.
//! Example: `cat ~/.ssh/id_rsa`, `read_file` of `.env`, `gh auth token`, `/proc/self/environ`.

use crate::decide::case::Case;
use crate::decide::named::is_named;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Effect, Marks, RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "secret-read",
    stage: Stage::Guard,
    summary: "reads a key, token or credential store",
    judge,
};

/// Programs that name files and do not show what is in them.
const LISTERS: [&str; 12] = [
    "ls", "find", "stat", "du", "tree", "file", "test", "[", "realpath", "readlink", "basename",
    "dirname",
];
/// Programs that search every file below a folder.
const SEARCHERS: [&str; 6] = ["grep", "egrep", "fgrep", "rg", "ag", "ack"];

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        if !reads_secret(case, place, effect) || is_named(case, effect) {
            continue;
        }
        let what = match effect.paths().next() {
            Some(target) => format!("`{}`", target.path),
            None => "a secret".to_owned(),
        };
        opinions.about(
            place,
            Verdict::AskUser,
            format!("it would read {what}, which holds keys, tokens or passwords"),
        );
    }
}

fn reads_secret(case: &Case<'_>, place: usize, effect: &Effect) -> bool {
    let program = effect.program.as_deref().unwrap_or_default();
    let home = &case.situation.environment.home;
    let searches_home =
        SEARCHERS.contains(&program) && effect.paths().any(|target| home.is_within(&target.path));
    let changes = matches!(
        effect.risk,
        RiskClass::LocalWrite | RiskClass::Delete | RiskClass::PermissionChange
    );
    let lists = LISTERS.contains(&program) && effect.risk == RiskClass::Read;
    searches_home || (case.marks(place).contains(Marks::SECRET) && !changes && !lists)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, on_path};
    use crate::policy::{Citation, Constraint, Grant, Scope, TargetPattern, TargetSet};
    use crate::target::path::absolute;

    fn secret() -> Effect {
        on_path("file.read", RiskClass::Read, "/home/u/proj/.env").marked(Marks::SECRET)
    }

    #[test]
    fn a_secret_is_asked_about_even_where_everything_is_allowed() {
        World::full_trust().expect(&[secret()], Verdict::AskUser, RULE.id);
        World::read_only().expect(&[secret()], Verdict::AskUser, RULE.id);
    }

    #[test]
    fn naming_a_file_is_not_reading_it_and_searching_a_home_is() {
        let mut list = secret();
        list.program = Some("ls".into());
        World::full_trust().expect(&[list], Verdict::Allow, "task-grant");
        let mut search = on_path("file.read", RiskClass::Read, "/home/u");
        search.program = Some("grep".into());
        World::full_trust().expect(&[search.clone()], Verdict::AskUser, RULE.id);
        search = on_path("file.read", RiskClass::Read, "/home/u/proj");
        search.program = Some("grep".into());
        World::full_trust().expect(&[search], Verdict::Allow, "task-grant");
    }

    #[test]
    fn a_secret_that_the_user_named_was_asked_for() {
        let mut world = World::read_only();
        world.policy.grants.push(Grant {
            scope: Scope::capability("file.read"),
            constraint: Constraint {
                paths: Some(TargetSet(vec![TargetPattern::Path(absolute(
                    "/home/u/proj/.env",
                ))])),
                ..Constraint::default()
            },
            cites: Citation {
                turn: 1,
                ..Citation::named("read .env")
            },
            ..Grant::default()
        });
        world.expect(&[secret()], Verdict::Allow, "task-grant");
        let other = on_path("file.read", RiskClass::Read, "/home/u/.env").marked(Marks::SECRET);
        world.expect(&[other], Verdict::AskUser, RULE.id);
    }
}
