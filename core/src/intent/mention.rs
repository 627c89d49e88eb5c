//! What a clause mentions, and in which part it stands: the thing acted on, where it goes, who
//! gets it, where it comes from.

use std::ops::Range;

use smol_str::SmolStr;

use super::lexicon::{Role, Sense};
use super::tokens::Kind;
use super::words::Item;

/// The part that a mention plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What is acted on.
    Direct,
    /// Behind to, into, at, in, as.
    Goal,
    /// Behind for.
    Sake,
    /// Behind with, cc, together with.
    Company,
    /// Behind from, of, by, about, using: a source, never a target.
    Source,
}

/// What is mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Written out: an address, a path, a quoted name, by its kind of token.
    Literal(Kind, SmolStr),
    /// A proper name.
    Name(String),
    /// A kind of thing.
    Thing(SmolStr),
    /// "it", "them", "everyone".
    Pronoun,
    /// "everything", "anything".
    Everything,
    /// "the largest": which record, by what measure.
    Superlative(&'static str),
    /// Somebody else's words.
    Foreign,
}

/// One mention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) what: What,
    pub(super) part: Part,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Behind "except".
    pub(super) excepted: bool,
    /// Behind "outside".
    pub(super) outside: bool,
}

const SUPERLATIVES: &[(Role, &str)] = &[
    (Role::MaxSize, "max:size"),
    (Role::MinSize, "min:size"),
    (Role::MaxDate, "max:date"),
    (Role::MinDate, "min:date"),
    (Role::MinPrice, "min:price"),
    (Role::MaxPrice, "max:price"),
    (Role::MaxRating, "max:rating"),
];

/// The mentions of a clause's items, in order. `text` is the whole message.
pub(super) fn mentions(items: &[Item], text: &str) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let (mut part, mut excepted, mut outside) = (Part::Direct, false, false);
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        excepted |= item.has(Role::Except);
        outside |= item.has(Role::Outside);
        part = part_of(item, part);
        if part == Part::Goal && is_joint(item) && begins_pair(items, at) {
            part = Part::Direct;
        }
        let (mut start, mut end) = (item.start, item.end);
        let what = if item.is_literal() {
            What::Literal(item.kind, literal_text(item))
        } else if item.kind == Kind::Foreign {
            What::Foreign
        } else if let Some((_, measure)) = SUPERLATIVES.iter().find(|(role, _)| item.has(*role)) {
            What::Superlative(measure)
        } else if is_name(items, at - 1) {
            while items.get(at).is_some_and(|next| {
                let between = text.get(end..next.start);
                next.capital && matches!(between, Some(" " | ". ")) && is_plain(next)
            }) {
                end = items.get(at).map_or(end, |next| next.end);
                at += 1;
            }
            What::Name(
                text.get(start..end)
                    .unwrap_or_default()
                    .trim_end_matches("'s")
                    .trim_end_matches("’s")
                    .to_owned(),
            )
        } else if let Some(thing) = item.thing().filter(|thing| {
            at > 1 || item.verb().is_none() || matches!(thing.as_str(), "email" | "message")
        }) {
            What::Thing(thing.clone())
        } else if item.has(Role::Everything) {
            What::Everything
        } else if item.has(Role::Pronoun) && !item.has(Role::Determiner)
            || item.has(Role::Pronoun) && ends_phrase(items, at)
        {
            What::Pronoun
        } else {
            continue;
        };
        (start, end) = (start.min(end), end.max(start));
        found.push(Mention {
            what,
            part,
            start,
            end,
            excepted,
            outside,
        });
    }
    found
}

fn is_joint(item: &Item) -> bool {
    item.has(Role::And) || item.kind == Kind::Comma
}

/// Whether what follows an "and" is acted on and has a goal of its own: "... and b.pdf to Bob".
fn begins_pair(items: &[Item], at: usize) -> bool {
    let behind = items.get(at..).unwrap_or_default();
    behind
        .iter()
        .take_while(|item| !is_joint(item))
        .position(|item| item.has(Role::To))
        .is_some_and(|to| to > 0)
}

/// What belongs together, each with its words in `text`, of which `whole` is all: "a.pdf to Ana and
/// b.pdf to Bob" is two, and a.pdf never goes to Bob.
pub(super) fn pairs(
    mentions: Vec<Mention>,
    text: &str,
    whole: Range<usize>,
) -> Vec<(Vec<Mention>, Range<usize>)> {
    let mut pairs = vec![(Vec::new(), whole.clone())];
    for mention in mentions {
        let Some((pair, words)) = pairs.last_mut() else {
            break;
        };
        let has_goal = pair.iter().any(|known: &Mention| known.part == Part::Goal);
        if has_goal && mention.part == Part::Direct {
            words.end = pair.last().map_or(words.end, |last| last.end);
            let between = text.get(words.end..mention.start).unwrap_or_default();
            let skipped = between.len() - between.trim_start_matches([' ', ',']).len();
            let words = words.end + skipped..whole.end;
            pairs.push((vec![mention], words));
        } else {
            pair.push(mention);
        }
    }
    pairs
}

fn part_of(item: &Item, part: Part) -> Part {
    if item.has(Role::From) {
        Part::Source
    } else if item.has(Role::With) {
        Part::Company
    } else if item.has(Role::For) {
        Part::Sake
    } else if item.has(Role::To) || (item.has(Role::In) && part != Part::Source) {
        Part::Goal
    } else if item.verb().is_some() && item.thing().is_none() {
        Part::Direct
    } else {
        part
    }
}

fn literal_text(item: &Item) -> SmolStr {
    item.norm.clone()
}

/// Whether the phrase ends behind `at`: "this" alone is a pronoun, "this file" is not.
fn ends_phrase(items: &[Item], at: usize) -> bool {
    items.get(at).is_none_or(|next| {
        next.thing().is_none() && (next.kind != Kind::Word || !next.senses.is_empty())
    })
}

fn is_plain(item: &Item) -> bool {
    item.kind == Kind::Word
        && !item.senses.iter().any(|sense| {
            matches!(
                sense,
                Sense::Role(Role::And | Role::Or | Role::To | Role::For | Role::From)
            )
        })
}

/// A capitalised word that the lexicon does not take for something else, or a capitalised one
/// behind a preposition.
fn is_name(items: &[Item], at: usize) -> bool {
    let Some(item) = items.get(at) else {
        return false;
    };
    if item.kind != Kind::Word || !item.capital {
        return false;
    }
    if item.senses.is_empty() {
        return true;
    }
    let before = at.checked_sub(1).and_then(|at| items.get(at));
    // "at New Harbour House": a common word that begins a name, not one that begins a sentence.
    let begins_name = item.has(Role::Determiner)
        && item.verb().is_none()
        && before.is_some_and(|before| !before.capital && before.kind == Kind::Word)
        && items.get(at + 1).is_some_and(|next| {
            next.capital && next.kind == Kind::Word && next.start == item.end + 1 && is_plain(next)
        });
    if begins_name {
        return true;
    }
    item.thing().is_none()
        && item.verb().is_some()
        && before.is_some_and(|before| before.has_any(&[Role::To, Role::With, Role::For]))
}
