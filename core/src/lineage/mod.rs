//! Which values earlier results carried in typed fields, and which only in free text.
//!
//! A value that the owner did not write may be a target only when a typed field of a record that
//! the owner's words select held it; never when free text that gives orders names it. Only digests
//! are kept, and a bounded number of them.

mod command;
mod digest;
mod limits;
mod read;
mod select;
mod table;

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use smol_str::SmolStr;

use crate::model::Target;
use crate::policy::DescribedSet;
use digest::{Digest, tokens, words};

/// What is known of earlier results of one session: digests, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// Newest last.
    records: VecDeque<Record>,
    /// Values that orders in free text named.
    commanded: BTreeSet<Digest>,
    /// Addresses, hosts, links and paths that free text mentioned.
    mentioned: BTreeSet<Digest>,
    /// Set when something could not be taken in: then nothing is trusted.
    saturated: bool,
    /// Results taken in so far.
    results: u32,
}

/// A record of an earlier result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    /// The tool that returned it.
    tool: SmolStr,
    /// Which result it was part of.
    result: u32,
    /// Typed fields: name and value.
    typed: Vec<(SmolStr, Digest)>,
    /// Words of typed values, of the records around, and of the tool's name.
    words: BTreeSet<Digest>,
    /// Words of free text.
    loose: BTreeSet<Digest>,
    /// Words of the arguments that the tool was called with.
    asked: BTreeSet<Digest>,
    /// Numeric fields and dates, for "the largest", "the latest".
    numbers: Vec<(SmolStr, i64)>,
}

/// Where a value was seen in earlier results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The tool that returned it.
    pub tool: SmolStr,
    /// The typed field that held exactly this value; `None` when only free text carried it.
    pub field: Option<SmolStr>,
    /// Whether free text carried it too.
    pub free_text: bool,
    /// Whether free text that looks like an instruction carried it. Never to be trusted.
    pub commanded: bool,
}

/// Why a described set is taken to hold a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The tool that returned the record.
    pub tool: SmolStr,
    /// The typed field that held the value.
    pub field: SmolStr,
    /// For people: "the field `participants` of a result of `search_calendar_events`".
    pub words: String,
}

impl Lineage {
    /// Takes in a result. `args` are those of the call that returned it.
    pub fn record(&mut self, tool: &str, args: &Map<String, Value>, result: &Value) {
        self.results = self.results.saturating_add(1);
        let mut asked = Vec::new();
        strings(args.values(), &mut asked, 0);
        let echoes: BTreeSet<Digest> = asked.iter().map(|text| Digest::of(text)).collect();
        let asked: BTreeSet<Digest> = asked.iter().flat_map(|text| word_digests(text)).collect();
        for raw in read::records(result) {
            for text in &raw.free {
                self.take_mentions(text);
                self.take_orders(text);
            }
            for (_, value) in &raw.typed {
                if value.split_whitespace().nth(2).is_some() {
                    self.take_orders(value);
                }
            }
            let record = Record {
                tool: tool.into(),
                result: self.results,
                // A server that repeats what it was asked vouches for nothing.
                typed: raw
                    .typed
                    .iter()
                    .map(|(field, value)| (field_name(field, tool), Digest::of(value)))
                    .filter(|(_, value)| !echoes.contains(value) || self.is_typed(*value))
                    .collect(),
                words: raw
                    .typed
                    .iter()
                    .map(|(_, value)| value.as_str())
                    .chain(raw.context.iter().map(String::as_str))
                    .chain([tool])
                    .flat_map(word_digests)
                    .collect(),
                loose: raw
                    .free
                    .iter()
                    .flat_map(|text| tokens(text))
                    .flat_map(|token| word_digests(token).into_iter().chain([Digest::of(token)]))
                    .take(limits::LOOSE_WORDS)
                    .collect(),
                asked: asked.clone(),
                numbers: raw
                    .numbers
                    .iter()
                    .map(|(field, number)| (field.into(), *number))
                    .collect(),
            };
            if self.records.len() >= limits::RECORDS {
                self.records.pop_front();
            }
            self.records.push_back(record);
        }
    }

    /// Whether no result was taken in yet.
    pub fn is_empty(&self) -> bool {
        self.results == 0 && !self.saturated
    }

