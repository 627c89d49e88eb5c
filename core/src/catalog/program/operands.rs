//! The order and meaning of a command's operands: `[read..., write]` is `cp SOURCE... TARGET`.

use serde::{Deserialize, Deserializer};

use super::role::Role;
use super::shorthand::{self, Shorthand};

/// One place in the order of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What stands there.
    pub role: Role,
    /// Any number of operands stand there (`role...`).
    pub repeats: bool,
}

/// The places in order. At most one repeats; those behind it are counted from the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands(Vec<Operand>);

impl Operands {
    /// Every operand has this role.
    pub fn all(role: Role) -> Self {
        Self(vec![Operand {
            role,
            repeats: true,
        }])
    }

    /// The role of operand `index` of `count`. Operands beyond the last place have its role.
    pub fn role(&self, index: usize, count: usize) -> Option<&Role> {
        let repeating = self.0.iter().position(|operand| operand.repeats);
        let place = match repeating {
            Some(place) if index >= place => {
                let behind = self.0.len() - place - 1;
                let from_end = count.saturating_sub(index);
                // Too few operands for every place: the last places win, as in `cp A B`.
                if from_end <= behind {
                    self.0.len() - from_end
                } else {
                    place
                }
            }
            _ => index,
        };
        self.0
            .get(place)
            .or_else(|| self.0.last())
            .map(|operand| &operand.role)
    }

    /// Whether the operand at `index`, counted from the front, starts another command.
    pub fn takes_rest_at(&self, index: usize) -> Option<&Role> {
        self.0
            .get(index)
            .filter(|operand| operand.role.takes_rest())
            .map(|operand| &operand.role)
    }
}

fn parse<'a>(items: impl Iterator<Item = &'a str>) -> Result<Operands, String> {
    let mut operands = Vec::new();
    for item in items {
        let (role, repeats) = match item.strip_suffix("...") {
            Some(role) => (role, true),
            None => (item, false),
        };
        let role = role.parse::<Role>()?;
        if matches!(role, Role::Flag | Role::Help | Role::DryRun) {
            return Err(format!("`{item}` is a role of options, not of operands"));
        }
        operands.push(Operand { role, repeats });
    }
    if operands.iter().filter(|operand| operand.repeats).count() > 1 {
        return Err("only one operand can repeat".to_owned());
    }
    Ok(Operands(operands))
}

impl Shorthand for Operands {
    type Full = std::collections::BTreeMap<String, String>;
    const EXPECTING: &'static str = "a role for all operands, or a list such as [read..., write]";

    fn short(text: &str) -> Result<Self, String> {
        let role = text.strip_suffix("...").unwrap_or(text);
        let mut operands = parse(std::iter::once(role))?;
        for operand in &mut operands.0 {
            operand.repeats = !operand.role.takes_rest();
        }
        Ok(operands)
    }

    fn list(items: &[String]) -> Result<Self, String> {
        parse(items.iter().map(String::as_str))
    }

    fn full(_: Self::Full) -> Result<Self, String> {
        Err(format!(
            "a mapping is not accepted here, expected {}",
            Self::EXPECTING
        ))
    }
}

impl<'de> Deserialize<'de> for Operands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        shorthand::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(items: &[&str], count: usize) -> Vec<Option<Role>> {
        let operands = parse(items.iter().copied()).unwrap();
        (0..count)
            .map(|index| operands.role(index, count).cloned())
            .collect()
    }

    #[test]
    fn places_behind_a_repeating_one_are_counted_from_the_end() {
        let (read, write, text) = (Some(Role::Read), Some(Role::Write), Some(Role::Text));
        assert_eq!(
            roles(&["read...", "write"], 3),
            [read.clone(), read.clone(), write.clone()]
        );
        assert_eq!(
            roles(&["read...", "write"], 1),
            std::slice::from_ref(&write)
        );
        assert_eq!(
            roles(&["text", "read..."], 3),
            [text, read.clone(), read.clone()]
        );
        assert_eq!(roles(&["read", "write"], 3), [read, write.clone(), write]);
        assert_eq!(roles(&[], 1), [None]);
    }

    #[test]
    fn two_repeating_places_are_refused() {
        assert!(parse(["read...", "write..."].into_iter()).is_err());
        assert!(parse(["help"].into_iter()).is_err());
    }
}
