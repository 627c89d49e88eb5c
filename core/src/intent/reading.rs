//! What each clause says: asks for something, forbids it, confines the task, or nothing of the kind.

use super::bind::host_of;
use super::clauses::{Clause, Joint, clauses, is_verb, verb_behind_phrase};
use super::counts;
use super::lexicon::{Action, Place, Reach, Role};
use super::mention::{Mention, What, mentions};
use super::tokens::Kind;
use super::words::{Item, Sentence};

/// Something asked for.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) action: Action,
    pub(super) mentions: Vec<Mention>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The owner wants to confirm: which words say so.
    pub(super) asks: Option<String>,
    /// "once", "at most 3".
    pub(super) max_calls: Option<u32>,
    /// The same recipients as before.
    pub(super) same: bool,
}

/// Something forbidden.
#[derive(Clone, Debug)]
pub(super) struct Ban {
    pub(super) actions: Vec<Action>,
    pub(super) mentions: Vec<Mention>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Lifted by a confirmation.
    pub(super) asks: bool,
    /// Without words behind the verb: "do not delete", not "without changing the API".
    pub(super) bare: bool,
}

/// What was found in a message.
#[derive(Clone, Debug)]
pub(super) enum Finding {
    Request(Request),
    Ban(Ban),
    /// Nothing may change.
    ReadOnly {
        start: usize,
        end: usize,
    },
    /// Only these targets.
    Bound(Request),
    /// What was asked for earlier is taken back.
    Revoke {
        mentions: Vec<Mention>,
        actions: Vec<Action>,
        start: usize,
        end: usize,
    },
    FullTrust {
        start: usize,
        end: usize,
    },
    /// Work that is written down elsewhere.
    Delegate {
        mentions: Vec<Mention>,
        start: usize,
        end: usize,
    },
    /// A condition that ends in a question to the owner: about everything asked for.
    AskFirst {
        start: usize,
        end: usize,
    },
    /// "At most one email." in a sentence of its own: how often what is asked for may be done.
    Most {
        max: u32,
        mentions: Vec<Mention>,
    },
    /// A statement that names targets.
    Fact {
        mentions: Vec<Mention>,
    },
}

/// What a sentence says.
pub(super) fn read(sentence: &Sentence<'_>, text: &str) -> Vec<Finding> {
    let mut reader = Reader {
        text,
        reach: sentence
            .language
            .map(|language| language.reach)
            .unwrap_or_default(),
        place: sentence
            .language
            .map(|language| language.place)
            .unwrap_or_default(),
        question: sentence.question,
        informational: false,
        banned: None,
        found: Vec::new(),
        pending: None,
    };
    for clause in clauses(sentence) {
        if clause.joint == Joint::Content {
            break;
        }
        reader.clause(&clause);
    }
    reader.found
}

struct Reader<'a> {
    text: &'a str,
    reach: Reach,
    place: Place,
    question: bool,
    /// Behind "how", "what if": nothing is asked for.
    informational: bool,
    /// The last clause was a ban without an object of its own.
    banned: Option<bool>,
    found: Vec<Finding>,
    /// A condition that waits for what it is about.
    pending: Option<Condition>,
}

#[derive(Clone, Debug)]
struct Condition {
    /// The owner wants to be asked.
    approval: bool,
    words: String,
}

