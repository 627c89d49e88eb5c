//! The words that the compiler knows, by language. Data in policies/lexicon/, read once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use smol_str::SmolStr;

use crate::model::{CapabilityPattern, RiskClass};

/// What a verb asks for, whatever the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    Act,
    Send,
    Reply,
    Forward,
    Post,
    Share,
    Invite,
    Add,
    Create,
    Write,
    Edit,
    Fix,
    Code,
    Delete,
    Cancel,
    Move,
    Copy,
    Book,
    Pay,
    Buy,
    Run,
    Test,
    Build,
    Install,
    Commit,
    Push,
    Merge,
    Open,
    Close,
    Deploy,
    Control,
    Fetch,
    Read,
    Upload,
    Schedule,
    Remember,
    Permit,
    Archive,
    Label,
    Follow,
}

/// What a word does in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    Negation,
    Ceasing,
    Nothing,
    Without,
    HarmlessNegation,
    ReadOnly,
    Everything,
    Only,
    Stay,
    Outside,
    Except,
    Please,
    Opener,
    Question,
    Hypothetical,
    If,
    Approval,
    Revoke,
    And,
    Or,
    But,
    To,
    In,
    For,
    With,
    From,
    Determiner,
    Pronoun,
    Subject,
    Same,
    Once,
    Limit,
    Until,
    Delegate,
    MaxSize,
    MinSize,
    MaxDate,
    MinDate,
    MinPrice,
    MaxPrice,
    MaxRating,
    FullTrust,
}

/// One meaning of a word or phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Verb(Action),
    Noun(SmolStr),
    Role(Role),
}

/// How far a negation reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reach {
    /// To the verbs behind it.
    #[default]
    After,
    /// To all verbs of its clause.
    Clause,
    /// To the verb before it.
    Before,
}

/// Where the verb of a request stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    #[default]
    Head,
    Any,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LanguageFile {
    negation_reach: Reach,
    verb_place: Place,
    common: Vec<String>,
    roles: BTreeMap<Role, Vec<String>>,
    verbs: BTreeMap<Action, Vec<String>>,
    nouns: BTreeMap<SmolStr, Vec<String>>,
}

/// What an action means for a policy.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Meaning {
    /// Classes that a grant for it may cover.
    pub(super) risks: Vec<RiskClass>,
    /// Last parts of capability names that do it.
    pub(super) names: Vec<SmolStr>,
    /// What forbidding it forbids.
    pub(super) forbids: Forbids,
}

/// What forbidding an action forbids.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Forbids {
    /// Everything that changes anything.
    pub(super) consequential: bool,
    pub(super) risks: Vec<RiskClass>,
    pub(super) capabilities: Vec<CapabilityPattern>,
}

/// What a noun means for a policy.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Thing {
    /// First parts of capability names that are about it.
    pub(super) domains: Vec<SmolStr>,
    /// Fields by which lineage may fill a description of it.
    pub(super) fields: Vec<SmolStr>,
    /// What "no emails", "no deletions" forbids.
    pub(super) forbids: Option<Action>,
}

/// The words of one language.
#[derive(Debug, Default)]
pub(super) struct Language {
    pub(super) code: SmolStr,
    pub(super) reach: Reach,
    pub(super) place: Place,
    common: HashSet<SmolStr>,
    /// Phrases by their first word, longest first.
    phrases: HashMap<SmolStr, Vec<Phrase>>,
    /// Entries of a writing without spaces, by their first character, longest first.
    runs: HashMap<char, Vec<(SmolStr, Vec<Sense>)>>,
}

#[derive(Clone, Debug)]
struct Phrase {
    rest: Vec<SmolStr>,
    senses: Vec<Sense>,
}

/// All of it.
#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) languages: Vec<Language>,
    pub(super) actions: BTreeMap<Action, Meaning>,
    pub(super) things: BTreeMap<SmolStr, Thing>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::load);

impl Lexicon {
    /// The lexicon compiled into the binary.
    pub(super) fn built_in() -> &'static Self {
        &LEXICON
    }

    /// Parses the embedded data. A part that does not parse is empty, which makes messages
    /// uncertain; a test keeps that from happening.
    fn load() -> Self {
        let text = include_str!(concat!(env!("OUT_DIR"), "/lexicon.json"));
        let mut files: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap_or_default();
        let actions = read(files.remove("actions")).unwrap_or_default();
        let things = read(files.remove("things")).unwrap_or_default();
        let languages = files
            .into_iter()
            .filter_map(|(code, text)| Some(Language::new(code, read(Some(text))?)))
            .collect();
        Self {
            languages,
            actions,
            things,
        }
    }

    pub(super) fn language(&self, code: &str) -> Option<&Language> {
        self.languages.iter().find(|language| language.code == code)
    }

    pub(super) fn meaning(&self, action: Action) -> &Meaning {
        static NOTHING: LazyLock<Meaning> = LazyLock::new(Meaning::default);
        self.actions.get(&action).unwrap_or(&NOTHING)
    }
}

