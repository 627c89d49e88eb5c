//! What can be wrong with the state file, in words that name it and what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why state could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Another process holds the file for longer than we wait.
    #[error("another process holds `{}`", .0.display())]
    Locked(PathBuf),
    /// No room on the disk.
    #[error("the disk is full, so `{}` cannot be written", .0.display())]
    Full(PathBuf),
    /// The file or its folder may not be written.
    #[error("`{path}` cannot be written: {1}", path = .0.display())]
    Denied(PathBuf, String),
    /// The file is damaged; the first path is where it was moved.
    #[error("state was damaged and moved to `{}`; bounds of earlier sessions are lost", .0.display())]
    Corrupt(PathBuf),
    /// The file was written by a newer version of this program.
    #[error("`{path}` was written by a newer version (schema {1}): update this one", path = .0.display())]
    Newer(PathBuf, i64),
    /// Anything else.
    #[error("`{path}`: {1}", path = .0.display())]
    Other(PathBuf, String),
}

impl StoreError {
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Self::Denied(path, error.to_string())
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt(path),
            _ => Self::Other(path, error.to_string()),
        }
    }

    pub(super) fn of_io(path: &Path, error: &std::io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            std::io::ErrorKind::StorageFull => Self::Full(path),
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                Self::Denied(path, error.to_string())
            }
            _ => Self::Other(path, error.to_string()),
        }
    }

    /// Whether waiting may help. Everything else stays wrong until somebody acts.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Locked(_))
    }
}
