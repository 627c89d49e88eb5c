//! Text for databases: the statement decides, and text that cannot be read is never a read.

mod cypher;
mod graphql;
mod mongo;
mod redis;
mod statements;

pub(crate) use cypher::cypher;
pub(crate) use graphql::graphql;
pub(crate) use mongo::mongo;
pub(crate) use redis::redis;
pub(crate) use statements::statements;

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
