//! A look at the state file for commands: read-only, nothing is made, moved or migrated.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{StoreError, open, rows, schema};

/// The state file of a home, opened for reading only.
#[derive(Debug)]
pub struct Look {
    path: PathBuf,
    connection: Connection,
}

impl Look {
    /// Opens `state.db` of our folder; `None` when there is none yet.
    ///
    /// # Errors
    /// The file is damaged, locked, of a newer version, or cannot be read.
    pub fn open(folder: &Path) -> Result<Option<Self>, StoreError> {
        let path = folder.join("state.db");
        if !path.exists() {
            return Ok(None);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let prepare = || -> rusqlite::Result<(Connection, i64)> {
            let connection = Connection::open_with_flags(&path, flags)?;
            connection.busy_timeout(open::BUSY)?;
            let version = schema::version(&connection)?;
            Ok((connection, version))
        };
        let (connection, version) = prepare().map_err(|error| StoreError::of(&path, &error))?;
        if version > schema::current() {
            return Err(StoreError::Newer(path, version));
        }
        Ok(Some(Self { path, connection }))
    }

    /// Ids and last use (seconds since the Unix epoch) of the sessions that are not over, the
    /// newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn sessions(&self, most: i64) -> Result<Vec<(String, i64)>, StoreError> {
        rows::list(&self.connection, most).map_err(|error| StoreError::of(&self.path, &error))
    }

    /// The bounds of a session as JSON; `None` when it is not known.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn policy(&self, session: &str) -> Result<Option<String>, StoreError> {
        rows::load(&self.connection, session)
            .map(|row| row.and_then(|row| row.policy))
            .map_err(|error| StoreError::of(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_makes_nothing_and_moves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Look::open(folder.path()).unwrap().is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        std::fs::write(folder.path().join("state.db"), "not a database at all").unwrap();
        assert!(Look::open(folder.path()).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
