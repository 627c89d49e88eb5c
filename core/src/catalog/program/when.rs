//! What changes when options, operands or their absence meet: `gh api` with a field is a POST.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

use super::does::{Does, DoesList, mark};
use super::operands::Operands;
use super::role::Role;
use super::shorthand::{self, Shorthand};
use crate::model::Marks;

/// What an option or a condition changes about its command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Further things that the command does.
    pub does: Vec<Does>,
    /// What the command does instead of its own `does`.
    pub becomes: Option<Vec<Does>>,
    /// What its operands mean instead.
    pub operands: Option<Operands>,
    /// What its standard input means instead.
    pub stdin: Option<Role>,
    /// Marks on everything that it does.
    pub marks: Marks,
    /// Nothing is changed; the effects are reads.
    pub dry_run: bool,
}

/// The keys of an outcome, shared by options and conditions.
#[derive(Debug, Default)]
pub(super) struct OutcomeKeys {
    pub(super) does: DoesList,
    pub(super) becomes: Option<DoesList>,
    pub(super) operands: Option<Operands>,
    pub(super) stdin: Option<Role>,
    pub(super) marks: Vec<String>,
    pub(super) dry_run: bool,
}

impl TryFrom<OutcomeKeys> for Outcome {
    type Error = String;

    fn try_from(keys: OutcomeKeys) -> Result<Self, String> {
        let mut marks = Marks::empty();
        for name in &keys.marks {
            marks |= mark(name)?;
        }
        Ok(Self {
            does: keys.does.0,
            becomes: keys.becomes.map(|list| list.0),
            operands: keys.operands,
            stdin: keys.stdin,
            marks,
            dry_run: keys.dry_run,
        })
    }
}

/// Patterns of which one must match the whole text; `*` is any text, `|` separates patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globs(Vec<SmolStr>);

impl Globs {
    /// Whether one of the patterns matches the whole of `text`.
    pub fn matches(&self, text: &str) -> bool {
        self.0.iter().any(|pattern| glob(pattern, text))
    }
}

/// `*` matches any text, everything else itself. Linear in the text for each star.
pub(crate) fn glob(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some((_, behind)) = text.split_once(piece) else {
            return false;
        };
        text = behind;
    }
    text.ends_with(last)
}

impl Shorthand for Globs {
    type Full = BTreeMap<String, String>;
    const EXPECTING: &'static str = "a pattern such as `+*`, or a list of them";

    fn short(text: &str) -> Result<Self, String> {
        Ok(Self(vec![SmolStr::new(text)]))
    }

    fn list(items: &[String]) -> Result<Self, String> {
        Ok(Self(items.iter().map(SmolStr::new).collect()))
    }

    fn full(_: Self::Full) -> Result<Self, String> {
        Err(format!(
            "a mapping is not accepted here, expected {}",
            Self::EXPECTING
        ))
    }
}

impl<'de> Deserialize<'de> for Globs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        shorthand::deserialize(deserializer)
    }
}

/// A condition and what holds then. All conditions that are given must be met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// One of these options is given.
    pub has: Vec<SmolStr>,
    /// None of these options is given.
    pub lacks: Vec<SmolStr>,
    /// Some operand matches.
    pub operand: Option<Globs>,
    /// The first operand matches.
    pub first: Option<Globs>,
    /// The last operand matches.
    pub last: Option<Globs>,
    /// A value of the option matches.
    pub value: BTreeMap<SmolStr, Globs>,
    /// At least so many operands.
    pub at_least: usize,
    /// At most so many operands.
    pub at_most: Option<usize>,
    /// What holds then.
    pub then: Outcome,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawWhen {
    has: String,
    lacks: String,
    operand: Option<Globs>,
    first: Option<Globs>,
    last: Option<Globs>,
    value: BTreeMap<SmolStr, Globs>,
    at_least: usize,
    at_most: Option<usize>,
    does: DoesList,
    becomes: Option<DoesList>,
    operands: Option<Operands>,
    stdin: Option<Role>,
    marks: Vec<String>,
    dry_run: bool,
}

impl TryFrom<RawWhen> for When {
    type Error = String;

    fn try_from(raw: RawWhen) -> Result<Self, String> {
        let names = |text: &str| text.split_ascii_whitespace().map(SmolStr::new).collect();
        Ok(Self {
            has: names(&raw.has),
            lacks: names(&raw.lacks),
            operand: raw.operand,
            first: raw.first,
            last: raw.last,
            value: raw.value,
            at_least: raw.at_least,
            at_most: raw.at_most,
            then: OutcomeKeys {
                does: raw.does,
                becomes: raw.becomes,
                operands: raw.operands,
                stdin: raw.stdin,
                marks: raw.marks,
                dry_run: raw.dry_run,
            }
            .try_into()?,
        })
    }
}

impl<'de> Deserialize<'de> for When {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RawWhen::deserialize(deserializer)?
            .try_into()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, text, matches) in [
            ("+*", "+main", true),
            ("*:*", "a:b", true),
            ("*:*", "ab", false),
            ("a*b*c", "a-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a*a", "a", false),
            ("exact", "exact", true),
            ("exact", "exactly", false),
        ] {
            assert_eq!(glob(pattern, text), matches, "{pattern} {text}");
        }
    }
}
