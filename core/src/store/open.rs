//! Opening the state file: private, WAL where the file system can, damaged files moved aside,
//! files of a newer version left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};

use super::{StoreError, private, schema};

/// How long one statement waits for another process.
pub(super) const BUSY: Duration = Duration::from_secs(2);

/// Opens the file, making it when it is missing. Also gives where a damaged one was moved.
pub(super) fn open(path: &Path) -> Result<(Connection, Option<PathBuf>), StoreError> {
    match try_open(path) {
        Err(StoreError::Corrupt(_)) => {
            let aside = move_aside(path)?;
            let connection = try_open(path)?;
            remember_damage(&connection, &aside).map_err(|error| StoreError::of(path, &error))?;
            Ok((connection, Some(aside)))
        }
        other => other.map(|connection| (connection, None)),
    }
}

fn try_open(path: &Path) -> Result<Connection, StoreError> {
    if let Some(folder) = path.parent() {
        private::folder(folder).map_err(|error| StoreError::of_io(folder, &error))?;
    }
    private::appended_file(path).map_err(|error| StoreError::of_io(path, &error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let prepare = || -> rusqlite::Result<(Connection, i64)> {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY)?;
        let version = schema::version(&connection)?;
        Ok((connection, version))
    };
    let (connection, version) = prepare().map_err(|error| StoreError::of(path, &error))?;
    if version > schema::current() {
        return Err(StoreError::Newer(path.to_owned(), version));
    }
    set_journal(&connection)
        .and_then(|()| schema::migrate(&connection))
        .map_err(|error| StoreError::of(path, &error))?;
    Ok(connection)
}

/// WAL needs shared memory, which network file systems lack: they get the old journal.
fn set_journal(connection: &Connection) -> rusqlite::Result<()> {
    let set = |mode: &str| -> rusqlite::Result<String> {
        connection.query_row(&format!("PRAGMA journal_mode={mode}"), [], |row| row.get(0))
    };
    match set("WAL") {
        Ok(mode) if mode.eq_ignore_ascii_case("wal") => {}
        Err(error) if StoreError::of(Path::new(""), &error).is_passing() => return Err(error),
        Ok(_) | Err(_) => {
            set("DELETE")?;
        }
    }
    connection.pragma_update(None, "synchronous", "NORMAL")
}

fn move_aside(path: &Path) -> Result<PathBuf, StoreError> {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let aside = path.with_extension(format!("db.damaged-{seconds}"));
    fs::rename(path, &aside).map_err(|error| StoreError::of_io(path, &error))?;
    for suffix in ["-wal", "-shm"] {
        let from = beside(path, suffix);
        if from.exists() {
            let to = beside(&aside, suffix);
            fs::rename(&from, to).map_err(|error| StoreError::of_io(&from, &error))?;
        }
    }
    Ok(aside)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn remember_damage(connection: &Connection, aside: &Path) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT OR REPLACE INTO fact (key, value) VALUES ('damaged', ?1)",
        [aside.to_string_lossy()],
    )?;
    Ok(())
}
