//! Splits a sentence into clauses: one thing asked for, forbidden or said.

use super::lexicon::{Action, Place, Role};
use super::tokens::Kind;
use super::words::{Item, Sentence};

/// What stands before a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    Start,
    And,
    Or,
    But,
    Comma,
    /// Behind "the following message:": what is to be sent, not what is asked for.
    Content,
}

/// A stretch of a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause<'a> {
    pub(super) items: &'a [Item],
    pub(super) joint: Joint,
}

/// Roles that can only begin a clause.
const OPENERS: &[Role] = &[
    Role::Negation,
    Role::HarmlessNegation,
    Role::Ceasing,
    Role::ReadOnly,
    Role::Only,
    Role::If,
    Role::Without,
    Role::Stay,
    Role::Revoke,
    Role::Opener,
    Role::Subject,
    Role::FullTrust,
    Role::Nothing,
    Role::Approval,
];

/// The clauses of a sentence, in order.
pub(super) fn clauses<'a>(sentence: &'a Sentence<'_>) -> Vec<Clause<'a>> {
    let items = &sentence.items;
    let any_place = sentence
        .language
        .is_some_and(|language| language.place == Place::Any);
    let mut found = Vec::new();
    let mut start = 0;
    let mut joint = Joint::Start;
    let mut at = 0;
    while let Some(item) = items.get(at) {
        if item.kind == Kind::Colon && announces_content(items.get(start..at)) {
            push(&mut found, items.get(start..at), joint);
            push(&mut found, items.get(at + 1..), Joint::Content);
            return found;
        }
        let here = joint_of(item);
        // A word that begins a clause wherever it stands.
        let cuts = at > start
            && (item.has_any(&[Role::Without, Role::If])
                && !item.has(Role::To)
                && !is_time(items, at)
                || (item.has(Role::Negation)
                    || item.has(Role::HarmlessNegation) && item.has(Role::Opener))
                    && has_verb(items.get(start..at))
                    && sentence
                        .language
                        .is_some_and(|l| l.reach == super::lexicon::Reach::After));
        if cuts {
            push(&mut found, items.get(start..at), joint);
            (start, joint) = (at, Joint::Comma);
        } else if let Some(next) = here {
            let opens = if any_place {
                next == Joint::Comma || next == Joint::But
            } else {
                next == Joint::But || opens_clause(items, at + 1)
            };
            if opens && at + 1 < items.len() {
                push(&mut found, items.get(start..at), joint);
                (start, joint) = (at + 1, stronger(items, at, next));
            }
        }
        at += 1;
    }
    push(&mut found, items.get(start..), joint);
    found
}

/// `, or` and `, and` are one joint.
fn stronger(items: &[Item], at: usize, joint: Joint) -> Joint {
    match items.get(at + 1).and_then(joint_of) {
        Some(next) if joint == Joint::Comma => next,
        _ => joint,
    }
}

fn push<'a>(found: &mut Vec<Clause<'a>>, items: Option<&'a [Item]>, joint: Joint) {
    if let Some(items) = items.filter(|items| !items.is_empty()) {
        found.push(Clause { items, joint });
    }
}

fn joint_of(item: &Item) -> Option<Joint> {
    match item.kind {
        Kind::Comma | Kind::Aside | Kind::Colon => return Some(Joint::Comma),
        _ => {}
    }
    if item.has(Role::And) {
        Some(Joint::And)
    } else if item.has(Role::Or) {
        Some(Joint::Or)
    } else if item.has(Role::But) {
        Some(Joint::But)
    } else {
        None
    }
}

/// "write the following message to #general" before a colon.
fn announces_content(items: Option<&[Item]>) -> bool {
    items.is_some_and(|items| {
        let verb = items.iter().find_map(Item::verb);
        let sends = matches!(
            verb,
            Some(
                Action::Send
                    | Action::Reply
                    | Action::Post
                    | Action::Write
                    | Action::Create
                    | Action::Add
                    | Action::Remember
            )
        );
        let text = items.iter().any(|item| {
            item.thing()
                .is_some_and(|thing| thing == "message" || thing == "email" || thing == "comment")
        });
        sends && text
    })
}

fn has_verb(items: Option<&[Item]>) -> bool {
    items.is_some_and(|items| items.iter().any(|item| item.verb().is_some()))
}

/// "until 5pm", "before lunch": a time, not a clause.
fn is_time(items: &[Item], at: usize) -> bool {
    items.get(at).is_some_and(|item| item.has(Role::Until))
        && items
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Number)
}

/// Whether a new clause begins here: a verb, or a word that only begins clauses, perhaps behind
/// "please", "then", "also".
fn opens_clause(items: &[Item], mut at: usize) -> bool {
    while items.get(at).is_some_and(|item| {
        (item.has_any(&[Role::Please, Role::And, Role::Or]) && !item.has_any(OPENERS))
            || item.kind == Kind::Comma
    }) {
        at += 1;
    }
    let Some(item) = items.get(at) else {
        return false;
    };
    item.has_any(OPENERS) || is_verb(items, at) || verb_behind_phrase(items, at).is_some()
}

/// "to each user write the message": the verb behind a phrase that stands in front of it.
pub(super) fn verb_behind_phrase(items: &[Item], at: usize) -> Option<usize> {
    items
        .get(at)
        .filter(|item| item.has_any(&[Role::To, Role::For, Role::From, Role::In]))?;
    (at + 2..at + 6)
        .take_while(|place| {
            items
                .get(*place)
                .is_some_and(|item| joint_of(item).is_none())
        })
        .find(|place| {
            is_verb(items, *place) && items.get(*place).is_some_and(|item| item.thing().is_none())
        })
}

/// Whether the item is used as a verb: not behind an article or a preposition, and, when it could
/// be a noun as well, with something to act on behind it.
pub(super) fn is_verb(items: &[Item], at: usize) -> bool {
    let Some(item) = items.get(at) else {
        return false;
    };
    if item.verb().is_none() {
        return false;
    }
    let before = at.checked_sub(1).and_then(|at| items.get(at));
    if before.is_some_and(|before| is_article(before) || is_preposition(before)) {
        return false;
    }
    if item.thing().is_none() {
        return true;
    }
    match items.get(at + 1) {
        None => {
            at == 0
                || before.is_some_and(|before| {
                    before.has_any(&[Role::Please, Role::Opener, Role::Negation])
                })
        }
        Some(next) => {
            next.is_literal()
                || next.capital
                || next.kind == Kind::Foreign
                || next.kind == Kind::Number
                || next.has_any(&[
                    Role::Determiner,
                    Role::Pronoun,
                    Role::Everything,
                    Role::Nothing,
                    Role::Same,
                    Role::Question,
                ])
                || (at == 0 && !next.has_any(&[Role::From, Role::And]) && next.kind != Kind::Colon)
                || before.is_some_and(|before| {
                    before.has_any(&[
                        Role::Please,
                        Role::Opener,
                        Role::Negation,
                        Role::Or,
                        Role::Ceasing,
                    ]) && next.verb().is_none()
                })
        }
    }
}

fn is_article(item: &Item) -> bool {
    item.has_any(&[Role::Determiner, Role::From]) && !item.has(Role::Pronoun)
}

/// "to email" is a verb; "in post" and "for release" are not.
fn is_preposition(item: &Item) -> bool {
    item.has_any(&[Role::For, Role::With])
        || (item.has(Role::In)
            || item.has(Role::To) && item.norm != "to" && !item.has(Role::Opener))
}
