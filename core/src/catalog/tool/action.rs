//! One thing that a tool does: `schedule.job EXECUTION opaque PERSISTENCE`.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de::Error};

use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Span};

/// An effect without its targets. In files a string: the capability, the class, then in any order
/// `opaque` or `unresolved` and the names of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does.
    pub capability: Capability,
    /// How bad it is.
    pub risk: RiskClass,
    /// How much of it is known.
    pub certainty: Certainty,
    /// What a guard must notice.
    pub marks: Marks,
}

impl Action {
    /// An exact action without marks.
    pub fn new(capability: Capability, risk: RiskClass) -> Self {
        Self {
            capability,
            risk,
            certainty: Certainty::Exact,
            marks: Marks::empty(),
        }
    }

    /// Nothing is known about it.
    pub fn unknown() -> Self {
        Self::new(Capability::UNKNOWN, RiskClass::Unknown)
    }

    /// The worse of two actions; marks and uncertainty of both are kept.
    #[must_use]
    pub fn or_worse(self, other: Self) -> Self {
        let certainty = self.certainty.max(other.certainty);
        let marks = self.marks | other.marks;
        let worse = if other.risk > self.risk { other } else { self };
        Self {
            certainty,
            marks,
            ..worse
        }
    }

    /// The effect of the action, still without targets.
    pub fn effect(&self, span: Span) -> Effect {
        let mut effect = Effect::new(self.capability.clone(), self.risk, span);
        effect.marks = self.marks;
        effect.certainty = self.certainty;
        effect.why = match self.certainty {
            Certainty::Exact => None,
            Certainty::Unresolved => Some("its targets are not in the call".into()),
            Certainty::Opaque => Some("it runs something that the call does not show".into()),
        };
        effect
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let capability = words.next().filter(|word| word.contains('.'));
        let capability =
            capability.ok_or_else(|| format!("`{text}` does not begin with a capability"))?;
        let risk = words.next().unwrap_or_default();
        let risk = RiskClass::ALL
            .into_iter()
            .find(|class| class.as_str() == risk)
            .ok_or_else(|| format!("`{risk}` is not a risk class"))?;
        let mut action = Self::new(Capability::new(capability), risk);
        for word in words {
            match word {
                "opaque" => action.certainty = Certainty::Opaque,
                "unresolved" => action.certainty = Certainty::Unresolved,
                name => {
                    action.marks |=
                        Marks::from_name(name).ok_or_else(|| format!("unknown mark `{name}`"))?;
                }
            }
        }
        Ok(action)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_from_text() {
        let action: Action = "schedule.job EXECUTION opaque PERSISTENCE".parse().unwrap();
        assert_eq!(action.risk, RiskClass::Execution);
        assert_eq!(action.certainty, Certainty::Opaque);
        assert_eq!(action.marks, Marks::PERSISTENCE);
        for text in [
            "",
            "READ",
            "file.read",
            "file.read MAYBE",
            "file.read READ LOUD",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_worse_of_two_keeps_the_marks_of_both() {
        let read: Action = "a.read READ SECRET".parse().unwrap();
        let delete: Action = "a.delete DELETE".parse().unwrap();
        let both = read.or_worse(delete);
        assert_eq!((both.risk, both.marks), (RiskClass::Delete, Marks::SECRET));
    }
}
