//! Laws that hold for every situation.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::testing::{World, effect};
use crate::model::{
    Certainty, Effect, Host, Marks, Reach, Recipient, RecipientKind, RiskClass, Target, UrlTarget,
    Verdict,
};
use crate::policy::{
    Boundary, Citation, Constraint, Grant, Limit, Policy, Prohibition, Relation, Scope,
    TargetPattern, TargetSet, compare,
};
use crate::target::path::{absolute, resolve};

pub(super) const CASES: u32 = 2000;

const CAPABILITIES: [(&str, RiskClass); 8] = [
    ("file.read", RiskClass::Read),
    ("file.write", RiskClass::LocalWrite),
    ("file.delete", RiskClass::Delete),
    ("email.send", RiskClass::Communication),
    ("net.send", RiskClass::ExternalWrite),
    ("code.exec", RiskClass::Execution),
    ("payment.send", RiskClass::Financial),
    ("tool.unknown", RiskClass::Unknown),
];
const PATHS: [&str; 7] = [
    "/home/u/proj/a",
    "/home/u/proj/b/c",
    "/home/u/.hermes/config.yaml",
    "/home/u/.ssh/id_rsa",
    "/home/u/.bashrc",
    "/home/u",
    "/srv/x",
];
const NAMES: [&str; 3] = ["a@example.com", "b@example.com", "e@evil.example"];
const HOSTS: [&str; 3] = ["example.com", "docs.example.com", "evil.example"];
const MARKS: [Marks; 8] = [
    Marks::SECRET,
    Marks::SELF_PROTECTION,
    Marks::PERSISTENCE,
    Marks::CATASTROPHE,
    Marks::EXFILTRATION,
    Marks::SENDS_CONTENT,
    Marks::PROJECT_CODE,
    Marks::UNPARSABLE,
];

fn any_target() -> impl Strategy<Value = Target> {
    prop_oneof![
        (select(&PATHS[..]), select(&[Reach::One, Reach::Tree][..])).prop_map(|(path, reach)| {
            Target::Path(crate::model::PathTarget {
                path: absolute(path),
                reach,
            })
        }),
        select(&NAMES[..]).prop_map(|name| Target::Recipient(recipient(name))),
        select(&HOSTS[..]).prop_map(|host| Target::Url(UrlTarget {
            url: format!("https://{host}/"),
            host: Some(Host::from_normalised(host)),
        })),
    ]
}

fn recipient(name: &str) -> Recipient {
    Recipient {
        name: name.into(),
        kind: RecipientKind::Email,
    }
}

pub(super) fn any_effect() -> impl Strategy<Value = Effect> {
    let certainty = prop_oneof![
        6 => Just(Certainty::Exact),
        1 => Just(Certainty::Unresolved),
        1 => Just(Certainty::Opaque)
    ];
    let marks = option::weighted(0.2, select(&MARKS[..]));
    (
        select(&CAPABILITIES[..]),
        vec(any_target(), 0..3),
        certainty,
        marks,
    )
        .prop_map(|((capability, risk), targets, certainty, marks)| Effect {
            targets,
            certainty,
            marks: marks.unwrap_or_default(),
            ..effect(capability, risk)
        })
}

fn any_scope() -> impl Strategy<Value = Scope> {
    let names: Vec<&str> = CAPABILITIES
        .iter()
        .map(|(name, _)| *name)
        .chain(["file.*", "*"])
        .collect();
    (
        vec(select(names), 0..2),
        subsequence(RiskClass::ALL.to_vec(), 0..3),
        option::weighted(0.1, Just(true)),
    )
        .prop_map(|(capabilities, risks, local)| Scope {
            capabilities: capabilities
                .into_iter()
                .map(crate::model::CapabilityPattern::new)
                .collect(),
            risks,
            project_code: false,
            local: local.unwrap_or_default(),
        })
}

fn any_set(patterns: Vec<TargetPattern>) -> impl Strategy<Value = Option<TargetSet>> {
    let count = patterns.len();
    option::weighted(0.4, subsequence(patterns, 0..count).prop_map(TargetSet))
}

fn any_constraint() -> impl Strategy<Value = Constraint> {
    let paths = vec![
        TargetPattern::Path(absolute("/home/u/proj/a")),
        TargetPattern::Tree(absolute("/home/u/proj")),
        TargetPattern::Tree(absolute("/")),
    ];
    let recipients = NAMES
        .iter()
        .map(|name| TargetPattern::Recipient(recipient(name)))
        .collect();
    let hosts = vec![
        TargetPattern::Domain(Host::from_normalised("example.com")),
        TargetPattern::Host(Host::from_normalised("evil.example")),
    ];
    (any_set(recipients), any_set(hosts), any_set(paths)).prop_map(|(recipients, hosts, paths)| {
        Constraint {
            recipients,
            hosts,
            paths,
            ..Constraint::default()
        }
    })
}

