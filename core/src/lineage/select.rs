//! Whether a record is the one that the owner described.

use smol_str::SmolStr;

use super::digest::{Digest, words};
use super::{Lineage, Record};

/// Fields by which "the largest", "the latest" and their like are judged, by the selector that
/// the compiler writes for them.
const MEASURES: &[(&str, &[&str])] = &[
    ("size", &["size", "bytes", "length"]),
    (
        "date",
        &[
            "date",
            "time",
            "timestamp",
            "modified",
            "created",
            "updated",
            "start",
            "sent",
            "received",
        ],
    ),
    ("price", &["price", "cost", "amount", "total", "fee"]),
    ("rating", &["rating", "score", "stars"]),
];

/// Whether the field is of one of the kinds; no kinds take any field. An address is an `email`
/// whatever its field is called.
pub(super) fn is_field_of(kinds: &[SmolStr], field: &str, value: &str) -> bool {
    kinds.is_empty()
        || kinds.iter().any(|kind| {
            (kind == "email" && value.contains('@'))
                || words(kind).all(|kind| words(field).any(|word| word == kind))
        })
}

impl Lineage {
    /// Whether every selector holds for the record. `max:size` and `min:date` compare it with
    /// the other records of its result; any other selector's words must be the record's own, or
    /// in its text when they are also what the tool was asked for.
    pub(super) fn selects(&self, selectors: &[String], record: &Record, value: &str) -> bool {
        selectors
            .iter()
            .all(|selector| match selector.split_once(':') {
                Some(("max", measure)) => self.is_extreme(record, measure, false),
                Some(("min", measure)) => self.is_extreme(record, measure, true),
                _ => names(selector, record, value),
            })
    }

    fn is_extreme(&self, record: &Record, measure: &str, least: bool) -> bool {
        let Some(own) = measured(record, measure) else {
            return false;
        };
        self.records
            .iter()
            .filter(|other| other.result == record.result)
            .filter_map(|other| measured(other, measure))
            .all(|other| if least { own <= other } else { own >= other })
    }
}

fn measured(record: &Record, measure: &str) -> Option<i64> {
    let (_, fields) = MEASURES.iter().find(|(name, _)| *name == measure)?;
    record
        .numbers
        .iter()
        .find(|(field, _)| {
            words(field).any(|word| fields.iter().any(|name| words(name).eq([word.clone()])))
        })
        .map(|(_, number)| *number)
}

/// Most of the selector's words: all of two, all but one of more.
fn names(selector: &str, record: &Record, value: &str) -> bool {
    let wanted: Vec<Digest> = words(selector).map(|word| Digest::of(&word)).collect();
    if wanted.is_empty() {
        return true;
    }
    let own: Vec<Digest> = words(value).map(|word| Digest::of(&word)).collect();
    let enough = |count: usize| count >= wanted.len() - usize::from(wanted.len() > 2);
    let typed = wanted
        .iter()
        .filter(|word| record.words.contains(word) || own.contains(word));
    if enough(typed.count()) {
        return true;
    }
    let loose = wanted
        .iter()
        .filter(|word| record.loose.contains(word) || record.words.contains(word));
    let asked = wanted.iter().filter(|word| record.asked.contains(word));
    enough(loose.count()) && enough(asked.count())
}
