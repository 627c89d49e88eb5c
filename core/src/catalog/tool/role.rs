//! What an argument of a tool means.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de::Error};
use smol_str::SmolStr;

use crate::target::amount::Unit;
use crate::target::recipient::Hint;

/// A language whose text may stand in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// A shell command.
    Shell,
    /// A shell command that runs on another machine.
    RemoteShell,
    /// Text typed into a program that already runs.
    Input,
    /// Python.
    Python,
    /// JavaScript.
    JavaScript,
    /// SQL.
    Sql,
    /// GraphQL.
    GraphQl,
    /// Cypher.
    Cypher,
    /// A MongoDB pipeline or command.
    Mongo,
    /// A Redis command.
    Redis,
    /// A patch.
    Patch,
    /// Code in a language that is not read.
    Other,
}

/// The meaning of one argument. In files a word, `record:KIND` for records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Changes nothing about what the call does: a limit, a format, a search phrase.
    Detail,
    /// Text that is stored or sent; addresses in it are not targets.
    Content,
    /// Chooses what the tool does; its values are in `actions`.
    Action,
    /// A file that the tool's own action touches.
    Path,
    /// A folder that the tool's own action touches with everything below it.
    Tree,
    /// A file that is read, whatever the action is.
    ReadPath,
    /// A file that is written, whatever the action is.
    WritePath,
    /// A file whose content the tool sends away.
    SentPath,
    /// A URL, or a bare host.
    Url,
    /// A URL or a local file.
    Place,
    /// A URL if it says so, else a record of the service.
    Link,
    /// A host.
    Host,
    /// Someone who receives.
    Recipient(Hint),
    /// Someone who receives, where the action itself is about them (an invitation).
    Person,
    /// A record of the given kind.
    Record(SmolStr),
    /// A device: some move or open things in the physical world.
    Device,
    /// A sum of money.
    Amount(Unit),
    /// The currency of a sum.
    Currency,
    /// Source text.
    Code(Language),
    /// The folder that a command runs in.
    WorkFolder,
    /// Lifts the host's wall between profiles when it is true.
    CrossProfile,
    /// Names a profile of the host.
    Profile,
    /// Everybody in a conversation that the call does not name receives when it is true.
    Everybody,
    /// A credential.
    Secret,
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(kind) = text.strip_prefix("record:") {
            return Ok(Self::Record(SmolStr::new(kind)));
        }
        Ok(match text {
            "detail" => Self::Detail,
            "content" => Self::Content,
            "action" => Self::Action,
            "path" => Self::Path,
            "tree" => Self::Tree,
            "read-path" => Self::ReadPath,
            "write-path" => Self::WritePath,
            "sent-path" => Self::SentPath,
            "url" => Self::Url,
            "place" => Self::Place,
            "link" => Self::Link,
            "host" => Self::Host,
            "recipient" => Self::Recipient(Hint::Any),
            "channel" => Self::Recipient(Hint::Channel),
            "phone" => Self::Recipient(Hint::Phone),
            "account" => Self::Recipient(Hint::Account),
            "recipient-id" => Self::Recipient(Hint::Id),
            "person" => Self::Person,
            "record" => Self::Record(SmolStr::new_static("record")),
            "device" => Self::Device,
            "amount" => Self::Amount(Unit::Whole),
            "cents" => Self::Amount(Unit::Hundredth),
            "currency" => Self::Currency,
            "command" => Self::Code(Language::Shell),
            "remote-command" => Self::Code(Language::RemoteShell),
            "input" => Self::Code(Language::Input),
            "python" => Self::Code(Language::Python),
            "javascript" => Self::Code(Language::JavaScript),
            "sql" => Self::Code(Language::Sql),
            "graphql" => Self::Code(Language::GraphQl),
            "cypher" => Self::Code(Language::Cypher),
            "mongo" => Self::Code(Language::Mongo),
            "redis" => Self::Code(Language::Redis),
            "patch" => Self::Code(Language::Patch),
            "code" => Self::Code(Language::Other),
            "work-folder" => Self::WorkFolder,
            "cross-profile" => Self::CrossProfile,
            "profile" => Self::Profile,
            "everybody" => Self::Everybody,
            "secret" => Self::Secret,
            _ => return Err(format!("`{text}` is not the meaning of an argument")),
        })
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}
