//! Which targets a grant reaches, a boundary keeps to, or a prohibition is about.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::model::{AbsPath, Host, Recipient, Resource};

/// Targets that the owner described instead of naming; lineage must fill them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribedSet {
    /// The description as the owner wrote it: "the participants of the meeting".
    pub words: String,
    /// The kinds of typed field that may fill it, as lineage names them: `participant`, `email`,
    /// `channel`, `id`, `path`, ... Empty takes any typed field.
    #[serde(default)]
    pub fields: Vec<SmolStr>,
    /// Words that select the record: a name, a title, a date.
    #[serde(default)]
    pub selectors: Vec<String>,
}

/// One thing that a target may equal or lie within.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetPattern {
    /// Exactly this path.
    Path(AbsPath),
    /// This folder and everything below it.
    Tree(AbsPath),
    /// Paths that match a glob (`*` does not cross `/`, `**` does).
    PathGlob(String),
    /// Exactly this host.
    Host(Host),
    /// This host and every name below it.
    Domain(Host),
    /// This recipient.
    Recipient(Recipient),
    /// Any recipient whose address is at this domain.
    RecipientDomain(Host),
    /// This record of a service, by kind and name.
    Resource(Resource),
    /// A name or other literal text of the owner, compared without case with any target's text.
    Literal(String),
    /// Filled by lineage.
    Described(DescribedSet),
}

/// A set of targets of one kind. Empty means: none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TargetSet(pub Vec<TargetPattern>);
