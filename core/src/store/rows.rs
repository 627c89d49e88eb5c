//! The statements. Each is prepared once per connection.

use rusqlite::{Connection, OptionalExtension, params};

use super::{NameKind, SessionRow};

/// How long rows are kept that nobody used.
const KEPT_SECONDS: i64 = 30 * 24 * 3600;
/// How many sessions are kept at most.
const KEPT_SESSIONS: i64 = 20_000;

/// Writes a session if its row still has the version that the writer read (0: no row). Returns
/// whether it was written.
pub(super) fn save(connection: &Connection, row: &SessionRow<'_>) -> rusqlite::Result<bool> {
    if row.policy.is_none() && row.lineage.is_none() {
        return save_record(connection, row);
    }
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate)?;
    if !save_record(&transaction, row)? {
        return Ok(false);
    }
    if let Some(policy) = row.policy {
        let sql = "INSERT OR REPLACE INTO policy (session, content) VALUES (?1, ?2)";
        let mut statement = transaction.prepare_cached(sql)?;
        statement.execute(params![row.id, policy])?;
    }
    if let Some(lineage) = row.lineage {
        let sql = "INSERT OR REPLACE INTO lineage (session, content) VALUES (?1, ?2)";
        let mut statement = transaction.prepare_cached(sql)?;
        statement.execute(params![row.id, lineage])?;
    }
    transaction.commit()?;
    Ok(true)
}

fn save_record(connection: &Connection, row: &SessionRow<'_>) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO session (id, version, live, updated_at, record) VALUES (?1, ?2 + 1, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, live = excluded.live,
             updated_at = excluded.updated_at, record = excluded.record
         WHERE session.version = ?2",
    )?;
    let written = statement.execute(params![
        row.id,
        row.version,
        row.live,
        row.updated_at,
        row.record
    ])?;
    Ok(written == 1)
}

/// A session's row as it stands.
pub(super) struct LoadedRow {
    pub(super) version: i64,
    pub(super) record: String,
    pub(super) policy: Option<String>,
    pub(super) lineage: Option<String>,
}

pub(super) fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<LoadedRow>> {
    let mut statement = connection.prepare_cached(
        "SELECT s.version, s.record, p.content, l.content FROM session s
         LEFT JOIN policy p ON p.session = s.id LEFT JOIN lineage l ON l.session = s.id
         WHERE s.id = ?1",
    )?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(LoadedRow {
            version: row.get(0)?,
            record: row.get(1)?,
            policy: row.get(2)?,
            lineage: row.get(3)?,
        })
    };
    statement.query_row([id], read).optional()
}

pub(super) fn version(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    let mut statement = connection.prepare_cached("SELECT version FROM session WHERE id = ?1")?;
    statement.query_row([id], |row| row.get(0)).optional()
}

pub(super) fn save_name(
    connection: &Connection,
    name: &str,
    kind: NameKind,
    session: &str,
    now: i64,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO name (name, kind, session, used_at) VALUES (?1, ?2, ?3, ?4)",
    )?;
    statement.execute(params![name, kind.as_str(), session, now])?;
    Ok(())
}

pub(super) fn load_name(
    connection: &Connection,
    name: &str,
    kind: NameKind,
) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT session FROM name WHERE name = ?1 AND kind = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    statement
        .query_row([name, kind.as_str()], |row| row.get(0))
        .optional()
}

/// Ids and last use of all sessions that are not over, the newest first.
pub(super) fn list(connection: &Connection, most: i64) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, updated_at FROM session WHERE live = 1 ORDER BY updated_at DESC LIMIT ?1",
    )?;
    let rows = statement.query_map([most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

pub(super) fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare_cached("PRAGMA data_version")?;
    statement.query_row([], |row| row.get(0))
}

pub(super) fn fact(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT value FROM fact WHERE key = ?1")?;
    statement.query_row([key], |row| row.get(0)).optional()
}

pub(super) fn fact_or(
    connection: &Connection,
    key: &str,
    otherwise: &str,
) -> rusqlite::Result<String> {
    connection.execute(
        "INSERT OR IGNORE INTO fact (key, value) VALUES (?1, ?2)",
        [key, otherwise],
    )?;
    Ok(fact(connection, key)?.unwrap_or_else(|| otherwise.to_owned()))
}

/// Removes what nobody used for long, and the oldest sessions beyond the most that are kept.
pub(super) fn sweep(connection: &Connection, now: i64) -> rusqlite::Result<()> {
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate)?;
    let limit = now - KEPT_SECONDS;
    transaction.execute("DELETE FROM session WHERE updated_at < ?1", [limit])?;
    transaction.execute(
        "DELETE FROM session WHERE id IN
            (SELECT id FROM session ORDER BY updated_at DESC LIMIT -1 OFFSET ?1)",
        [KEPT_SESSIONS],
    )?;
    for table in ["policy", "lineage"] {
        let orphans = format!("DELETE FROM {table} WHERE session NOT IN (SELECT id FROM session)");
        transaction.execute(&orphans, [])?;
    }
    transaction.execute("DELETE FROM name WHERE used_at < ?1", [limit])?;
    transaction.commit()
}
