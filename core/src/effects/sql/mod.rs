//! Text for databases: the statement decides, and text that cannot be read is never a read.

mod client;
mod cypher;
mod functions;
mod graphql;
mod lexer;
mod mongo;
mod redis;
mod statement;
mod statements;
#[cfg(test)]
mod tests;

pub(crate) use cypher::cypher;
pub(crate) use graphql::graphql;
pub(crate) use mongo::{method as mongo_method, mongo};
pub(crate) use redis::{method as redis_method, redis};
pub(crate) use statements::statements;

use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Span};

/// Whose SQL the text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Not known; a database on another system.
    Generic,
    /// PostgreSQL and what speaks like it, with the commands of `psql`.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
    /// SQLite, with the dot-commands of `sqlite3`: the database is a local file.
    Sqlite,
}

impl Dialect {
    /// The class of a change to the database.
    fn write(self) -> RiskClass {
        match self {
            Self::Sqlite => RiskClass::LocalWrite,
            Self::Generic | Self::Postgres | Self::Mysql => RiskClass::ExternalWrite,
        }
    }
}

/// The capability that goes with a class of a database's effect.
fn capability(risk: RiskClass) -> Capability {
    match risk {
        RiskClass::Read => Capability::DB_READ,
        RiskClass::Delete => Capability::DB_DELETE,
        RiskClass::PermissionChange => Capability::DB_PERMISSION,
        RiskClass::Execution => Capability::new("db.exec"),
        RiskClass::Communication => Capability::MESSAGE_SEND,
        RiskClass::Financial => Capability::new("payment.send"),
        RiskClass::LocalWrite | RiskClass::ExternalWrite | RiskClass::Unknown => {
            Capability::DB_WRITE
        }
    }
}

fn effect(risk: RiskClass, span: Span) -> Effect {
    Effect::new(capability(risk), risk, span)
}

/// Text that cannot be read: it may change anything.
fn unreadable(span: Span, why: &str) -> Effect {
    effect(RiskClass::ExternalWrite, span)
        .uncertain(Certainty::Opaque, why)
        .marked(Marks::UNPARSABLE)
}
