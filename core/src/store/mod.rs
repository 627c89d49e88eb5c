//! Durable state: one SQLite file per host home, shared by every process on that home.
//!
//! The store knows rows, not their meaning: the runtime gives and takes JSON. Every error is one
//! that the runtime turns into a block, never into a pass.

mod error;
mod look;
mod open;
pub(crate) mod private;
mod rows;
mod schema;

pub use error::StoreError;
pub use look::Look;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rusqlite::Connection;

/// How long a failure to open is remembered before the next try.
const RETRY_AFTER: Duration = Duration::from_secs(2);
/// After how many writes expired rows are swept.
const SWEEP_EVERY: u32 = 1_000;

/// A session as it is written.
#[derive(Clone, Copy, Debug)]
pub struct SessionRow<'a> {
    /// The session's id.
    pub id: &'a str,
    /// The version that the writer read; 0 when there was no row.
    pub version: i64,
    /// Whether it is not over.
    pub live: bool,
    /// Seconds since the Unix epoch.
    pub updated_at: i64,
    /// JSON of everything but the following.
    pub record: &'a str,
    /// JSON of the policy, if it changed.
    pub policy: Option<&'a str>,
    /// JSON of the lineage, if it should be kept.
    pub lineage: Option<&'a str>,
}

/// A session as it was read.
#[derive(Clone, Debug)]
pub struct StoredSession {
    /// Counts the writes of the row.
    pub version: i64,
    /// JSON.
    pub record: String,
    /// JSON.
    pub policy: Option<String>,
    /// JSON.
    pub lineage: Option<String>,
}

/// How a write ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The row has this version now.
    Written(i64),
    /// Another process wrote first: read again and decide anew.
    Conflict,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A task id: another name of a session.
    Task,
    /// A child session and its parent.
    Child,
}

impl NameKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Child => "child",
        }
    }
}

/// The state file of one home. Opened on first use, and again after a fork.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    link: Mutex<Link>,
}

/// The connection of this process.
#[derive(Debug, Default)]
struct Link {
    open: Option<OpenLink>,
    failed: Option<(StoreError, Instant)>,
    /// Where a damaged file was moved, until somebody is told.
    moved_aside: Option<PathBuf>,
    writes: u32,
}

#[derive(Debug)]
struct OpenLink {
    connection: Connection,
    /// The process that opened it. A connection must not be used across a fork.
    process: u32,
    data_version: i64,
}

