//! The host's own session database, read and never written.
//!
//! Both generations keep `sessions` and `messages` with the columns used here (0.19.0: schema 22,
//! 0.22.2: schema 31); columns that later versions add are not looked at.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::{Entry, Recording};
use crate::args::Global;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::ui::Ui;

/// The host marks content that is not plain text with this prefix; JSON follows.
const STRUCTURED: &str = "\u{0}json:";

/// The newest schema that was looked at.
const NEWEST: i64 = 31;
/// The tables and columns without which a history cannot be read.
const NEEDED: [(&str, &[&str]); 2] = [
    (
        "sessions",
        &["id", "source", "parent_session_id", "started_at", "cwd"],
    ),
    (
        "messages",
        &[
            "id",
            "session_id",
            "role",
            "content",
            "tool_calls",
            "tool_call_id",
            "timestamp",
        ],
    ),
];

/// The database that was named, or that of the chosen profile.
pub fn file(named: Option<&Path>, global: &Global) -> anyhow::Result<PathBuf> {
    match named {
        Some(file) => Ok(file.to_owned()),
        None => Ok(Profiles::select_one(global)?.1.home.join("state.db")),
    }
}

/// An open history.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    name: String,
}

/// A session as the history lists it.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The host's session id.
    pub id: String,
    /// `cli`, `telegram`, `cron`, ...
    pub platform: String,
    /// Set for a child; its first message is written by a model.
    pub parent: Option<String>,
    /// The working folder, where the host noted it.
    pub cwd: Option<String>,
}

impl History {
    /// Opens a database read-only. Says plainly what is wrong with it.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        let name = file.display().to_string();
        if !file.exists() {
            return Err(Problem::new(format!("{name} does not exist"))
                .hint("the host writes it with its first session; give another with --db FILE")
                .into());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(address(file), flags)
            .map_err(|error| unreadable(&name, &error))?;
        let history = Self { connection, name };
        for (table, columns) in NEEDED {
            history.check_columns(table, columns)?;
        }
        Ok(history)
    }

    /// Says so when the host is newer than any that this version knows.
    pub fn warn_if_newer(&self, ui: &Ui) {
        let version =
            self.connection
                .query_row("SELECT max(version) FROM schema_version", [], |row| {
                    row.get::<_, Option<i64>>(0)
                });
        if let Ok(Some(version)) = version
            && version > NEWEST
        {
            ui.complain(&format!(
                "{} has schema {version}, newer than any that this version knows ({NEWEST}): what \
                 it adds is not looked at",
                self.name
            ));
        }
    }

    fn check_columns(&self, table: &str, needed: &[&str]) -> anyhow::Result<()> {
        let mut query = self
            .connection
            .prepare("SELECT name FROM pragma_table_info(?1)")
            .map_err(|error| unreadable(&self.name, &error))?;
        let columns = query
            .query_map([table], |row| row.get::<_, String>(0))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| unreadable(&self.name, &error))?;
        match needed
            .iter()
            .find(|needed| !columns.iter().any(|column| column == *needed))
        {
            None => Ok(()),
            Some(missing) => Err(Problem::new(format!(
                "{}: no column `{missing}` in `{table}`, so it is no session database that is known",
                self.name
            ))
            .hint("give the host's own with --db FILE; it is `state.db` in the host's home")
            .into()),
        }
    }

    /// The sessions with at least one call, oldest first. `since` is in seconds since the epoch.
    pub fn sessions(
        &self,
        only: Option<&str>,
        since: Option<i64>,
    ) -> anyhow::Result<Vec<SessionRow>> {
        let mut query = self
            .connection
            .prepare(
                "SELECT id, source, parent_session_id, cwd FROM sessions
                 WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR started_at >= ?2)
                   AND EXISTS (SELECT 1 FROM messages
                               WHERE session_id = sessions.id AND tool_calls IS NOT NULL)
                 ORDER BY started_at, id",
            )
            .map_err(|error| unreadable(&self.name, &error))?;
        let rows = query.query_map(rusqlite::params![only, since], |row| {
            Ok(SessionRow {
                id: row.get(0)?,
                platform: row.get(1)?,
                parent: row.get(2)?,
                cwd: row.get(3)?,
            })
        });
        let rows = rows
            .and_then(Iterator::collect)
            .map_err(|error| unreadable(&self.name, &error))?;
        Ok(rows)
    }

    /// The file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What to say about a session that is not there.
    pub fn no_session(&self, session: &str) -> Problem {
        Problem::new(format!(
            "no session `{session}` with tool calls in {}",
            self.name
        ))
        .hint("`agentsfence replay` lists the sessions that have calls")
    }

    /// What happened in a session, in order: messages of the user, and calls with their results.
    pub fn recording(&self, session: &SessionRow) -> anyhow::Result<Recording> {
        let mut query = self
            .connection
            .prepare_cached(
                "SELECT role, content, tool_calls, tool_call_id, CAST(timestamp AS INTEGER) FROM messages
                 WHERE session_id = ?1 ORDER BY id",
            )
            .map_err(|error| unreadable(&self.name, &error))?;
        let rows = query.query_map([&session.id], |row| {
            Ok(Row {
                role: row.get(0)?,
                content: text_of(row, 1)?,
                calls: text_of(row, 2)?,
                call_id: row.get(3)?,
                at: row.get(4)?,
            })
        });
        let rows: Vec<Row> = rows
            .and_then(Iterator::collect)
            .map_err(|error| unreadable(&self.name, &error))?;
        Ok(Recording {
            session: session.id.clone(),
            child: session.parent.is_some() && session.platform == "subagent",
            cwd: session.cwd.clone(),
            entries: entries(rows),
        })
    }
}

