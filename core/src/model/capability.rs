//! Provider-neutral names of what an effect does: `email.send`, `file.delete`.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A dotted, provider-neutral name such as `file.write`; always lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Capability(SmolStr);

macro_rules! well_known {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        impl Capability {
            $($(#[$doc])* pub const $name: Self = Self(SmolStr::new_static($text));)*
        }
    };
}

// The capabilities that code names. Data in policies/ may use any other dotted name.
well_known! {
    /// Reads a file or lists a folder.
    FILE_READ = "file.read";
    /// Creates or changes a file.
    FILE_WRITE = "file.write";
    /// Deletes a file or folder.
    FILE_DELETE = "file.delete";
    /// Changes the mode, owner or attributes of a file.
    FILE_PERMISSION = "file.permission";
    /// Fetches from the network without sending more than the request.
    NET_FETCH = "net.fetch";
    /// Sends data over the network.
    NET_SEND = "net.send";
    /// Runs a program that the catalogue does not know.
    SHELL_EXEC = "shell.exec";
    /// Runs code whose content the call does not show.
    CODE_EXEC = "code.exec";
    /// Looks at local state: processes, versions, the environment.
    SYSTEM_READ = "system.read";
    /// Lists all environment variables, where keys and tokens are kept.
    SYSTEM_ENVIRONMENT = "system.environment";
    /// Changes local state of the machine.
    SYSTEM_WRITE = "system.write";
    /// Changes privileges, logins or safety settings of the machine.
    SYSTEM_PERMISSION = "system.permission";
    /// Reads a database.
    DB_READ = "db.read";
    /// Writes a database.
    DB_WRITE = "db.write";
    /// Deletes from a database.
    DB_DELETE = "db.delete";
    /// Changes grants or users of a database.
    DB_PERMISSION = "db.permission";
    /// Sends an email.
    EMAIL_SEND = "email.send";
    /// Sends a message in a chat or channel.
    MESSAGE_SEND = "message.send";
    /// Installing packages, whose set-up scripts run.
    PACKAGE_INSTALL = "package.install";
    /// Running a package that is fetched for it.
    PACKAGE_RUN = "package.run";
    /// Nothing is known about the tool.
    UNKNOWN = "tool.unknown";
}

impl Capability {
    /// A capability by name. Upper case is folded, so that two spellings cannot differ.
    pub fn new(name: &str) -> Self {
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Self(SmolStr::new(name.to_ascii_lowercase()));
        }
        Self(SmolStr::new(name))
    }

    /// The dotted name.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The part before the first dot: `email` of `email.send`.
    pub fn domain(&self) -> &str {
        self.0.split('.').next().unwrap_or_default()
    }

    /// The part behind the last dot: `send` of `email.send`.
    pub fn verb(&self) -> &str {
        self.0.rsplit('.').next().unwrap_or_default()
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Which capabilities a grant, prohibition or rule speaks about: an exact name, `domain.*`, or `*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CapabilityPattern(SmolStr);

impl CapabilityPattern {
    /// A pattern: an exact name, a name that ends in `.*`, or `*`.
    pub fn new(pattern: &str) -> Self {
        Self(SmolStr::new(pattern.to_ascii_lowercase()))
    }

    /// The pattern as written, in lower case.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether the capability is one the pattern speaks about.
    pub fn matches(&self, capability: &Capability) -> bool {
        let pattern = self.0.as_str();
        if pattern == "*" {
            return true;
        }
        match pattern.strip_suffix(".*") {
            Some(prefix) => capability
                .as_str()
                .strip_prefix(prefix)
                .is_some_and(|rest| rest.starts_with('.')),
            None => pattern == capability.as_str(),
        }
    }

    /// Whether everything that `other` matches is matched by this pattern too.
    pub fn covers(&self, other: &Self) -> bool {
        match other.0.strip_suffix(".*") {
            _ if self.0 == "*" => true,
            Some(prefix) => self
                .0
                .strip_suffix(".*")
                .is_some_and(|ours| prefix == ours || prefix.starts_with(&format!("{ours}."))),
            None if other.0 == "*" => false,
            None => self.matches(&Capability(other.0.clone())),
        }
    }
}

impl From<&Capability> for CapabilityPattern {
    fn from(capability: &Capability) -> Self {
        Self(capability.0.clone())
    }
}

impl fmt::Display for CapabilityPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_segments() {
        let pattern = CapabilityPattern::new("file.*");
        assert!(pattern.matches(&Capability::FILE_READ));
        assert!(!pattern.matches(&Capability::new("files.read")));
        assert!(!pattern.matches(&Capability::new("file")));
        assert!(CapabilityPattern::new("*").matches(&Capability::UNKNOWN));
    }

    #[test]
    fn a_wider_pattern_covers_a_narrower_one() {
        let all = CapabilityPattern::new("*");
        let files = CapabilityPattern::new("file.*");
        let write = CapabilityPattern::new("file.write");
        assert!(all.covers(&files) && files.covers(&write) && files.covers(&files));
        assert!(!write.covers(&files) && !files.covers(&all));
    }
}