fn any_grant() -> impl Strategy<Value = Grant> {
    (
        any_scope(),
        any_constraint(),
        option::weighted(0.2, 0..3_u32),
        option::weighted(0.1, Just("a question".to_owned())),
        0..2_u32,
    )
        .prop_map(|(scope, constraint, max_calls, asks, turn)| Grant {
            id: format!("{scope:?}{constraint:?}"),
            scope,
            constraint,
            limit: Limit {
                max_calls,
                ..Limit::default()
            },
            asks,
            asks_once: false,
            cites: Citation {
                turn,
                ..Citation::named("words")
            },
        })
}

fn any_prohibition() -> impl Strategy<Value = Prohibition> {
    (
        any_scope(),
        option::weighted(0.4, any_constraint()),
        vec(any_constraint(), 0..2),
        any::<bool>(),
    )
        .prop_map(|(scope, about, except, asks)| Prohibition {
            scope,
            about,
            except,
            asks,
            cites: Citation::named("do not"),
        })
}

pub(super) fn any_policy() -> impl Strategy<Value = Policy> {
    (
        vec(any_grant(), 0..4),
        vec(any_prohibition(), 0..2),
        vec((any_scope(), any_constraint()), 0..2),
        option::weighted(0.2, 0..3_u32),
    )
        .prop_map(
            |(grants, prohibitions, boundaries, outbound_budget)| Policy {
                source: crate::policy::PolicySource::Compiled,
                grants,
                prohibitions,
                boundaries: boundaries
                    .into_iter()
                    .map(|(scope, within)| Boundary {
                        scope,
                        within,
                        cites: Citation::named("only"),
                    })
                    .collect(),
                outbound_budget,
                ..Policy::fallback("p", 0)
            },
        )
}

pub(super) fn any_rules() -> impl Strategy<Value = Vec<String>> {
    let verdict = select(&["allow", "ask", "deny"][..]);
    let matcher = select(
        &[
            "capability = 'file.*'",
            "effect = 'COMMUNICATION'",
            "path = '~/proj/**'",
            "recipient = '*@example.com'",
            "host = '*.example.com'",
            "tool = 't*'",
        ][..],
    );
    vec(
        (verdict, matcher)
            .prop_map(|(verdict, matcher)| format!("[[rule]]\nverdict = '{verdict}'\n{matcher}\n")),
        0..5,
    )
}