/// The address of a database that is only read. SQLite would leave files of its own beside a
/// database in WAL mode even then, unless it is told that nobody writes it: so it is when the host
/// has no log open. A host that starts meanwhile writes to its log first, not to this file.
fn address(file: &Path) -> String {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    let idle = is_in_wal_mode(file) && !Path::new(&log).exists();
    let path = file.display().to_string();
    let path = path
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    let option = if idle { "?immutable=1" } else { "" };
    format!("file:{path}{option}")
}

/// Bytes 18 and 19 of a database are its format's versions for writing and reading; 2 is WAL
/// (<https://www.sqlite.org/fileformat.html>).
fn is_in_wal_mode(file: &Path) -> bool {
    let mut head = [0; 20];
    std::fs::File::open(file)
        .and_then(|mut open| open.read_exact(&mut head))
        .is_ok_and(|()| head.ends_with(&[2, 2]))
}

#[derive(Debug)]
struct Row {
    role: String,
    content: Option<String>,
    calls: Option<String>,
    call_id: Option<String>,
    at: Option<i64>,
}

/// Content may be stored as text or, by older hosts, as bytes.
fn text_of(row: &rusqlite::Row<'_>, index: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(index)? {
        rusqlite::types::ValueRef::Text(bytes) | rusqlite::types::ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    })
}

fn entries(rows: Vec<Row>) -> Vec<Entry> {
    let mut results: HashMap<String, Value> = HashMap::new();
    for row in &rows {
        if let (true, Some(id)) = (row.role == "tool", &row.call_id) {
            results.insert(
                id.clone(),
                result(row.content.as_deref().unwrap_or_default()),
            );
        }
    }
    let mut entries = Vec::new();
    for row in rows {
        match row.role.as_str() {
            "user" => entries.push(Entry::Message(message(
                row.content.as_deref().unwrap_or_default(),
            ))),
            "assistant" => entries.extend(calls(row.calls.as_deref(), row.at, &mut results)),
            _ => {}
        }
    }
    entries
}

fn calls(text: Option<&str>, at: Option<i64>, results: &mut HashMap<String, Value>) -> Vec<Entry> {
    let parsed: Option<Vec<Value>> = text.and_then(|text| serde_json::from_str(text).ok());
    let entry = |call: Value| {
        let id = ["call_id", "id"]
            .iter()
            .find_map(|key| call.get(*key).and_then(Value::as_str));
        let result = id.and_then(|id| results.remove(id));
        Entry::Call {
            call,
            result: result.unwrap_or_default(),
            at,
        }
    };
    parsed.into_iter().flatten().map(entry).collect()
}

/// The text of a message; parts that are not text carry no words.
fn message(content: &str) -> String {
    let Some(json) = content.strip_prefix(STRUCTURED) else {
        return content.to_owned();
    };
    let parts: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| part.get("text").and_then(Value::as_str))
        .collect();
    texts.join("\n")
}

fn result(content: &str) -> Value {
    let content = content.strip_prefix(STRUCTURED).unwrap_or(content);
    serde_json::from_str(content).unwrap_or_else(|_| Value::String(content.to_owned()))
}

fn unreadable(name: &str, error: &rusqlite::Error) -> anyhow::Error {
    let problem = Problem::new(format!(
        "{name} cannot be read as a session database: {error}"
    ));
    let busy = matches!(
        error.sqlite_error_code(),
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked)
    );
    if busy {
        problem.hint("another program holds it: try again when the host is idle")
    } else {
        problem.hint("it is the host's `state.db`; give another with --db FILE")
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_content_gives_its_words() {
        assert_eq!(message("plain"), "plain");
        assert_eq!(
            message("\u{0}json:[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image_url\"}]"),
            "a"
        );
        assert_eq!(result("{\"a\":1}"), serde_json::json!({"a": 1}));
        assert_eq!(result("not json"), Value::String("not json".to_owned()));
    }

    #[test]
    fn calls_get_the_results_of_their_ids() {
        let row = |role: &str, content: &str, calls: Option<&str>, id: Option<&str>| Row {
            role: role.to_owned(),
            content: Some(content.to_owned()),
            calls: calls.map(str::to_owned),
            call_id: id.map(str::to_owned),
            at: None,
        };
        let call = r#"[{"id":"c1","function":{"name":"t","arguments":"{}"}}]"#;
        let found = entries(vec![
            row("user", "do it", None, None),
            row("assistant", "", Some(call), None),
            row("tool", "done", None, Some("c1")),
        ]);
        assert!(
            matches!(&found[..], [Entry::Message(text), Entry::Call { result, .. }]
            if text == "do it" && result == &Value::String("done".to_owned()))
        );
    }
}