fn read<Part: DeserializeOwned>(text: Option<&RawValue>) -> Option<Part> {
    serde_json::from_str(text?.get()).ok()
}

impl Language {
    fn new(code: String, file: LanguageFile) -> Self {
        let mut language = Self {
            code: code.into(),
            reach: file.negation_reach,
            place: file.verb_place,
            common: file.common.iter().map(SmolStr::new).collect(),
            ..Self::default()
        };
        for (role, forms) in &file.roles {
            forms
                .iter()
                .for_each(|form| language.enter(form, &Sense::Role(*role)));
        }
        for (action, forms) in &file.verbs {
            forms
                .iter()
                .for_each(|form| language.enter(form, &Sense::Verb(*action)));
        }
        for (thing, forms) in &file.nouns {
            forms
                .iter()
                .for_each(|form| language.enter(form, &Sense::Noun(thing.clone())));
        }
        for phrases in language.phrases.values_mut() {
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        for runs in language.runs.values_mut() {
            runs.sort_by_key(|(run, _)| std::cmp::Reverse(run.len()));
        }
        language
    }

    fn enter(&mut self, form: &str, sense: &Sense) {
        if let Some(first) = form
            .chars()
            .next()
            .filter(|c| super::tokens::is_ideograph(*c))
        {
            let runs = self.runs.entry(first).or_default();
            match runs.iter_mut().find(|(run, _)| run == form) {
                Some((_, senses)) => senses.push(sense.clone()),
                None => runs.push((form.into(), vec![sense.clone()])),
            }
            return;
        }
        let mut words = form.split(' ').map(SmolStr::new);
        let Some(first) = words.next() else { return };
        let rest: Vec<SmolStr> = words.collect();
        let phrases = self.phrases.entry(first).or_default();
        match phrases.iter_mut().find(|phrase| phrase.rest == rest) {
            Some(phrase) => phrase.senses.push(sense.clone()),
            None => phrases.push(Phrase {
                rest,
                senses: vec![sense.clone()],
            }),
        }
    }

    /// Whether the language knows the word at all.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.common.contains(word) || self.phrases.contains_key(word)
    }

    /// Whether the word is one of those by which the language is told from others.
    pub(super) fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// The longest phrase that begins with `first`; `next(n)` is the nth word behind it.
    pub(super) fn phrase<'a>(
        &self,
        first: &str,
        next: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<(usize, &[Sense])> {
        self.phrases.get(first)?.iter().find_map(|phrase| {
            phrase
                .rest
                .iter()
                .enumerate()
                .all(|(place, word)| next(place) == Some(word.as_str()))
                .then_some((phrase.rest.len() + 1, phrase.senses.as_slice()))
        })
    }

    /// The longest entry that `run` begins with, in a writing without spaces.
    pub(super) fn run(&self, run: &str) -> Option<(usize, &[Sense])> {
        let first = run.chars().next()?;
        self.runs
            .get(&first)?
            .iter()
            .find(|(entry, _)| run.starts_with(entry.as_str()))
            .map(|(entry, senses)| (entry.len(), senses.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_lexicon_is_whole() {
        let text = include_str!(concat!(env!("OUT_DIR"), "/lexicon.json"));
        let files: BTreeMap<String, serde_json::Value> = serde_json::from_str(text).unwrap();
        for (name, value) in files {
            match name.as_str() {
                "actions" => {
                    drop(serde_json::from_value::<BTreeMap<Action, Meaning>>(value).unwrap());
                }
                "things" => {
                    drop(serde_json::from_value::<BTreeMap<SmolStr, Thing>>(value).unwrap());
                }
                _ => {
                    let file: LanguageFile = serde_json::from_value(value).unwrap();
                    for thing in file.nouns.keys() {
                        assert!(
                            Lexicon::built_in().things.contains_key(thing),
                            "{name}: {thing}"
                        );
                    }
                }
            }
        }
        assert!(Lexicon::built_in().language("en").is_some());
    }
}
