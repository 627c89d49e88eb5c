//! Laws that hold for words of the owner and for spellings of a call.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::properties::{CASES, any_effect, any_policy, any_rules, world};
use super::testing::{World, effect, environment};
use crate::catalog::Catalog;
use crate::intent::{Message, Setting, amend};
use crate::model::{RiskClass, Target, Verdict};
use crate::policy::Policy;
use crate::target::recipient::{self, Hint};

/// Requests of an owner.
const REQUESTS: [&str; 9] = [
    "Fix the bug in src/a.py and run the tests.",
    "Email a@example.com the plan.",
    "Send the notes to a@example.com and b@example.com.",
    "Delete /home/u/proj/a.",
    "Save the summary to /home/u/proj/b/c.",
    "Do everything you think is right.",
    "Post the summary at https://docs.example.com.",
    "Commit and push.",
    "Refactor the project.",
];
/// What only takes away.
const RESTRICTIONS: [&str; 9] = [
    "Do not send anything.",
    "Don't delete anything.",
    "Never write to /home/u/proj/a.",
    "Only use example.com.",
    "Nothing outside /home/u/proj.",
    "Do not run anything.",
    "Don't email b@example.com.",
    "Stop. Do nothing else.",
    "Only read from now on.",
];

fn told(messages: &[&str]) -> Policy {
    let environment = environment();
    let mut policy = Policy::fallback("t", 0);
    for (turn, text) in (1..).zip(messages) {
        let setting = Setting {
            catalog: Catalog::built_in(),
            environment: &environment,
            tools: &[],
            turn,
            now: 0,
        };
        policy = amend(&policy, &Message::of_owner(text), &setting).policy;
    }
    policy
}

/// The name as somebody else may write it.
fn respelled(name: &str, spelling: usize) -> String {
    match spelling {
        0 => name.to_uppercase(),
        1 => format!(" {name} "),
        2 => name.replace('e', "\u{ff45}"),
        3 => format!("Somebody <{name}>"),
        _ => format!("mailto:{name}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_message_that_only_restricts_never_allows_more(
        request in select(&REQUESTS[..]),
        restriction in select(&RESTRICTIONS[..]),
        rules in any_rules(),
        effects in vec(any_effect(), 1..3),
    ) {
        let before = world(told(&[request]), &rules).decide(&effects).verdict;
        let after = world(told(&[request, restriction]), &rules).decide(&effects).verdict;
        prop_assert!(
            before == Verdict::Allow || after != Verdict::Allow,
            "{} + {}: {:?} to {:?}", request, restriction, before, after
        );
    }

    #[test]
    fn respelling_a_recipient_never_makes_it_allowed(
        policy in any_policy(),
        name in select(&["a@example.com", "b@example.com", "e@evil.example"][..]),
        spelling in 0..5_usize,
    ) {
        let world = World::new(policy);
        let on = |text: &str| {
            let sent = effect("email.send", RiskClass::Communication);
            let found = recipient::recipients(text, Hint::Any).into_iter();
            [found.fold(sent, |sent, found| sent.with(Target::Recipient(found)))]
        };
        let before = world.decide(&on(name)).verdict;
        let after = world.decide(&on(&respelled(name, spelling))).verdict;
        prop_assert!(before == Verdict::Allow || after != Verdict::Allow);
    }
}

/// The laws would say nothing if every situation ended the same way.
#[test]
fn the_situations_of_the_laws_end_in_every_verdict() {
    let mut runner = TestRunner::deterministic();
    let situations = (any_policy(), any_rules(), vec(any_effect(), 1..3));
    let mut counts = [0_usize; 3];
    for _ in 0..CASES {
        let (policy, rules, effects) = situations.new_tree(&mut runner).unwrap().current();
        match world(policy, &rules).decide(&effects).verdict {
            Verdict::Allow => counts[0] += 1,
            Verdict::AskUser => counts[1] += 1,
            Verdict::Block => counts[2] += 1,
        }
    }
    let least = CASES as usize / 20;
    assert!(counts.iter().all(|count| *count >= least), "{counts:?}");
}