pub(super) fn world(policy: Policy, rules: &[String]) -> World {
    let mut world = World::new(policy);
    world.rules(&rules.join(""));
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn adding_an_effect_never_makes_a_verdict_milder(
        policy in any_policy(),
        rules in any_rules(),
        effects in vec(any_effect(), 1..4),
        more in any_effect(),
        place in 0..4_usize,
    ) {
        let world = world(policy, &rules);
        let before = world.decide(&effects).verdict;
        let mut effects = effects;
        effects.insert(place.min(effects.len()), more);
        prop_assert!(world.decide(&effects).verdict >= before);
    }

    #[test]
    fn a_prohibition_beats_every_grant_rule_and_approval(
        policy in any_policy(),
        rules in any_rules(),
        action in any_effect(),
    ) {
        let mut policy = policy;
        policy.prohibitions.push(Prohibition {
            scope: Scope::risks([action.risk]),
            cites: Citation::named("do not"),
            ..Prohibition::default()
        });
        let mut world = world(policy, &rules);
        let effects = [action];
        world.approved = vec![world.decide(&effects).fingerprint];
        prop_assert_eq!(world.decide(&effects).verdict, Verdict::Block);
    }

    #[test]
    fn the_order_of_rules_does_not_matter(
        policy in any_policy(),
        (rules, shuffled) in any_rules().prop_flat_map(|rules| (Just(rules.clone()), Just(rules).prop_shuffle())),
        effects in vec(any_effect(), 1..3),
    ) {
        let verdict = |rules: &[String]| world(policy.clone(), rules).decide(&effects).verdict;
        prop_assert_eq!(verdict(&rules), verdict(&shuffled));
    }

    #[test]
    fn what_only_restricts_never_allows_more(
        policy in any_policy(),
        rules in any_rules(),
        effects in vec(any_effect(), 1..3),
        prohibition in any_prohibition(),
        boundary in (any_scope(), any_constraint()),
        budget in 0..3_u32,
    ) {
        let mut narrow = policy.clone();
        narrow.prohibitions.push(prohibition);
        narrow.boundaries.push(Boundary {
            scope: boundary.0,
            within: boundary.1,
            cites: Citation::named("only"),
        });
        narrow.outbound_budget = Some(policy.outbound_budget.map_or(budget, |old| old.min(budget)));
        for grant in &mut narrow.grants {
            // A grant that asks, or is used up and so asks, restricts: where it no longer speaks, a
            // rule may allow unasked.
            let asks = grant.asks.is_some() || grant.limit.max_calls == Some(0);
            grant.limit.max_calls = Some(grant.limit.max_calls.map_or(budget, |old| old.min(budget)));
            if asks {
                continue;
            }
            // Reads need no grant, so only the targets of other effects are bound by one.
            let paths = grant.constraint.paths.as_mut();
            if let Some(paths) = paths.filter(|_| effects.iter().all(|effect| effect.risk.is_consequential())) {
                paths.0.truncate(1);
            }
        }
        let relation = compare(&policy, &narrow).relation;
        prop_assert!(matches!(relation, Relation::Narrower | Relation::Same), "{:?}", relation);
        let before = world(policy, &rules).decide(&effects).verdict;
        let after = world(narrow, &rules).decide(&effects).verdict;
        prop_assert!(before == Verdict::Allow || after != Verdict::Allow);
    }

    #[test]
    fn an_approval_never_covers_another_fingerprint(
        policy in any_policy(),
        one in any_effect(),
        other in any_effect(),
    ) {
        let mut world = World::new(policy);
        let unapproved = world.decide(std::slice::from_ref(&other));
        let approved = world.decide(std::slice::from_ref(&one)).fingerprint;
        world.approved = vec![approved.clone()];
        let decision = world.decide(std::slice::from_ref(&other));
        if one != other {
            prop_assert_ne!(&decision.fingerprint, &approved);
            prop_assert_eq!(decision.verdict, unapproved.verdict);
        }
    }

    #[test]
    fn respelling_a_target_never_makes_it_allowed(
        policy in any_policy(),
        (capability, risk) in select(&CAPABILITIES[..]),
        path in select(&PATHS[..]),
        spelling in 0..5_usize,
    ) {
        let world = World::new(policy);
        let on = |text: &str| {
            [effect(capability, risk).with_path(resolve(text, &world.environment), Reach::One)]
        };
        let other = match spelling {
            0 => path.replace("/home", "/home/../home/./"),
            1 => path.to_uppercase(),
            2 => path.replace("/home/u", "~"),
            // Full-width letters are the same after NFKC.
            3 => path.replace('r', "\u{ff52}").replace('c', "\u{ff43}"),
            _ => format!("{path}/"),
        };
        let before = world.decide(&on(path)).verdict;
        let after = world.decide(&on(&other)).verdict;
        // Another letter case may be another file, so a read of it is a read like any other.
        prop_assert!(
            before == Verdict::Allow || after != Verdict::Allow,
            "{} {:?} {} {:?}", path, before, other, after
        );
    }

    #[test]
    fn decisions_are_pure(
        policy in any_policy(),
        rules in any_rules(),
        effects in vec(any_effect(), 0..4),
    ) {
        let text = |world: &World| serde_json::to_string(&world.decide(&effects)).unwrap();
        let first = world(policy.clone(), &rules);
        prop_assert_eq!(text(&first), text(&first));
        prop_assert_eq!(text(&first), text(&world(policy, &rules)));
    }

    #[test]
    fn an_allowed_call_has_every_effect_allowed_and_no_unanswered_guard(
        policy in any_policy(),
        effects in vec(any_effect(), 0..4),
    ) {
        let decision = World::new(policy).decide(&effects);
        prop_assert_eq!(decision.per_effect.len(), effects.len());
        let strictest = decision.per_effect.iter().map(|judged| judged.verdict).max();
        prop_assert_eq!(decision.verdict, strictest.unwrap_or(Verdict::Block));
        let known: BTreeSet<&str> = super::RULES
            .iter()
            .map(|rule| rule.id)
            .chain(["no-effects"])
            .collect();
        prop_assert!(known.contains(decision.rule.as_str()), "{}", decision.rule);
    }
}
