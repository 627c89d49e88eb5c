//! What an operand, an option's value, standard input or an environment variable means.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

/// A language whose source text may stand in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// A POSIX shell or bash.
    Shell,
    /// Python.
    Python,
    /// JavaScript or TypeScript.
    JavaScript,
    /// An awk program.
    Awk,
    /// A sed script.
    Sed,
    /// A query language of a document store: `mongosh`.
    Mongo,
    /// Commands of Redis.
    Redis,
    /// Cypher of a graph database.
    Cypher,
    /// GraphQL.
    GraphQl,
    /// Perl, Ruby, PHP and the like, by name.
    Other(&'static str),
}

/// A dialect of SQL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SqlDialect {
    /// Not known.
    #[default]
    Generic,
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
    /// SQLite.
    Sqlite,
}

/// The meaning of one piece of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing: an option without a value.
    Flag,
    /// Data: a pattern, a message, a number.
    Text,
    /// Prints help or a version and stops.
    Help,
    /// Nothing is changed; the effects are reads.
    DryRun,

    /// A file or folder that is read.
    Read,
    /// A folder that is read with everything below it.
    ReadTree,
    /// A file that names further inputs: read, and what they are is unresolved.
    List,
    /// A file or folder that is created or changed.
    Write,
    /// A file or folder that is moved away.
    Move,
    /// A file that is deleted.
    Delete,
    /// A folder that is deleted with everything below it.
    DeleteTree,
    /// A folder that relative names of this command start from.
    Cd,

    /// A path that the command's own effect touches.
    Path,
    /// A folder that the command's own effect touches with everything below it.
    Tree,
    /// A host, or `user@host`, that the command's own effect touches.
    Host,
    /// A URL, or a bare host, that the command's own effect touches.
    Url,
    /// A recipient of the command's own effect.
    Recipient,
    /// A record of the given kind that the command's own effect touches.
    Resource(SmolStr),
    /// A sum of money.
    Amount,

    /// Text that is sent, or `@file` whose content is sent.
    Sent,
    /// A file whose content is sent.
    SentFile,

    /// A file whose code runs.
    Script,
    /// A program that is started, perhaps with arguments, split like a command line.
    Program,
    /// Shell text that runs.
    Command,
    /// This and all further words are a command that runs.
    Argv,
    /// Shell text that runs on another machine or in a container.
    RemoteCommand,
    /// This and all further words run on another machine or in a container.
    RemoteArgv,
    /// Source text that runs.
    Code(Language),
    /// SQL text that runs.
    Sql(SqlDialect),
}

impl Role {
    /// Whether this and all further words belong to another command.
    pub fn takes_rest(&self) -> bool {
        matches!(self, Self::Argv | Self::RemoteArgv)
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(kind) = text.strip_prefix("resource:") {
            return Ok(Self::Resource(SmolStr::new(kind)));
        }
        if let Some(language) = text.strip_prefix("code:") {
            return Ok(Self::Code(match language {
                "shell" => Language::Shell,
                "python" => Language::Python,
                "javascript" => Language::JavaScript,
                "awk" => Language::Awk,
                "sed" => Language::Sed,
                "mongo" => Language::Mongo,
                "redis" => Language::Redis,
                "cypher" => Language::Cypher,
                "graphql" => Language::GraphQl,
                "perl" => Language::Other("perl"),
                "ruby" => Language::Other("ruby"),
                "php" => Language::Other("php"),
                "lua" => Language::Other("lua"),
                "powershell" => Language::Other("powershell"),
                "other" => Language::Other("code"),
                other => return Err(format!("unknown language `{other}`")),
            }));
        }
        if let Some(dialect) = text.strip_prefix("sql:") {
            return Ok(Self::Sql(match dialect {
                "postgres" => SqlDialect::Postgres,
                "mysql" => SqlDialect::Mysql,
                "sqlite" => SqlDialect::Sqlite,
                "generic" => SqlDialect::Generic,
                other => return Err(format!("unknown SQL dialect `{other}`")),
            }));
        }
        Ok(match text {
            "flag" => Self::Flag,
            "text" => Self::Text,
            "help" => Self::Help,
            "dry-run" => Self::DryRun,
            "read" => Self::Read,
            "read-tree" => Self::ReadTree,
            "list" => Self::List,
            "write" => Self::Write,
            "move" => Self::Move,
            "delete" => Self::Delete,
            "delete-tree" => Self::DeleteTree,
            "cd" => Self::Cd,
            "path" => Self::Path,
            "tree" => Self::Tree,
            "host" => Self::Host,
            "url" => Self::Url,
            "recipient" => Self::Recipient,
            "amount" => Self::Amount,
            "sent" => Self::Sent,
            "sent-file" => Self::SentFile,
            "script" => Self::Script,
            "program" => Self::Program,
            "command" => Self::Command,
            "argv" => Self::Argv,
            "remote-command" => Self::RemoteCommand,
            "remote-argv" => Self::RemoteArgv,
            "sql" => Self::Sql(SqlDialect::Generic),
            other => return Err(format!("unknown role `{other}`")),
        })
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
