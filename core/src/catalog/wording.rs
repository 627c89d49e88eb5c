//! What names of tools and keys of arguments say by themselves: verbs, nouns and keys, read from
//! policies/defaults/{verbs,arguments}.yaml.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use smol_str::SmolStr;

use crate::model::RiskClass;

/// A stronger or milder class from verb and object together.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectRule {
    /// Words of the verb, or names of classes.
    pub(crate) verbs: HashSet<SmolStr>,
    /// One of these is the last word about the object.
    #[serde(default)]
    pub(crate) head: HashSet<SmolStr>,
    /// One of these stands anywhere; two words are joined by `_`.
    #[serde(default)]
    pub(crate) any: HashSet<SmolStr>,
    /// The class.
    pub(crate) then: Class,
    /// It replaces the verb's class instead of raising it.
    #[serde(default)]
    pub(crate) instead: bool,
}

/// A risk class as the files write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(transparent)]
pub(crate) struct Class(#[serde(with = "class_by_name")] pub(crate) Option<RiskClass>);

mod class_by_name {
    use super::RiskClass;
    use serde::{Deserialize, Deserializer, de::Error};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<RiskClass>, D::Error> {
        let name = String::deserialize(deserializer)?;
        RiskClass::ALL
            .into_iter()
            .find(|class| class.as_str() == name)
            .map(Some)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is not a risk class")))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerbFile {
    modifiers: HashSet<SmolStr>,
    clauses: HashSet<SmolStr>,
    prepositions: HashSet<SmolStr>,
    verbs: BTreeMap<String, Vec<SmolStr>>,
    ambiguous: BTreeMap<String, Vec<SmolStr>>,
    looked_at: HashSet<SmolStr>,
    neutral: HashSet<SmolStr>,
    objects: Vec<ObjectRule>,
    secret_nouns: HashSet<SmolStr>,
    domains: Vec<BTreeMap<SmolStr, HashSet<SmolStr>>>,
}

#[derive(Debug, Default, Deserialize)]
struct DefaultsFile {
    verbs: VerbFile,
    arguments: BTreeMap<SmolStr, Vec<SmolStr>>,
}

/// A word that can be a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verb {
    pub(crate) risk: RiskClass,
    /// It is a noun too.
    pub(crate) ambiguous: bool,
}

/// Verbs, nouns and keys, ready to look up.
#[derive(Debug, Default)]
pub(crate) struct Wording {
    pub(crate) modifiers: HashSet<SmolStr>,
    pub(crate) clauses: HashSet<SmolStr>,
    pub(crate) prepositions: HashSet<SmolStr>,
    pub(crate) looked_at: HashSet<SmolStr>,
    pub(crate) neutral: HashSet<SmolStr>,
    pub(crate) objects: Vec<ObjectRule>,
    pub(crate) secret_nouns: HashSet<SmolStr>,
    verbs: HashMap<SmolStr, Verb>,
    domains: Vec<(SmolStr, HashSet<SmolStr>)>,
    keys: HashMap<SmolStr, HashSet<SmolStr>>,
}

static BUILT_IN: LazyLock<Wording> = LazyLock::new(|| {
    // A file of another shape is caught by a test; without words every tool is unknown.
    let file: DefaultsFile =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/defaults.json")))
            .unwrap_or_default();
    Wording::from(file)
});

impl From<DefaultsFile> for Wording {
    fn from(file: DefaultsFile) -> Self {
        let mut verbs = HashMap::new();
        for (lists, ambiguous) in [(file.verbs.ambiguous, true), (file.verbs.verbs, false)] {
            for (class, words) in lists {
                let class = RiskClass::ALL
                    .into_iter()
                    .find(|risk| risk.as_str() == class);
                let risk = class.unwrap_or(RiskClass::Unknown);
                for word in words {
                    verbs.insert(word, Verb { risk, ambiguous });
                }
            }
        }
        Self {
            modifiers: file.verbs.modifiers,
            clauses: file.verbs.clauses,
            prepositions: file.verbs.prepositions,
            looked_at: file.verbs.looked_at,
            neutral: file.verbs.neutral,
            objects: file.verbs.objects,
            secret_nouns: file.verbs.secret_nouns,
            verbs,
            domains: file.verbs.domains.into_iter().flatten().collect(),
            keys: file
                .arguments
                .into_iter()
                .map(|(list, words)| (list, words.into_iter().collect()))
                .collect(),
        }
    }
}

impl Wording {
    /// The words compiled into the binary.
    pub(crate) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// A word as a verb.
    pub(crate) fn verb(&self, word: &str) -> Option<Verb> {
        self.verbs.get(word).copied()
    }

    /// The domain of the first line of the file that one of the words is in.
    pub(crate) fn domain(&self, words: &[String]) -> Option<&str> {
        self.domains
            .iter()
            .find(|(_, nouns)| words.iter().any(|word| nouns.contains(word.as_str())))
            .map(|(domain, _)| domain.as_str())
    }

    /// Whether a key is in one of the lists of arguments.yaml.
    pub(crate) fn is_key(&self, list: &str, key: &str) -> bool {
        self.keys.get(list).is_some_and(|keys| keys.contains(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_words_fit_their_format() {
        let text = include_str!(concat!(env!("OUT_DIR"), "/defaults.json"));
        let file = serde_json::from_str::<DefaultsFile>(text);
        assert!(file.is_ok(), "{file:?}");
        let wording = Wording::built_in();
        assert_eq!(
            wording.verb("delete").map(|verb| verb.risk),
            Some(RiskClass::Delete)
        );
        assert!(
            wording
                .verbs
                .values()
                .all(|verb| verb.risk != RiskClass::Unknown)
        );
    }
}
