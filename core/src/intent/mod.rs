//! The owner's message becomes a policy: quoted material set aside, clauses, lexicon, grounding.
//!
//! Deterministic and offline. A message that cannot be understood is uncertain, never permissive.

mod bans;
mod bind;
mod clauses;
mod constrain;
mod counts;
pub mod draft;
mod grants;
mod host;
mod lexicon;
mod literal;
mod mention;
mod merge;
mod quote;
mod reading;
mod tokens;
mod words;

use std::ops::Range;

use smol_str::SmolStr;

use crate::catalog::Catalog;
use crate::limits;
use crate::model::{CapabilityPattern, Environment, RiskClass};
use crate::policy::{Citation, Grant, Policy};
use lexicon::Lexicon;
use reading::Finding;

/// Builds the tables that are built on first use otherwise.
pub(crate) fn prepare() {
    Lexicon::built_in();
}

/// A message as the host hands it over.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// The text; images-only parts are empty text.
    pub text: &'a str,
    /// Whether the task's owner wrote it. Anyone else can only narrow.
    pub owner: bool,
}

impl<'a> Message<'a> {
    /// A message of the task's owner.
    pub const fn of_owner(text: &'a str) -> Self {
        Self { text, owner: true }
    }
}

/// What a message is read against.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// What is known about tools.
    pub catalog: &'a Catalog,
    /// What relative names mean.
    pub environment: &'a Environment,
    /// The names of the tools that the session has; empty when the host does not say.
    pub tools: &'a [SmolStr],
    /// Which of the owner's messages this is, counted from 1.
    pub turn: u32,
    /// Now, in seconds since the Unix epoch.
    pub now: i64,
}

/// A message that has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// The bounds that it sets.
    pub policy: Policy,
    /// Bytes of the message that are not the sender's own words and grant nothing.
    pub ignored: Vec<Range<usize>>,
    /// What the reader should know: a prohibition won over a request, a source was named, ...
    /// For people; lower case, no full stop.
    pub notes: Vec<String>,
}

/// The policy of a task that begins with this message.
pub fn compile(message: &Message<'_>, setting: &Setting<'_>, id: &str) -> Compiled {
    amend(&Policy::fallback(id, setting.now), message, setting)
}

/// The policy after a further message: restrictions always, additions from the owner only.
pub fn amend(previous: &Policy, message: &Message<'_>, setting: &Setting<'_>) -> Compiled {
    let read = Read::new(message.text);
    let mut compiled = merge::merge(previous, message, setting, &read);
    compiled.ignored = read.ignored;
    compiled
}

/// Whether nobody but the host wrote the message, which it hands out as the user's.
pub fn is_written_by_host(message: &str) -> bool {
    host::wrote_all(message)
}

/// A message taken apart.
#[derive(Debug)]
struct Read<'a> {
    text: &'a str,
    findings: Vec<Finding>,
    ignored: Vec<Range<usize>>,
    /// Why the message could not be understood well enough.
    uncertain: Option<String>,
}

impl<'a> Read<'a> {
    fn new(whole: &'a str) -> Self {
        let text = within_limit(whole);
        let asides = quote::asides(text);
        let tokens = tokens::tokens(text, &asides, limits::MESSAGE_TOKENS);
        let sentences = words::sentences(&tokens, Lexicon::built_in());
        let findings: Vec<Finding> = sentences
            .iter()
            .flat_map(|sentence| reading::read(sentence, text))
            .collect();
        let ignored = asides
            .iter()
            .filter(|aside| aside.doubt == quote::Doubt::Foreign)
            .map(|aside| aside.range.clone())
            .collect();
        let uncertain = uncertainty(whole, text, &sentences, &tokens);
        Self {
            text,
            findings,
            ignored,
            uncertain,
        }
    }
}

/// The part of a message that is read: cut at a character.
fn within_limit(text: &str) -> &str {
    if text.len() <= limits::MESSAGE_BYTES {
        return text;
    }
    let end = (0..=limits::MESSAGE_BYTES)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

fn uncertainty(
    whole: &str,
    text: &str,
    sentences: &[words::Sentence<'_>],
    tokens: &[tokens::Token],
) -> Option<String> {
    if whole.len() > text.len() {
        return Some(format!(
            "the message is longer than {} bytes; the rest was not read",
            limits::MESSAGE_BYTES
        ));
    }
    if tokens.len() >= limits::MESSAGE_TOKENS {
        return Some("the message has more words than are read".to_owned());
    }
    if text.trim().is_empty() {
        return Some("the message has no text".to_owned());
    }
    if tokens.iter().all(|token| {
        matches!(
            token.kind,
            tokens::Kind::Foreign | tokens::Kind::Stop | tokens::Kind::Line
        )
    }) {
        return Some("the message is only quoted or attached material".to_owned());
    }
    if crate::target::text::is_hidden(text) {
        return Some("the message holds invisible or direction-changing characters".to_owned());
    }
    let unread = sentences
        .iter()
        .any(|sentence| sentence.language.is_none() && sentence.words > 1);
    unread.then(|| "part of the message is in a language that is not known well enough".to_owned())
}

/// The words `start..end` of this turn's message; the turn is filled in when merging.
fn cite(text: &str, start: usize, end: usize) -> Citation {
    Citation {
        turn: 0,
        start,
        end,
        quote: text.get(start..end).unwrap_or_default().to_owned(),
    }
}

/// The classes that a grant made from words is about: that of its action.
fn risks_of(grant: &Grant) -> Vec<RiskClass> {
    let mut risks = grant.scope.risks.clone();
    for pattern in &grant.scope.capabilities {
        risks.extend(risks_of_capability(pattern));
    }
    if grant.scope.project_code {
        risks.push(RiskClass::Execution);
    }
    risks.sort_unstable();
    risks.dedup();
    risks
}

/// The classes of the actions that a capability's last word names.
fn risks_of_capability(pattern: &CapabilityPattern) -> Vec<RiskClass> {
    let name = pattern.as_str().rsplit('.').next().unwrap_or_default();
    let actions = Lexicon::built_in().actions.values();
    actions
        .filter(|meaning| meaning.names.iter().any(|known| known == name))
        .filter_map(|meaning| meaning.risks.first().copied())
        .collect()
}

#[cfg(test)]
mod tests;
