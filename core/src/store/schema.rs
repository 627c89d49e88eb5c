//! The tables, and how an older file becomes a newer one.

use rusqlite::Connection;

/// One step from the schema before it; the number of steps is the schema's version.
const STEPS: [&str; 1] = [
    // `record`, `policy` and `lineage` are JSON of the runtime. `version` counts writes: a writer
    // that read another version has lost a race and decides anew.
    "CREATE TABLE session (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        live INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        record TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX session_by_age ON session (updated_at);
     CREATE TABLE policy (session TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
     CREATE TABLE lineage (session TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
     CREATE TABLE name (
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('task', 'child')),
        session TEXT NOT NULL,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (name, kind)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;",
];

/// The schema that this program writes.
pub(super) fn current() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// The schema of the file.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings an older file to the current schema. Several processes may try at once.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    if version(connection)? == current() {
        return Ok(());
    }
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate)?;
    let done = usize::try_from(version(&transaction)?).unwrap_or_default();
    for step in STEPS.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", current())?;
    transaction.commit()
}
