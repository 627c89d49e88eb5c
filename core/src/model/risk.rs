//! The nine risk classes, ordered by severity.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad an effect is, whoever asked for it.
///
/// The order of the variants is the order of severity that is used when one word must stand for
/// a whole call (DESIGN section 3): the worst class of its effects wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RiskClass {
    /// Nothing changes and nothing leaves except the request itself.
    Read,
    /// Files or local state, recoverable.
    LocalWrite,
    /// Code that the call does not show.
    Execution,
    /// State of another system.
    ExternalWrite,
    /// A message to people.
    Communication,
    /// Data is lost.
    Delete,
    /// Privileges, logins, safety settings.
    PermissionChange,
    /// Money.
    Financial,
    /// Cannot be determined.
    Unknown,
}

impl RiskClass {
    /// Every class, mildest first.
    pub const ALL: [Self; 9] = [
        Self::Read,
        Self::LocalWrite,
        Self::Execution,
        Self::ExternalWrite,
        Self::Communication,
        Self::Delete,
        Self::PermissionChange,
        Self::Financial,
        Self::Unknown,
    ];

    /// The spelling used in JSON, messages and documentation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "READ",
            Self::LocalWrite => "LOCAL_WRITE",
            Self::Execution => "EXECUTION",
            Self::ExternalWrite => "EXTERNAL_WRITE",
            Self::Communication => "COMMUNICATION",
            Self::Delete => "DELETE",
            Self::PermissionChange => "PERMISSION_CHANGE",
            Self::Financial => "FINANCIAL",
            Self::Unknown => "UNKNOWN",
        }
    }

    /// The class in plain words, as the object of "would be": "sending a message to people".
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Read => "reading",
            Self::LocalWrite => "writing local files or state",
            Self::Execution => "running code that the call does not show",
            Self::ExternalWrite => "changing another system",
            Self::Communication => "sending a message to people",
            Self::Delete => "deleting data",
            Self::PermissionChange => "changing permissions or safety settings",
            Self::Financial => "spending money",
            Self::Unknown => "doing something that cannot be determined",
        }
    }

    /// Whether the class changes anything. Only reads do not.
    pub const fn is_consequential(self) -> bool {
        !matches!(self, Self::Read)
    }
}

impl fmt::Display for RiskClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
