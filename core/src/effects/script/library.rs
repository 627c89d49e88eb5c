//! What the calls of a language's libraries do: policies/libraries/, read once.
//!
//! A file maps what a call does to the names of the calls that do it; each language has its own
//! words for what (`FromStr` of its `Does`).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::str::FromStr;

use serde::Deserialize;
use smol_str::SmolStr;

/// One file: groups of names.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    /// Calls by full name.
    calls: BTreeMap<String, String>,
    /// Calls by their last name.
    methods: BTreeMap<String, String>,
    /// Names that only compute.
    computing: String,
}

/// A language's calls, ready to look up.
#[derive(Debug)]
pub(super) struct Library<Does> {
    calls: HashMap<SmolStr, Does>,
    methods: HashMap<SmolStr, Does>,
    computing: HashSet<SmolStr>,
}

impl<Does: FromStr<Err = String> + Clone> Library<Does> {
    /// The library of a language. A group that cannot be read is left out, which makes its calls
    /// unknown; a test refuses such a group.
    pub(super) fn built_in(language: &str) -> Self {
        let text = include_str!(concat!(env!("OUT_DIR"), "/libraries.json"));
        let mut files: BTreeMap<String, File> = serde_json::from_str(text).unwrap_or_default();
        let file = files.remove(language).unwrap_or_default();
        Self {
            calls: by_name(&file.calls),
            methods: by_name(&file.methods),
            computing: file
                .computing
                .split_ascii_whitespace()
                .map(SmolStr::new)
                .collect(),
        }
    }

    /// The call of exactly this name.
    pub(super) fn call(&self, name: &str) -> Option<&Does> {
        self.calls.get(name)
    }

    /// The call of a method on whatever it is called on.
    pub(super) fn method(&self, name: &str) -> Option<&Does> {
        self.methods.get(name)
    }

    /// Whether the name, or a module that it is in, is known to compute only.
    pub(super) fn computes(&self, name: &str) -> bool {
        let mut head = name;
        loop {
            if self.computing.contains(head.trim_end_matches("()")) {
                return true;
            }
            match head.rsplit_once('.') {
                Some((shorter, _)) => head = shorter,
                None => return false,
            }
        }
    }
}

fn by_name<Does: FromStr<Err = String> + Clone>(
    groups: &BTreeMap<String, String>,
) -> HashMap<SmolStr, Does> {
    let mut table = HashMap::new();
    for (what, names) in groups {
        let Ok(does) = what.parse::<Does>() else {
            continue;
        };
        for name in names.split_ascii_whitespace() {
            table.insert(SmolStr::new(name), does.clone());
        }
    }
    table
}

/// Checks the built-in file of a language: every group is understood, no name stands twice.
#[cfg(test)]
pub(super) fn check<Does: FromStr<Err = String>>(language: &str) {
    let text = include_str!(concat!(env!("OUT_DIR"), "/libraries.json"));
    let files: BTreeMap<String, File> = serde_json::from_str(text).unwrap();
    let file = files.get(language).unwrap();
    let place = format!("policies/libraries/{language}.yaml");
    for groups in [&file.calls, &file.methods] {
        let mut seen = HashSet::new();
        for (what, names) in groups {
            if let Err(error) = what.parse::<Does>() {
                panic!("{place}: {error}");
            }
            for name in names.split_ascii_whitespace() {
                assert!(seen.insert(name), "{place}: `{name}` stands twice");
            }
        }
    }
}
