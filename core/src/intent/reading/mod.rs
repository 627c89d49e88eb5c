//! What each clause says: asks for something, forbids it, confines the task, or nothing of the kind.

mod bans;
mod bounds;
mod requests;

use super::clauses::{Clause, Joint, clauses};
use super::lexicon::{Action, Place, Reach, Role};
use super::mention::{Mention, mentions};
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
    /// One of several that the same verb asks for: each keeps to what it names itself.
    pub(super) paired: bool,
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
