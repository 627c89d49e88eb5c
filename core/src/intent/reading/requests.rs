//! What a clause asks for: its verbs, and what each of them acts on.

use super::super::clauses::{is_verb, verb_behind_phrase};
use super::super::counts;
use super::super::lexicon::{Action, Place, Reach, Role};
use super::super::mention::{mentions, pairs};
use super::super::tokens::Kind;
use super::super::words::Item;
use super::{Finding, Reader, Request};

impl Reader<'_> {
    pub(super) fn requests(&mut self, items: &[Item], start: usize, end: usize) {
        let heads = self.heads(items);
        let condition = self.pending.take();
        let delegates = items.iter().any(|item| item.has(Role::Delegate));
        if heads.is_empty() {
            let said = mentions(items, self.text);
            if let Some(condition) = condition.filter(|condition| condition.approval) {
                let _ = condition;
                self.found.push(Finding::AskFirst { start, end });
            } else if let Some(max) = counts::most(items).filter(|_| !self.question) {
                self.found.push(Finding::Most {
                    max,
                    mentions: said,
                });
            } else if !self.question {
                self.found.push(Finding::Fact { mentions: said });
            }
            return;
        }
        let approval = items.iter().any(|item| item.has(Role::Approval));
        for (place, at) in heads.iter().enumerate() {
            let Some(item) = items.get(*at) else { continue };
            let until = heads.get(place + 1).copied().unwrap_or(items.len());
            let scope = match self.place {
                Place::Head
                    if self.reach == Reach::Clause || verb_behind_phrase(items, 0) == Some(*at) =>
                {
                    items.get(..)
                }
                Place::Head => items.get(*at..until),
                Place::Any => items.get(behind_last_action(items, *at)..until),
            }
            .unwrap_or_default();
            let Some(action) = chosen(item, scope) else {
                continue;
            };
            if delegates
                && matches!(
                    action,
                    Action::Follow | Action::Act | Action::Run | Action::Read
                )
                && item
                    .verbs()
                    .any(|verb| matches!(verb, Action::Follow | Action::Act | Action::Run))
            {
                let mentions = mentions(items, self.text);
                self.found.push(Finding::Delegate {
                    mentions,
                    start,
                    end,
                });
                continue;
            }
            let (max_calls, asks) = (
                counts::most(scope),
                condition
                    .as_ref()
                    .filter(|condition| condition.approval)
                    .map(|condition| condition.words.clone()),
            );
            let asks = asks.or_else(|| {
                approval.then(|| self.text.get(start..end).unwrap_or_default().to_owned())
            });
            let whole = scope.first().map_or(start, |first| first.start)
                ..scope.last().map_or(end, |last| last.end);
            let same = scope.iter().any(|item| item.has(Role::Same));
            let pairs = pairs(mentions(scope, self.text), self.text, whole);
            let paired = pairs.len() > 1;
            for (mentions, span) in pairs {
                self.found.push(Finding::Request(Request {
                    action,
                    mentions,
                    start: span.start,
                    end: span.end,
                    asks: asks.clone(),
                    max_calls,
                    same,
                    paired,
                }));
            }
        }
    }

    /// The verbs of a clause that ask for something.
    fn heads(&self, items: &[Item]) -> Vec<usize> {
        if self.place == Place::Any {
            return (0..items.len())
                .filter(|at| items.get(*at).is_some_and(|item| item.verb().is_some()))
                .collect();
        }
        let mut at = 0;
        let mut opened = false;
        while let Some(item) = items.get(at) {
            if item.has_any(&[Role::Opener, Role::HarmlessNegation]) {
                opened = true;
            } else if !item.has_any(&[Role::Please, Role::And, Role::Only, Role::Or])
                && item.kind != Kind::Comma
                && item.kind != Kind::Number
                && item.kind != Kind::Aside
                && item.kind != Kind::Foreign
                && item.kind != Kind::Colon
                && !is_address(items, at)
            {
                break;
            }
            at += 1;
        }
        if self.question
            && !opened
            && !items
                .first()
                .is_some_and(|item| item.has(Role::Please) || item.verb().is_some())
        {
            return Vec::new();
        }
        if let Some(behind) = verb_behind_phrase(items, at) {
            at = behind;
        }
        // "they sent", "the tests": not a request.
        if !is_verb(items, at) {
            // "for this task you can now email ...": an opener further on.
            // "kannst du den Bericht senden", "bitte ... senden": the verb stands at the end.
            let polite = opened || items.first().is_some_and(|item| item.has(Role::Please));
            if polite && self.reach == Reach::Clause {
                return items
                    .iter()
                    .rposition(|item| item.verb().is_some())
                    .into_iter()
                    .collect();
            }
            let opener = items.iter().position(|item| item.has(Role::Opener));
            return match opener {
                Some(opener)
                    if !self.question
                        && !items
                            .iter()
                            .take(opener)
                            .any(|item| item.has(Role::Question)) =>
                {
                    let next = opener
                        + 1
                        + items
                            .iter()
                            .skip(opener + 1)
                            .take_while(|item| item.has(Role::Please))
                            .count();
                    if is_verb(items, next) {
                        vec![next]
                    } else {
                        Vec::new()
                    }
                }
                _ => Vec::new(),
            };
        }
        vec![at]
    }
}