impl Reader<'_> {
    fn clause(&mut self, clause: &Clause<'_>) {
        let items = clause.items;
        let (Some(first), Some(last)) = (items.first(), items.last()) else {
            return;
        };
        let (start, end) = (first.start, last.end);
        let doubtful = items.iter().any(|item| item.doubtful);
        let has = |role: Role| items.iter().any(|item| item.has(role));
        let conditional = items
            .iter()
            .position(|item| item.has(Role::If))
            .is_some_and(|at| at == 0 || items.get(at - 1).is_some_and(|item| item.has(Role::But)));
        if has(Role::FullTrust) && !doubtful {
            self.found.push(Finding::FullTrust { start, end });
            return;
        }
        if has(Role::ReadOnly) && !conditional && !self.informational {
            self.found.push(Finding::ReadOnly { start, end });
            return;
        }
        if has(Role::Revoke) && !doubtful {
            self.found.push(Finding::Revoke {
                mentions: mentions(items, self.text),
                actions: items.iter().flat_map(Item::verbs).collect(),
                start,
                end,
            });
            return;
        }
        if conditional && self.condition(items, start, end) {
            return;
        }
        let carried = self.banned.filter(|bare| {
            clause.joint == Joint::Or
                || (clause.joint != Joint::But && clause.joint != Joint::Start && *bare)
        });
        if let Some(ban) = self.ban(items, start, end, carried.is_some()) {
            self.banned = Some(ban.mentions.is_empty());
            self.found.push(Finding::Ban(ban));
            return;
        }
        self.banned = None;
        if matches!(self.found.last(), Some(Finding::AskFirst { start: asked, .. }) if *asked == start)
        {
            return;
        }
        self.informational |= is_informational(items);
        if self.informational || doubtful {
            return;
        }
        if self.bound(items, start, end) {
            return;
        }
        self.requests(items, start, end);
    }

    /// Takes in a condition; `true` when the clause holds nothing else.
    fn condition(&mut self, items: &[Item], start: usize, end: usize) -> bool {
        let approval = items.iter().any(|item| item.has(Role::Approval));
        let words = self.text.get(start..end).unwrap_or_default().to_owned();
        let condition = Condition { approval, words };
        // "ask me before you delete anything": a ban that a confirmation lifts.
        if matches!(self.found.last(), Some(Finding::AskFirst { .. })) {
            let mut actions: Vec<Action> = items.iter().flat_map(Item::verbs).collect();
            actions.retain(|action| *action != Action::Read);
            if !actions.is_empty() {
                let start = match self.found.pop() {
                    Some(Finding::AskFirst { start, .. }) => start,
                    _ => start,
                };
                let mentions = mentions(items, self.text);
                self.found.push(Finding::Ban(Ban {
                    actions,
                    mentions,
                    start,
                    end,
                    asks: true,
                    bare: true,
                }));
            }
            return true;
        }
        // "send it if I approve": the condition follows what it is about.
        if let Some(Finding::Request(request)) = self.found.last_mut() {
            if approval {
                request.asks = Some(condition.words);
            }
            return true;
        }
        if let Some(Finding::Ban(ban)) = self.found.last_mut() {
            // "do not send it until I approve"
            ban.asks |= approval;
            ban.end = end;
            return true;
        }
        self.pending = Some(condition);
        true
    }

    fn ban(&mut self, items: &[Item], start: usize, end: usize, carried: bool) -> Option<Ban> {
        let strong = |item: &Item| {
            item.has_any(&[Role::Negation, Role::Ceasing, Role::Without])
                && !item.has(Role::HarmlessNegation)
        };
        let marker = items.iter().position(strong);
        let nothing = items
            .iter()
            .position(|item| item.has(Role::Nothing) && !item.has(Role::HarmlessNegation));
        let approval = items.iter().any(|item| item.has(Role::Approval));
        let end_of = |item: &Item| item.end;
        if let Some(ask) = items.iter().position(|item| item.has(Role::Approval)) {
            // "ask me before you delete anything", "without my approval" are handled by the caller
            // and below; a lone "ask me first" concerns everything.
            if marker.is_none() && nothing.is_none() && !carried {
                let rest = items.get(ask + 1..).unwrap_or_default();
                let before = rest.iter().position(|item| item.has(Role::If));
                if before.is_none()
                    && items
                        .iter()
                        .all(|item| item.verb().is_none_or(|verb| verb == Action::Read))
                {
                    self.found.push(Finding::AskFirst { start, end });
                }
                return None;
            }
        }
        let at = match (marker, nothing, carried) {
            (Some(at), _, _) | (None, Some(at), _) => at,
            (None, None, true) if items.iter().any(|item| item.verb().is_some()) => 0,
            _ => return None,
        };
        if marker.is_some_and(|at| items.get(at).is_some_and(|item| item.has(Role::Without)))
            && approval
        {
            // "without my approval": what comes before is only allowed with it.
            if let Some(Finding::Ban(ban)) = self.found.last_mut() {
                ban.asks = true;
                ban.end = end;
            }
            return None;
        }
        let behind = items.get(at..).unwrap_or_default();
        let mut verbs: Vec<Action> = match self.reach {
            Reach::After if marker.is_some() => behind.iter().flat_map(Item::verbs).collect(),
            Reach::Before if marker.is_some() => nearest_before(items, at),
            _ => items.iter().flat_map(Item::verbs).collect(),
        };
        let only_nothing = marker.is_none() && nothing.is_some();
        let mut said = mentions(
            if self.reach == Reach::After && !only_nothing {
                behind
            } else {
                items
            },
            self.text,
        );
        if verbs.is_empty()
            || (only_nothing && behind.get(1).is_some_and(|next| next.thing().is_some()))
        {
            // "no emails", "no deletions", "nothing outside src/"
            let things: Vec<Action> = said
                .iter()
                .filter_map(|mention| match &mention.what {
                    What::Thing(thing) => {
                        super::lexicon::Lexicon::built_in()
                            .things
                            .get(thing)?
                            .forbids
                    }
                    _ => None,
                })
                .collect();
            if !things.is_empty() {
                verbs = things;
            }
        }
        let outside = said.iter().any(|mention| mention.outside);
        if verbs.is_empty()
            && (outside
                || marker
                    .is_some_and(|at| items.get(at).is_some_and(|item| item.has(Role::Ceasing))))
        {
            verbs = vec![Action::Act];
        }
        verbs.retain(|verb| *verb != Action::Read && *verb != Action::Follow || outside);
        verbs.dedup();
        if verbs.is_empty() {
            return None;
        }
        said.retain(|mention| mention.end <= end);
        let last_verb = behind
            .iter()
            .rposition(|item| item.verb().is_some())
            .unwrap_or(0);
        let bare = behind
            .iter()
            .skip(last_verb + 1)
            .all(|item| item.kind != Kind::Word || !item.senses.is_empty());
        Some(Ban {
            bare,
            actions: verbs,
            mentions: said,
            start: items.get(at).map_or(start, |item| item.start).min(start),
            end: items.last().map_or(end, end_of),
            asks: approval,
        })
    }

    /// "only use docs.example.com", "stay in ~/proj": with a target, a boundary.
    fn bound(&mut self, items: &[Item], start: usize, end: usize) -> bool {
        let Some(at) = items
            .iter()
            .position(|item| item.has_any(&[Role::Only, Role::Stay]))
        else {
            return false;
        };
        let behind = items.get(at..).unwrap_or_default();
        let said = mentions(
            if self.place == Place::Any {
                items
            } else {
                behind
            },
            self.text,
        );
        let named: Vec<&Mention> = said
            .iter()
            .filter(|mention| matches!(mention.what, What::Literal(..) | What::Name(_)))
            .collect();
        let verb = items
            .iter()
            .filter_map(Item::verb)
            .next_back()
            .or(items.iter().find_map(Item::verb));
        // "a script that only prints errors" confines nothing.
        let relative = at > 0
            && items
                .get(at - 1)
                .is_some_and(|item| item.has(Role::Subject));
        if named.is_empty() || relative {
            return false;
        }
        let stay = behind.first().is_some_and(|item| item.has(Role::Stay));
        let action = if stay {
            Action::Act
        } else {
            verb.unwrap_or(Action::Act)
        };
        // "answer using only docs.example.com": a site to read from, nobody to write to.
        let reads_a_site =
            action == Action::Reply && said.iter().any(|mention| host_of(mention).is_some());
        self.found.push(Finding::Bound(Request {
            action,
            mentions: said,
            start,
            end,
            asks: None,
            max_calls: None,
            same: false,
        }));
        // "only email bob@x.example" also asks for it; "only use x.example" asks for nothing.
        reads_a_site || matches!(action, Action::Act | Action::Fetch | Action::Read)
    }

    fn requests(&mut self, items: &[Item], start: usize, end: usize) {
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
            self.found.push(Finding::Request(Request {
                action,
                mentions: mentions(scope, self.text),
                start: scope.first().map_or(start, |first| first.start),
                end: scope.last().map_or(end, |last| last.end),
                asks,
                max_calls,
                same: scope.iter().any(|item| item.has(Role::Same)),
            }));
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

/// Question words that stand inside statements as well.
const AUXILIARIES: &[&str] = &["is", "are", "was", "were", "has", "does", "did"];

/// "how would I ...", "explain how ...": what follows is talked about, not asked for. A question
/// word inside a request ("send him what you find") changes nothing.
fn is_informational(items: &[Item]) -> bool {
    let Some(at) = items
        .iter()
        .position(|item| item.has_any(&[Role::Question, Role::Hypothetical]))
    else {
        return false;
    };
    let before = items.get(..at).unwrap_or_default();
    // "this is Alice": the auxiliaries ask only at the head.
    let auxiliary = items
        .get(at)
        .is_some_and(|item| AUXILIARIES.contains(&item.norm.as_str()));
    if auxiliary
        && !before
            .iter()
            .all(|item| item.has(Role::Please) || item.kind == Kind::Comma)
    {
        return false;
    }
    let opener = before.iter().any(|item| item.has(Role::Opener));
    match before.iter().rev().find_map(Item::verb) {
        None => !opener,
        Some(Action::Read) => before
            .last()
            .is_some_and(|item| item.verb().is_some() || item.has(Role::Pronoun)),
        Some(_) => false,
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

fn nearest_before(items: &[Item], at: usize) -> Vec<Action> {
    items
        .get(..at)
        .unwrap_or_default()
        .iter()
        .rev()
        .find(|item| item.verb().is_some())
        .map(|item| item.verbs().collect())
        .unwrap_or_default()
}
