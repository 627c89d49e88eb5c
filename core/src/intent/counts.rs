//! How often something may be done: "once", "at most 3", "one email".

use super::lexicon::Role;
use super::tokens::Kind;
use super::words::Item;

/// Small numbers as words.
const WORDS: &[(&str, u32)] = &[
    ("one", 1),
    ("single", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
];

/// What is counted when a number stands before it: "one email" is no more than one.
const COUNTED: &[&str] = &["email", "message"];

/// The most calls that the words allow.
pub(super) fn most(items: &[Item]) -> Option<u32> {
    if items.iter().any(|item| item.has(Role::Once)) {
        return Some(1);
    }
    // "up to 50 EUR" bounds the sum, not the calls.
    if items
        .iter()
        .any(|item| item.thing().is_some_and(|thing| thing == "money"))
    {
        return None;
    }
    if let Some(at) = items.iter().position(|item| item.has(Role::Limit)) {
        return items.get(at + 1..)?.iter().find_map(number);
    }
    items.windows(2).find_map(|pair| match pair {
        [count, what]
            if what
                .thing()
                .is_some_and(|thing| COUNTED.contains(&thing.as_str())) =>
        {
            number(count)
        }
        _ => None,
    })
}

fn number(item: &Item) -> Option<u32> {
    if item.kind == Kind::Number {
        return item.norm.parse().ok();
    }
    WORDS
        .iter()
        .find(|(word, _)| item.norm == *word)
        .map(|(_, number)| *number)
}