/// Where the part of a verb-final clause begins: behind the last verb that does something else.
fn behind_last_action(items: &[Item], at: usize) -> usize {
    items
        .get(..at)
        .unwrap_or_default()
        .iter()
        .rposition(|item| item.verb().is_some_and(|verb| verb != Action::Read))
        .map_or(0, |last| last + 1)
}

/// "Bob, send ..." and "Hey agent": a name in front of the verb.
fn is_address(items: &[Item], at: usize) -> bool {
    at == 0
        && items
            .first()
            .is_some_and(|item| item.capital && item.senses.is_empty())
        && items.get(1).is_some_and(|item| item.kind == Kind::Comma)
}

/// Which of a verb's meanings is meant: the one that fits what it acts on.
fn chosen(item: &Item, scope: &[Item]) -> Option<Action> {
    let mut verbs = item.verbs();
    let first = verbs.next()?;
    if moves_money(first, scope) {
        return Some(Action::Pay);
    }
    let acts_on_test = scope
        .iter()
        .any(|item| item.thing().is_some_and(|thing| thing == "test"));
    if first == Action::Run && acts_on_test {
        return Some(Action::Test);
    }
    let message = scope
        .iter()
        .find_map(Item::thing)
        .is_some_and(|thing| thing == "message" || thing == "email");
    let addressed = scope
        .iter()
        .any(|item| item.has_any(&[Role::To, Role::In]) || item.kind == Kind::Email);
    let to_somebody = scope.get(1).is_some_and(|next| {
        next.has(Role::Pronoun) && !next.has(Role::Determiner) && next.thing().is_none()
    });
    let addressed = addressed || to_somebody || scope.get(1).is_some_and(|next| next.capital);
    if (message && addressed || to_somebody && first == Action::Write)
        && matches!(first, Action::Write | Action::Create | Action::Add)
    {
        return Some(Action::Send);
    }
    Some(first)
}

/// "send 30 euros to <account>", "set up a monthly payment of 20 to <account>": an account or a sum
/// makes a payment of it. What goes to an address or a channel is a message about money.
fn moves_money(verb: Action, scope: &[Item]) -> bool {
    let may_pay = matches!(
        verb,
        Action::Send | Action::Create | Action::Schedule | Action::Add
    );
    let to_inbox = scope
        .iter()
        .any(|item| matches!(item.kind, Kind::Email | Kind::Channel));
    let account = scope.iter().any(|item| item.kind == Kind::Account);
    may_pay && !to_inbox && (account || verb == Action::Send && sends_sum(scope))
}

/// "send Ann 30 euros", "send 3 to the sender of that transaction": not "send the report on 30 EUR",
/// not "send 2 invoices".
fn sends_sum(scope: &[Item]) -> bool {
    let is_money = |item: &Item| item.thing().is_some_and(|thing| thing == "money");
    let mut objects = scope
        .iter()
        .skip(1)
        .skip_while(|item| item.has_any(&[Role::Determiner, Role::Pronoun]) || item.capital);
    match (objects.next(), objects.next()) {
        (Some(first), Some(second)) if first.kind == Kind::Number => {
            is_money(second)
                || second.has(Role::To)
                    && scope
                        .iter()
                        .filter_map(Item::thing)
                        .any(|thing| thing == "invoice")
        }
        (Some(first), _) => is_money(first) && scope.iter().any(|item| item.kind == Kind::Number),
        _ => false,
    }
}
