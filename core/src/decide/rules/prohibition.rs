//! What the owner forbade stays forbidden: it wins over every grant, rule and approval.
//!
//! A prohibition about certain targets also stops an effect that may reach them: a tree around
//! them, a pattern, another spelling. One that the owner's confirmation lifts asks instead.
//! Example: "do not send anything", "never touch main", "no deletes without my OK".

use crate::decide::case::Case;
use crate::decide::constraint;
use crate::decide::rule::{Opinions, Rule, in_words};
use crate::model::{Certainty, Effect, Stage, Verdict};
use crate::policy::{Constraint, Prohibition};

pub(crate) const RULE: Rule = Rule {
    id: "prohibition",
    stage: Stage::Prohibition,
    summary: "the owner's words forbid it",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for prohibition in &case.situation.policy.prohibitions {
        for (place, effect) in case.effects() {
            if !prohibition.scope.includes(effect) || is_excepted(prohibition, effect, case) {
                continue;
            }
            let verdict = match reach(prohibition, effect) {
                Reached::No => continue,
                Reached::Yes if prohibition.asks => Verdict::AskUser,
                Reached::Yes => Verdict::Block,
                Reached::Perhaps => Verdict::AskUser,
            };
            let words = prohibition.cites.quote.trim();
            let reason = match verdict {
                Verdict::Block => format!(
                    "{} is forbidden: `{words}`{}",
                    in_words(effect),
                    turn(prohibition)
                ),
                _ => format!(
                    "{} may be what `{words}` is about{}",
                    in_words(effect),
                    turn(prohibition)
                ),
            };
            opinions.citing(place, verdict, reason, words.to_owned());
        }
    }
}

fn turn(prohibition: &Prohibition) -> String {
    match prohibition.cites.turn {
        0 => String::new(),
        turn => format!(" (turn {turn})"),
    }
}

enum Reached {
    No,
    Perhaps,
    Yes,
}

/// Whether the effect reaches what the prohibition is about.
fn reach(prohibition: &Prohibition, effect: &Effect) -> Reached {
    let Some(about) = &prohibition.about else {
        return Reached::Yes;
    };
    if about.is_empty() || about.touches(effect) {
        return Reached::Yes;
    }
    // The target is not known, so it may be the forbidden one.
    let unknown = effect.certainty != Certainty::Exact && about.programs.is_none();
    if unknown {
        Reached::Perhaps
    } else {
        Reached::No
    }
}

fn is_excepted(prohibition: &Prohibition, effect: &Effect, case: &Case<'_>) -> bool {
    prohibition.except.iter().any(|except: &Constraint| {
        !except.is_empty()
            && effect.certainty == Certainty::Exact
            && constraint::check(except, effect, case.situation).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::model::{Reach, RiskClass};
    use crate::policy::{Citation, Scope, TargetPattern, TargetSet};
    use crate::target::path::absolute;

    fn paths(patterns: Vec<TargetPattern>) -> Constraint {
        Constraint {
            paths: Some(TargetSet(patterns)),
            ..Constraint::default()
        }
    }

    fn world(about: Option<Constraint>, except: Vec<Constraint>, asks: bool) -> World {
        let mut world = World::full_trust();
        world.policy.prohibitions.push(Prohibition {
            scope: Scope::risks([RiskClass::LocalWrite, RiskClass::Delete]),
            about,
            except,
            asks,
            cites: Citation::named("do not touch it"),
        });
        world
    }

    #[test]
    fn it_wins_over_grants_and_approvals() {
        let mut world = world(None, Vec::new(), false);
        let write = [effect("file.write", RiskClass::LocalWrite)];
        world.approved = vec![world.decide(&write).fingerprint];
        world.expect(&write, Verdict::Block, RULE.id);
    }

    #[test]
    fn it_reaches_trees_and_spellings_of_its_target_and_nothing_else() {
        let world = world(
            Some(paths(vec![TargetPattern::Path(absolute("/p/a.txt"))])),
            Vec::new(),
            false,
        );
        world.expect(
            &[on_path("file.write", RiskClass::LocalWrite, "/p/A.txt")],
            Verdict::Block,
            RULE.id,
        );
        let tree = effect("file.delete", RiskClass::Delete).with_path(absolute("/p"), Reach::Tree);
        world.expect(&[tree], Verdict::Block, RULE.id);
        world.expect(
            &[on_path("file.write", RiskClass::LocalWrite, "/p/b.txt")],
            Verdict::Allow,
            "task-grant",
        );
        let unknown = effect("file.write", RiskClass::LocalWrite)
            .uncertain(Certainty::Unresolved, "`$F` is not known");
        world.expect(&[unknown], Verdict::AskUser, RULE.id);
    }

    #[test]
    fn an_exception_must_hold_wholly() {
        let world = world(
            None,
            vec![paths(vec![TargetPattern::Tree(absolute("/p/docs"))])],
            false,
        );
        let write = |path| on_path("file.write", RiskClass::LocalWrite, path);
        world.expect(&[write("/p/docs/a.md")], Verdict::Allow, "task-grant");
        world.expect(&[write("/p/src/a.rs")], Verdict::Block, RULE.id);
        let both = write("/p/docs/a.md").with_path(absolute("/p/src/a.rs"), Reach::One);
        world.expect(&[both], Verdict::Block, RULE.id);
    }

    #[test]
    fn without_confirmation_it_asks() {
        let mut world = world(None, Vec::new(), true);
        let write = [effect("file.write", RiskClass::LocalWrite)];
        world.expect(&write, Verdict::AskUser, RULE.id);
        world.approved = vec![world.decide(&write).fingerprint];
        world.expect(&write, Verdict::Allow, "approved-action");
    }
}
