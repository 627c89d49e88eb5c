//! The one table of settings: name, kind, default and meaning of every key. Parsing, the
//! command's `config`, the documentation and the JSON schema all read it.

use super::values::{CompilerMode, MissingPolicy, PluginConflicts, Settings};

/// What a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number within bounds.
    Number {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
        /// What it counts: `hours`, `bytes`, ...
        unit: &'static str,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of texts.
    List,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of `Kind::Flag`.
    Flag(bool),
    /// Of `Kind::Number`.
    Number(i64),
    /// Of `Kind::Word`.
    Word(String),
    /// Of `Kind::List`.
    List(Vec<String>),
}

/// What the file of a project, which may only tighten, may do with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tighten {
    /// Not set it.
    Never,
    /// Set it to `true`.
    On,
    /// Make the number smaller.
    Lower,
    /// Take a later word of the list.
    Later,
    /// Add to the list.
    Add,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The dotted name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it means; sentences.
    pub doc: &'static str,
    /// What a project may do with it.
    pub tighten: Tighten,
    /// Reads it.
    pub get: fn(&Settings) -> Value,
    /// Sets it to a value that was checked against `kind`.
    pub(super) set: fn(&mut Settings, Value),
}

macro_rules! flag {
    ($settings:ident . $($field:ident).+) => {
        (
            |$settings| Value::Flag($settings.$($field).+),
            |$settings, value| if let Value::Flag(flag) = value { $settings.$($field).+ = flag },
        )
    };
}

macro_rules! number {
    ($settings:ident . $($field:ident).+) => {
        (
            |$settings| Value::Number(i64::try_from($settings.$($field).+).unwrap_or(i64::MAX)),
            |$settings, value| if let Value::Number(number) = value {
                $settings.$($field).+ = number.try_into().unwrap_or_default();
            },
        )
    };
}

macro_rules! word {
    ($settings:ident . $($field:ident).+, $type:ident) => {
        (
            |$settings| Value::Word($settings.$($field).+.as_str().to_owned()),
            |$settings, value| if let Value::Word(word) = value
                && let Some(known) = $type::of(&word) {
                $settings.$($field).+ = known;
            },
        )
    };
}

macro_rules! list {
    ($settings:ident . $($field:ident).+) => {
        (
            |$settings| Value::List($settings.$($field).+.clone()),
            |$settings, value| if let Value::List(list) = value { $settings.$($field).+ = list },
        )
    };
}

type Access = (fn(&Settings) -> Value, fn(&mut Settings, Value));

const fn key(
    name: &'static str,
    kind: Kind,
    tighten: Tighten,
    access: Access,
    doc: &'static str,
) -> Key {
    let (get, set) = access;
    Key {
        name,
        kind,
        doc,
        tighten,
        get,
        set,
    }
}

const fn number(least: i64, most: i64, unit: &'static str) -> Kind {
    Kind::Number { least, most, unit }
}

/// Every setting, in the order of the documentation. `[[rule]]` is read apart.
pub const KEYS: &[Key] = &[
    key(
        "strict_yolo",
        Kind::Flag,
        Tighten::On,
        flag!(s.strict_yolo),
        "Blocks every question that the host would answer without a human: yolo mode, approvals \
         switched off, an allowlist entry, a scheduled job.",
    ),
    key(
        "plugin_conflicts",
        Kind::Word(PluginConflicts::WORDS),
        Tighten::Later,
        word!(s.plugin_conflicts, PluginConflicts),
        "What to do about other plugins that can change or approve calls. `warn` only reports \
         them, `verify` compares what runs with what was decided, `strict` blocks every call \
         while one is active.",
    ),
    key(
        "missing_policy",
        Kind::Word(MissingPolicy::WORDS),
        Tighten::Later,
        word!(s.missing_policy, MissingPolicy),
        "What applies to a session whose first message was never seen. `fallback` lets it read \
         and asks about the rest, `block` lets nothing run.",
    ),
    key(
        "notes",
        Kind::Flag,
        Tighten::Never,
        flag!(s.notes),
        "Tells the model in one or two lines what the user's message forbids.",
    ),
    key(
        "policy.ttl_hours",
        number(1, 24 * 30, "hours"),
        Tighten::Lower,
        number!(s.policy.ttl_hours),
        "How long the user's words last. After that only reads pass until the next message.",
    ),
    key(
        "compiler.mode",
        Kind::Word(CompilerMode::WORDS),
        Tighten::Never,
        word!(s.compiler.mode, CompilerMode),
        "Who reads the user's message. `local` never asks a model, `auto` asks one when words of \
         action could not be grounded, `model` always asks one. A model's answer only ever adds \
         grants that are bound to the user's own words.",
    ),
    key(
        "compiler.timeout",
        number(1, 120, "seconds"),
        Tighten::Lower,
        number!(s.compiler.timeout),
        "How long a model may take; never longer than four fifths of the host's own limit.",
    ),
    key(
        "budgets.outbound",
        number(0, 1_000_000, "effects"),
        Tighten::Lower,
        number!(s.budgets.outbound),
        "How many effects that leave the machine one task may have; 0 is no limit.",
    ),
    key(
        "protected_paths",
        Kind::List,
        Tighten::Add,
        list!(s.protected_paths),
        "Paths that no call may change, besides AgentsFence's own and the host's. Globs; `~` is \
         the home folder.",
    ),
    key(
        "secret_paths",
        Kind::List,
        Tighten::Add,
        list!(s.secret_paths),
        "Paths that are treated as secrets, besides the built-in ones. Globs; `~` is the home \
         folder.",
    ),
    key(
        "audit.enabled",
        Kind::Flag,
        Tighten::Never,
        flag!(s.audit.enabled),
        "Keeps a log of every decision in `audit.jsonl`.",
    ),
    key(
        "audit.reads",
        Kind::Flag,
        Tighten::Never,
        flag!(s.audit.reads),
        "Logs reads that were allowed, too.",
    ),
    key(
        "audit.max_bytes",
        number(64 * 1024, 1 << 40, "bytes"),
        Tighten::Never,
        number!(s.audit.max_bytes),
        "The size at which the log is put aside and a new one begins.",
    ),
    key(
        "audit.keep_days",
        number(1, 36_500, "days"),
        Tighten::Never,
        number!(s.audit.keep_days),
        "How long logs that were put aside are kept.",
    ),
];

/// A setting by its dotted name.
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Kind {
    /// What the key takes, in words: "`true` or `false`", "a whole number from 1 to 720 (hours)".
    pub fn in_words(self) -> String {
        match self {
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Number { least, most, unit } => {
                format!("a whole number from {least} to {most} ({unit})")
            }
            Self::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                format!("one of {}", quoted.join(", "))
            }
            Self::List => "a list of texts".to_owned(),
        }
    }
}
