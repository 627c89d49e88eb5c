//! The owner's words set how often, how much or how long, and that is used up.
//!
//! Calls are counted, but writes and deletes by distinct targets, so that rewriting one file is
//! one use. Holds for reads too: "fetch it once" means once.
//! Example: "send one email", a second one; "spend at most 20 euros", 25 euros.

use crate::decide::case::Case;
use crate::decide::constraint::Miss;
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "budget",
    stage: Stage::Constraint,
    summary: "the calls, targets, money or time that the owner's words set are used up",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, _) in case.effects() {
        let Coverage::Missed { grant, miss } = case.coverage_of(place) else {
            continue;
        };
        let words = grant.cites.quote.trim();
        let reason = match miss {
            Miss::Calls { max } => format!("`{words}` allows {max}, and that is used up"),
            Miss::Money { max } => format!(
                "`{words}` allows {}.{:02}, and this would exceed it or is in another currency",
                max / 100,
                max % 100
            ),
            Miss::Expired => format!("the time that `{words}` sets is over"),
            _ => continue,
        };
        opinions.citing(place, Verdict::Block, reason, words.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::model::{Amount, Effect, RiskClass, Target};
    use crate::policy::{Citation, Grant, Limit, Scope};
    use crate::runtime::Charge;

    fn world(capability: &str, limit: Limit) -> World {
        let mut world = World::read_only();
        world.policy.grants.push(Grant {
            id: "g".to_owned(),
            scope: Scope::capability(capability),
            limit,
            cites: Citation {
                turn: 1,
                ..Citation::named("once")
            },
            ..Grant::default()
        });
        world
    }

    fn run(world: &mut World, effects: &[Effect]) {
        let decision = world.decide(effects);
        let mut charge = Charge::of(&decision, &world.policy, &world.usage);
        charge.reserve(&mut world.usage);
    }

    #[test]
    fn calls_are_counted_and_reads_too() {
        let limit = Limit {
            max_calls: Some(1),
            ..Limit::default()
        };
        for (name, risk) in [
            ("email.send", RiskClass::Communication),
            ("net.fetch", RiskClass::Read),
        ] {
            let mut world = world(name, limit.clone());
            let call = [effect(name, risk)];
            world.expect(&call, Verdict::Allow, "task-grant");
            run(&mut world, &call);
            world.expect(&call, Verdict::Block, RULE.id);
        }
    }

    #[test]
    fn writes_are_counted_by_distinct_targets() {
        let mut world = world(
            "file.write",
            Limit {
                max_calls: Some(1),
                ..Limit::default()
            },
        );
        let a = on_path("file.write", RiskClass::LocalWrite, "/p/a");
        let b = on_path("file.write", RiskClass::LocalWrite, "/p/b");
        world.expect(&[a.clone(), b.clone()], Verdict::Block, RULE.id);
        run(&mut world, std::slice::from_ref(&a));
        world.expect(&[a], Verdict::Allow, "task-grant");
        world.expect(&[b], Verdict::Block, RULE.id);
    }

    #[test]
    fn money_is_summed_and_time_ends() {
        let mut world = world(
            "payment.send",
            Limit {
                max_cents: Some((2000, "EUR".to_owned())),
                not_after: Some(2000),
                ..Limit::default()
            },
        );
        let pay = |cents, currency: &str| {
            [
                effect("payment.send", RiskClass::Financial).with(Target::Amount(Amount {
                    cents,
                    currency: currency.into(),
                })),
            ]
        };
        world.expect(&pay(1500, "EUR"), Verdict::Allow, "task-grant");
        world.expect(&pay(1500, "USD"), Verdict::Block, RULE.id);
        run(&mut world, &pay(1500, "EUR"));
        world.expect(&pay(600, "EUR"), Verdict::Block, RULE.id);
        world.now = 2001;
        world.expect(&pay(1, "EUR"), Verdict::Block, RULE.id);
    }
}