impl Store {
    /// The store of `<hermes_home>/agentsfence/state.db`.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.join("state.db"),
            link: Mutex::default(),
        }
    }

    /// What is wrong with the file; `None` when it can be used.
    pub fn trouble(&self) -> Option<StoreError> {
        self.with(|_, _| Ok(())).err()
    }

    /// Where a damaged file was moved when this one was made in its place; `None` once somebody
    /// has taken it away.
    pub fn damaged(&self) -> Option<String> {
        self.with(|connection, _| rows::fact(connection, "damaged"))
            .ok()
            .flatten()
            .filter(|aside| Path::new(aside).exists())
    }

    /// Where this process moved a damaged file, to be told once.
    pub fn newly_damaged(&self) -> Option<PathBuf> {
        self.lock().moved_aside.take()
    }

    /// Whether another process or connection wrote since this was last asked.
    pub fn changed_elsewhere(&self) -> Result<bool, StoreError> {
        self.with(|connection, seen| {
            let now = rows::data_version(connection)?;
            Ok(std::mem::replace(seen, now) != now)
        })
    }

    /// A session by its id.
    pub fn load(&self, id: &str) -> Result<Option<StoredSession>, StoreError> {
        self.with(|connection, _| {
            let row = rows::load(connection, id)?;
            Ok(row.map(|row| StoredSession {
                version: row.version,
                record: row.record,
                policy: row.policy,
                lineage: row.lineage,
            }))
        })
    }

    /// The version of a session's row; `None` when there is none.
    pub fn version(&self, id: &str) -> Result<Option<i64>, StoreError> {
        self.with(|connection, _| rows::version(connection, id))
    }

    /// Writes a session.
    pub fn save(&self, row: &SessionRow<'_>) -> Result<Saved, StoreError> {
        let written = self.with(|connection, _| rows::save(connection, row))?;
        self.count_write(row.updated_at);
        Ok(if written {
            Saved::Written(row.version + 1)
        } else {
            Saved::Conflict
        })
    }

    /// Makes `name` stand for a session.
    pub fn save_name(
        &self,
        name: &str,
        kind: NameKind,
        session: &str,
        now: i64,
    ) -> Result<(), StoreError> {
        self.with(|connection, _| rows::save_name(connection, name, kind, session, now))
    }

    /// What a name stands for.
    pub fn load_name(&self, name: &str, kind: NameKind) -> Result<Option<String>, StoreError> {
        self.with(|connection, _| rows::load_name(connection, name, kind))
    }

    /// Ids and last use (seconds since the Unix epoch) of the sessions that are not over, the
    /// newest first.
    pub fn sessions(&self, most: i64) -> Result<Vec<(String, i64)>, StoreError> {
        self.with(|connection, _| rows::list(connection, most))
    }

    /// A fact about this home; `otherwise` becomes it when there is none.
    pub fn fact_or(&self, key: &str, otherwise: &str) -> Result<String, StoreError> {
        self.with(|connection, _| rows::fact_or(connection, key, otherwise))
    }

    /// Removes what nobody used for long. Failing to is no harm.
    pub fn sweep(&self, now: i64) {
        let _ = self.with(|connection, _| rows::sweep(connection, now));
    }

    fn count_write(&self, now: i64) {
        let due = {
            let mut link = self.lock();
            link.writes += 1;
            link.writes.is_multiple_of(SWEEP_EVERY)
        };
        if due {
            self.sweep(now);
        }
    }

    /// Runs `body` on the open connection.
    fn with<T>(
        &self,
        body: impl FnOnce(&Connection, &mut i64) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut link = self.lock();
        let open = link.connect(&self.path)?;
        let outcome = body(&open.connection, &mut open.data_version);
        outcome.map_err(|error| {
            let error = StoreError::of(&self.path, &error);
            link.note_failure(&error);
            error
        })
    }

    /// A panic while the connection was in use makes it suspect: it is opened anew.
    fn lock(&self) -> MutexGuard<'_, Link> {
        self.link.lock().unwrap_or_else(|poisoned| {
            let mut link = poisoned.into_inner();
            *link = Link::default();
            self.link.clear_poison();
            link
        })
    }
}

impl Link {
    fn connect(&mut self, path: &Path) -> Result<&mut OpenLink, StoreError> {
        let process = std::process::id();
        if self
            .open
            .as_ref()
            .is_some_and(|open| open.process != process)
        {
            // Closing the parent's connection here could remove files that it still uses.
            std::mem::forget(self.open.take());
            self.failed = None;
        }
        if let Some((error, at)) = &self.failed
            && at.elapsed() < RETRY_AFTER
        {
            return Err(error.clone());
        }
        if self.open.is_none() {
            match open::open(path) {
                Ok((connection, aside)) => {
                    self.moved_aside = aside.or(self.moved_aside.take());
                    let data_version = rows::data_version(&connection).unwrap_or_default();
                    self.failed = None;
                    self.open = Some(OpenLink {
                        connection,
                        process,
                        data_version,
                    });
                }
                Err(error) => {
                    self.failed = Some((error.clone(), Instant::now()));
                    return Err(error);
                }
            }
        }
        let missing = || StoreError::Other(path.to_owned(), "not open".to_owned());
        self.open.as_mut().ok_or_else(missing)
    }

    /// A damaged file is opened (and moved aside) anew on next use. A lock that was not freed in
    /// time is not waited for again at once, so that many threads do not wait in a row.
    fn note_failure(&mut self, error: &StoreError) {
        match error {
            StoreError::Corrupt(_) => self.open = None,
            StoreError::Locked(_) => self.failed = Some((error.clone(), Instant::now())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
