//! One thing that a command does: `repo.push EXTERNAL_WRITE SENDS_CONTENT`.

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

use super::shorthand::{self, Shorthand};
use crate::model::{Capability, Certainty, Marks, RiskClass};

/// An effect without its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Does {
    /// What it does.
    pub capability: Capability,
    /// How bad it is.
    pub risk: RiskClass,
    /// How much of it is known.
    pub certainty: Certainty,
    /// What a guard must notice.
    pub marks: Marks,
    /// Why it is not exact.
    pub why: Option<SmolStr>,
}

impl Does {
    fn new(capability: Capability, risk: RiskClass) -> Self {
        Self {
            capability,
            risk,
            certainty: Certainty::Exact,
            marks: Marks::empty(),
            why: None,
        }
    }

    /// Looks at local state.
    pub fn read() -> Self {
        Self::new(Capability::SYSTEM_READ, RiskClass::Read)
    }

    /// Runs something that the call does not show.
    pub fn opaque(capability: Capability, why: &str) -> Self {
        Self {
            certainty: Certainty::Opaque,
            why: Some(SmolStr::new(why)),
            ..Self::new(capability, RiskClass::Execution)
        }
    }
}

/// Parses `UPPER_CASE` mark names.
pub(super) fn mark(name: &str) -> Result<Marks, String> {
    Marks::from_name(name).ok_or_else(|| format!("unknown mark `{name}`"))
}

fn risk(name: &str) -> Option<RiskClass> {
    RiskClass::ALL
        .into_iter()
        .find(|risk| risk.as_str() == name)
}

fn parse(text: &str) -> Result<Does, String> {
    match text {
        "read" => return Ok(Does::read()),
        "exec" => {
            return Ok(Does::opaque(
                Capability::SHELL_EXEC,
                "it runs code that the call does not show",
            ));
        }
        "code" => {
            return Ok(Does::opaque(
                Capability::CODE_EXEC,
                "it runs code that the call does not show",
            ));
        }
        "project-code" => {
            let mut does = Does::opaque(Capability::CODE_EXEC, "it runs code of the project");
            does.marks = Marks::PROJECT_CODE;
            return Ok(does);
        }
        _ => {}
    }
    let mut words = text.split_ascii_whitespace();
    let capability = words.next().unwrap_or_default();
    if !capability.contains('.') {
        return Err(format!(
            "`{text}` does not start with a dotted capability such as `file.write`"
        ));
    }
    let class = words
        .next()
        .ok_or_else(|| format!("`{text}` lacks its risk class"))?;
    let class = risk(class).ok_or_else(|| format!("unknown risk class `{class}` in `{text}`"))?;
    let mut does = Does::new(Capability::new(capability), class);
    for word in words {
        match word {
            "opaque" => does.certainty = Certainty::Opaque,
            "unresolved" => does.certainty = Certainty::Unresolved,
            name => does.marks |= mark(name).map_err(|error| format!("{error} in `{text}`"))?,
        }
    }
    if does.certainty != Certainty::Exact {
        does.why = Some(SmolStr::new_static(
            "what it does depends on what is not shown",
        ));
    }
    Ok(does)
}

/// The mapping form: the short text and what does not fit into it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Full {
    effect: String,
    #[serde(default)]
    why: Option<SmolStr>,
}

/// One or several things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DoesList(pub(super) Vec<Does>);

impl Shorthand for DoesList {
    type Full = Full;
    const EXPECTING: &'static str =
        "an effect such as `repo.push EXTERNAL_WRITE`, a list of them, or {effect, why}";

    fn short(text: &str) -> Result<Self, String> {
        if text == "nothing" {
            return Ok(Self::default());
        }
        Ok(Self(vec![parse(text)?]))
    }

    fn list(items: &[String]) -> Result<Self, String> {
        items
            .iter()
            .map(|item| parse(item))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    fn full(full: Full) -> Result<Self, String> {
        let mut does = parse(&full.effect)?;
        if full.why.is_some() {
            does.why = full.why;
        }
        Ok(Self(vec![does]))
    }
}

impl<'de> Deserialize<'de> for DoesList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        shorthand::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_read_in_order() {
        let does = parse("repo.push EXTERNAL_WRITE SENDS_CONTENT opaque").unwrap();
        assert_eq!(does.capability.as_str(), "repo.push");
        assert_eq!(does.risk, RiskClass::ExternalWrite);
        assert_eq!(does.marks, Marks::SENDS_CONTENT);
        assert_eq!(does.certainty, Certainty::Opaque);
    }

    #[test]
    fn errors_name_the_wrong_word() {
        for (text, says) in [
            ("push EXTERNAL_WRITE", "dotted capability"),
            ("repo.push", "lacks its risk class"),
            ("repo.push DELET", "unknown risk class `DELET`"),
            ("repo.push DELETE SECRETS", "unknown mark `SECRETS`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
