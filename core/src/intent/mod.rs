//! The owner's message becomes a policy: quoted material set aside, clauses, lexicon, grounding.
//!
//! Deterministic and offline. A message that cannot be understood is uncertain, never permissive.

use std::ops::Range;

use smol_str::SmolStr;

use crate::catalog::Catalog;
use crate::model::Environment;
use crate::policy::Policy;

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
pub fn amend(previous: &Policy, message: &Message<'_>, _setting: &Setting<'_>) -> Compiled {
    let _ = message;
    Compiled {
        policy: previous.clone(),
        ignored: Vec::new(),
        notes: Vec::new(),
    }
}
