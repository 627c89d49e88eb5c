//! The options of a command: spellings, whether they take a value, and what they change.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

use super::does::DoesList;
use super::operands::Operands;
use super::role::Role;
use super::shorthand::{self, Shorthand};
use super::when::{Outcome, OutcomeKeys};

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Never.
    Nothing,
    /// Always: attached, behind `=`, or the next word.
    Value,
    /// Only attached or behind `=`.
    Attached,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Whether it takes a value.
    pub takes: Takes,
    /// What the value means; for an option without one: `Flag`, `Help` or `DryRun`.
    pub role: Role,
    /// What its presence changes.
    pub then: Outcome,
}

/// What stands for an option in a file, in full.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FullOption {
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    does: DoesList,
    #[serde(default)]
    becomes: Option<DoesList>,
    #[serde(default)]
    operands: Option<Operands>,
    #[serde(default)]
    stdin: Option<Role>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    dry_run: bool,
}

fn role(text: &str) -> Result<(Role, Takes), String> {
    if let Some(role) = text.strip_suffix('?') {
        return Ok((role.parse()?, Takes::Attached));
    }
    let role: Role = text.parse()?;
    let takes = match role {
        Role::Flag | Role::Help | Role::Argv | Role::RemoteArgv => Takes::Nothing,
        Role::DryRun => Takes::Attached,
        _ => Takes::Value,
    };
    Ok((role, takes))
}

impl Shorthand for OptionSpec {
    type Full = FullOption;
    const EXPECTING: &'static str = "a role such as `flag`, `text`, `write`, an effect, or {value, does, becomes, operands, ...}";

    fn short(text: &str) -> Result<Self, String> {
        if text.contains('.') || matches!(text, "exec" | "code" | "project-code") {
            let does = DoesList::short(text)?.0;
            return Ok(Self {
                takes: Takes::Nothing,
                role: Role::Flag,
                then: Outcome {
                    does,
                    ..Outcome::default()
                },
            });
        }
        let (role, takes) = role(text)?;
        Ok(Self {
            takes,
            role,
            then: Outcome::default(),
        })
    }

    fn full(full: FullOption) -> Result<Self, String> {
        let (role, takes) = role(full.value.as_deref().unwrap_or("flag"))?;
        let then = OutcomeKeys {
            does: full.does,
            becomes: full.becomes,
            operands: full.operands,
            stdin: full.stdin,
            marks: full.marks,
            dry_run: full.dry_run,
        };
        Ok(Self {
            takes,
            role,
            then: then.try_into()?,
        })
    }
}

impl<'de> Deserialize<'de> for OptionSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        shorthand::deserialize(deserializer)
    }
}

/// All options of a command by spelling.
#[derive(Clone, Debug, Default)]
pub struct Options {
    specs: Vec<OptionSpec>,
    by_spelling: HashMap<SmolStr, usize>,
    /// `--long` spellings in order, for unique abbreviations.
    long: Vec<(SmolStr, usize)>,
}

impl Options {
    /// The option spelled exactly so, with its leading dashes, and its number.
    pub fn exact(&self, spelling: &str) -> Option<(usize, &OptionSpec)> {
        let index = *self.by_spelling.get(spelling)?;
        Some((index, self.specs.get(index)?))
    }

    /// The only option that the `--long` spelling is the beginning of.
    pub fn abbreviated(&self, spelling: &str) -> Option<(usize, &OptionSpec)> {
        if spelling.len() < 3 {
            return None;
        }
        let start = self
            .long
            .partition_point(|(name, _)| name.as_str() < spelling);
        let mut candidates = self
            .long
            .iter()
            .skip(start)
            .take_while(|(name, _)| name.starts_with(spelling))
            .map(|(_, index)| *index);
        let index = candidates.next()?;
        if candidates.any(|other| other != index) {
            return None;
        }
        Some((index, self.specs.get(index)?))
    }

    /// Whether the command declares any.
    pub fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }
}

impl TryFrom<BTreeMap<String, OptionSpec>> for Options {
    type Error = String;

    fn try_from(map: BTreeMap<String, OptionSpec>) -> Result<Self, String> {
        let mut options = Self::default();
        for (spellings, spec) in map {
            options.insert(spellings.split_ascii_whitespace(), spec)?;
        }
        Ok(options)
    }
}

impl Options {
    /// Adds options of one role, each of them an option of its own.
    pub(super) fn add(&mut self, spellings: &str, role: &str) -> Result<(), String> {
        for spelling in spellings.split_ascii_whitespace() {
            self.insert(std::iter::once(spelling), OptionSpec::short(role)?)?;
        }
        Ok(())
    }

    fn insert<'a>(
        &mut self,
        spellings: impl Iterator<Item = &'a str>,
        spec: OptionSpec,
    ) -> Result<(), String> {
        let index = self.specs.len();
        self.specs.push(spec);
        for spelling in spellings {
            if !spelling.starts_with(['-', '+']) {
                return Err(format!("option `{spelling}` does not start with `-`"));
            }
            let spelling = SmolStr::new(spelling);
            if spelling.starts_with("--") {
                let at = self.long.partition_point(|(name, _)| *name < spelling);
                self.long.insert(at, (spelling.clone(), index));
            }
            if self.by_spelling.insert(spelling.clone(), index).is_some() {
                return Err(format!("option `{spelling}` is listed twice"));
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<String, OptionSpec>::deserialize(deserializer)?
            .try_into()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(yaml: &str) -> Options {
        serde_yaml::from_str(yaml).unwrap()
    }

    #[test]
    fn only_unique_beginnings_count() {
        let options = options(
            "'-o --output': write\n'--output-error': text?\n'-n --dry-run': dry-run\n'--delete --del-all': file.delete DELETE",
        );
        assert!(options.abbreviated("--outp").is_none());
        assert!(options.abbreviated("--output-").is_some());
        assert_eq!(options.abbreviated("--dr").unwrap().1.role, Role::DryRun);
        assert!(
            options.abbreviated("--del").is_some(),
            "both spell one option"
        );
        assert!(options.abbreviated("--").is_none());
        assert_eq!(
            options.exact("--output-error").unwrap().1.takes,
            Takes::Attached
        );
    }
}
