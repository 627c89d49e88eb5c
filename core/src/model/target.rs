//! What an effect touches. These are finished values: normalised, comparable, never raw text.
//!
//! They can only be made by `crate::target`, which knows how each kind is read, so a raw string
//! can never be compared with a resolved path by mistake.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// An absolute path with `.` and `..` resolved; never ends in `/` unless it is the root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AbsPath(String);

impl AbsPath {
    /// Wraps text that `crate::target::path` has normalised.
    pub(crate) fn from_normalised(text: String) -> Self {
        Self(text)
    }

    /// The text of the path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this path is `folder` or lies below it, by whole components.
    pub fn is_within(&self, folder: &Self) -> bool {
        match self.0.strip_prefix(folder.0.as_str()) {
            Some(rest) => rest.is_empty() || rest.starts_with('/') || folder.0 == "/",
            None => false,
        }
    }

    /// The last component; empty for the root.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

impl fmt::Display for AbsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// How much of the file tree a path target stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// The file or folder itself.
    One,
    /// The folder and everything below it.
    Tree,
    /// Whatever a shell pattern matches: the path text holds `*`, `?` or `[`.
    Pattern,
}

/// A path and how much of the tree it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PathTarget {
    /// The normalised path; with `Reach::Pattern` its text may hold shell pattern characters.
    pub path: AbsPath,
    /// How much of the tree it stands for.
    pub reach: Reach,
}

/// A lower-case ASCII host name or address, without port or trailing dot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Host(SmolStr);

impl Host {
    /// Wraps text that `crate::target::host` has normalised.
    pub(crate) fn from_normalised(text: &str) -> Self {
        Self(SmolStr::new(text))
    }

    /// The text of the host.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this host is `domain` or a name below it.
    pub fn is_within(&self, domain: &Self) -> bool {
        self == domain
            || self
                .0
                .strip_suffix(domain.0.as_str())
                .is_some_and(|head| head.ends_with('.'))
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A URL as a browser would read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UrlTarget {
    /// The serialised URL, without credentials.
    pub url: String,
    /// Its host; `None` for `data:`, `file:` and the like.
    pub host: Option<Host>,
}

/// What kind of name reaches the recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecipientKind {
    /// An email address.
    Email,
    /// `@name`.
    Handle,
    /// `#name` or another name of a channel or group.
    Channel,
    /// A telephone number.
    Phone,
    /// An account number: IBAN, wallet, payee.
    Account,
    /// An identifier that only the service understands.
    Id,
    /// A plain name.
    Name,
}

/// Someone or something that receives: normalised so that equal recipients are equal text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recipient {
    /// The normalised name.
    pub name: SmolStr,
    /// What kind of name it is.
    pub kind: RecipientKind,
}

/// A record, table, repository, bucket or channel of some service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resource {
    /// What it is: `table`, `repo`, `record`, `bucket`, `process`, ...
    pub kind: SmolStr,
    /// Its name or identifier, trimmed.
    pub name: SmolStr,
}

/// A sum of money, in the smallest unit of its currency.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Amount {
    /// Hundredths of the currency's unit.
    pub cents: i64,
    /// ISO 4217 code in upper case; empty when the call does not say.
    pub currency: SmolStr,
}

/// One thing that an effect touches.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A file or folder.
    Path(PathTarget),
    /// A host.
    Host(Host),
    /// A URL.
    Url(UrlTarget),
    /// A person, group or account.
    Recipient(Recipient),
    /// A record of a service.
    Resource(Resource),
    /// A sum of money.
    Amount(Amount),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_compares_whole_parts() {
        let path = |text: &str| AbsPath::from_normalised(text.to_owned());
        assert!(path("/a/b").is_within(&path("/a")));
        assert!(path("/a").is_within(&path("/")));
        assert!(!path("/ab").is_within(&path("/a")));
        let host = Host::from_normalised;
        assert!(host("docs.example.com").is_within(&host("example.com")));
        assert!(!host("badexample.com").is_within(&host("example.com")));
    }
}