    /// Where a value was seen; `None` when it never was.
    pub fn origin(&self, value: &str) -> Option<Origin> {
        let digest = Digest::of(value);
        let typed = self.typed(digest).next();
        let free = self
            .records
            .iter()
            .rev()
            .find(|record| record.loose.contains(&digest));
        let commanded = self.saturated || self.commanded.contains(&digest);
        let free_text = free.is_some() || commanded || self.mentioned.contains(&digest);
        if typed.is_none() && !free_text {
            return None;
        }
        let record = typed.map(|(record, _)| record).or(free);
        Some(Origin {
            tool: record.map(|record| record.tool.clone()).unwrap_or_default(),
            field: typed.map(|(_, field)| field.clone()),
            free_text,
            commanded,
        })
    }

    /// Whether a typed field of a record that the description selects held this target.
    pub fn fills(&self, set: &DescribedSet, target: &Target) -> Option<Evidence> {
        let value = value_of(target)?;
        self.fills_value(set, &value)
    }

    /// Like [`Lineage::fills`], for a value that is not a target yet.
    pub fn fills_value(&self, set: &DescribedSet, value: &str) -> Option<Evidence> {
        let digest = Digest::of(value);
        if self.saturated || self.commanded.contains(&digest) {
            return None;
        }
        let (record, field) = self.typed(digest).find(|(record, field)| {
            select::is_field_of(&set.fields, field, value)
                && self.selects(&set.selectors, record, value)
        })?;
        Some(Evidence {
            tool: record.tool.clone(),
            field: field.clone(),
            words: format!("the field `{field}` of a result of `{}`", record.tool),
        })
    }

    /// Records that hold the value in a typed field, newest first.
    fn typed(&self, digest: Digest) -> impl Iterator<Item = (&Record, &SmolStr)> {
        self.records.iter().rev().flat_map(move |record| {
            record
                .typed
                .iter()
                .filter(move |(_, value)| *value == digest)
                .map(move |(field, _)| (record, field))
        })
    }

    fn is_typed(&self, digest: Digest) -> bool {
        self.typed(digest).next().is_some()
    }

    fn take_mentions(&mut self, text: &str) {
        let values = tokens(text).filter(|token| token.contains(['.', '@', '/', ':']));
        self.mentioned.extend(
            values
                .flat_map(|value| [Some(value), host_of(value)].into_iter().flatten())
                .map(Digest::of),
        );
        self.saturated |= self.mentioned.len() > limits::MENTIONED;
    }

    fn take_orders(&mut self, text: &str) {
        if text.len() > limits::FREE_BYTES {
            self.saturated = true;
            return;
        }
        for sentence in command::orders(text) {
            for token in tokens(sentence) {
                self.commanded.insert(Digest::of(token));
                self.commanded.extend(host_of(token).map(Digest::of));
                // `'general'` and `Bob's` name general and Bob.
                if let Some(word) = token.split(['\'', '’']).find(|part| !part.is_empty()) {
                    self.commanded.insert(Digest::of(word));
                }
            }
        }
        self.saturated |= self.commanded.len() > limits::COMMANDED;
    }
}

/// The host of a link, with or without a scheme.
fn host_of(token: &str) -> Option<&str> {
    let bare = token.split_once("://").map_or(token, |(_, rest)| rest);
    let (host, _) = bare.split_once(['/', '?', '#'])?;
    host.contains('.').then_some(host)
}

/// A value without a field of its own is named after the tool: `get_users` gives users.
fn field_name(field: &str, tool: &str) -> SmolStr {
    if field.is_empty() {
        tool.into()
    } else {
        field.into()
    }
}

fn word_digests(text: &str) -> Vec<Digest> {
    words(text).map(|word| Digest::of(&word)).collect()
}

fn strings<'a>(values: impl Iterator<Item = &'a Value>, found: &mut Vec<String>, depth: usize) {
    if depth > limits::DEPTH {
        return;
    }
    for value in values {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Array(items) => strings(items.iter(), found, depth + 1),
            Value::Object(map) => strings(map.values(), found, depth + 1),
            _ => {}
        }
    }
}

/// The text by which a target is looked up; a sum of money is never filled.
fn value_of(target: &Target) -> Option<String> {
    Some(match target {
        Target::Path(path) => path.path.as_str().to_owned(),
        Target::Host(host) => host.as_str().to_owned(),
        Target::Url(url) => url.url.clone(),
        Target::Recipient(recipient) => recipient.name.to_string(),
        Target::Resource(resource) => resource.name.to_string(),
        Target::Amount(_) => return None,
    })
}

#[cfg(test)]
mod tests;
