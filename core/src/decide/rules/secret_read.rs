//! Reading a key, token, credential store or `.env` file is asked about, also in tasks that may
//! do anything.
//!
//! What the agent has read it can repeat. A file that the user's own words name exactly was asked
//! for already.
//! Example: `cat ~/.ssh/id_rsa`, `read_file` of `.env`, `gh auth token`, `/proc/self/environ`.

use crate::decide::case::Case;
use crate::decide::named::is_named;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, RiskClass, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "secret-read",
    stage: Stage::Guard,
    summary: "reads a key, token or credential store",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        let reads = case.marks(place).contains(Marks::SECRET)
            && !matches!(effect.risk, RiskClass::LocalWrite | RiskClass::Delete);
        if !reads || is_named(case, effect) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, on_path};
    use crate::model::Effect;
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
