//! A `[[rule]]` as written: every key typed, unknown keys refused.

use serde::Deserialize;
use serde_json::{Map, Value};

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleVerdict {
    /// Satisfies the default of the class; never a guard or a prohibition.
    Allow,
    /// A human is asked.
    Ask,
    /// The tool does not run.
    Deny,
}

impl RuleVerdict {
    /// The word used in the file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// One text or several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a string or a list of strings")]
pub enum Words {
    /// The key is missing: every value matches.
    #[default]
    Any,
    /// One pattern.
    One(String),
    /// Any of several.
    Many(Vec<String>),
}

impl Words {
    /// The patterns; empty when the key is missing.
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::Any => &[],
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }

    /// Whether the key is there.
    pub const fn is_set(&self) -> bool {
        !matches!(self, Self::Any)
    }
}

/// A call that a rule must or must not match.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a command as a string, or a call as `{ tool = \"...\", args = { ... } }`"
)]
pub enum Example {
    /// A command of the `terminal` tool.
    Command(String),
    /// Any call.
    Call(ExampleCall),
}

/// An example that is a call.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleCall {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// A `[[rule]]`. An effect matches when every matcher that is set matches it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Names the rule in messages; `rule N` when missing.
    #[serde(default)]
    pub id: Option<String>,
    /// `allow`, `ask` or `deny`.
    pub verdict: RuleVerdict,
    /// Why, for whoever is stopped by it.
    #[serde(default)]
    pub reason: String,
    /// Risk classes: `DELETE`, `COMMUNICATION`, ...
    #[serde(default)]
    pub effect: Words,
    /// Capabilities: `email.send`, `repo.*`.
    #[serde(default)]
    pub capability: Words,
    /// Tool names, as globs.
    #[serde(default)]
    pub tool: Words,
    /// Programs (`git push`), as globs over the program and its subcommand.
    #[serde(default)]
    pub program: Words,
    /// Paths, as globs: `~` is the home; a pattern without `/` at its start holds in any folder.
    #[serde(default)]
    pub path: Words,
    /// Hosts, as globs: `*.example.com`.
    #[serde(default)]
    pub host: Words,
    /// Recipients, as globs: `*@example.com`.
    #[serde(default)]
    pub recipient: Words,
    /// The last day or moment that the rule holds; a day ends at midnight UTC.
    #[serde(default)]
    pub expires: Option<toml::value::Datetime>,
    /// Calls that the rule must match.
    #[serde(default, rename = "match")]
    pub matches: Vec<Example>,
    /// Calls that the rule must not match.
    #[serde(default)]
    pub not_match: Vec<Example>,
}
