//! What a transaction is about to do, on disk before it does it.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::file;

/// Journals of another layout are not touched.
pub(super) const LAYOUT: u32 = 1;

/// A transaction: under way in `journal.json`, done in `last.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    pub(super) layout: u32,
    pub(super) id: String,
    /// The command, for people.
    pub(super) what: String,
    /// When, for people.
    pub(super) time: String,
    pub(super) changes: Vec<Change>,
    /// Folders that were made for it, outermost first.
    pub(super) made: Vec<PathBuf>,
}

/// One thing that changes, in the order of the changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Change {
    /// A file; the copies lie in the transaction's folder.
    File {
        path: PathBuf,
        before: Option<PathBuf>,
        after: Option<PathBuf>,
    },
    /// A folder that changes places with what is in `slot`.
    Folder {
        path: PathBuf,
        slot: PathBuf,
        before: Option<String>,
        after: Option<String>,
    },
}

impl Journal {
    /// Reads a journal; `None` when there is none.
    pub(super) fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        let Some(bytes) = file::read(path)? else {
            return Ok(None);
        };
        let journal: Self = serde_json::from_slice(&bytes)
            .map_err(|error| anyhow::anyhow!("{} cannot be read: {error}", path.display()))?;
        anyhow::ensure!(
            journal.layout == LAYOUT,
            "{} was written by another version of agentsfence",
            path.display()
        );
        Ok(Some(journal))
    }

    /// Writes it durably, as a whole.
    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let bytes = serde_json::to_vec_pretty(self)?;
        let old = file::read(path)?;
        file::replace(path, old.as_deref(), &bytes)
    }
}

impl Change {
    /// Whether the change has been made: the place holds what it should hold afterwards.
    pub(super) fn made(&self) -> anyhow::Result<bool> {
        match self {
            Self::File { path, after, .. } => Ok(file::read(path)? == saved(after.as_ref())?),
            Self::Folder { path, after, .. } => Ok(super::folder::fingerprint(path)? == *after),
        }
    }

    /// Whether the place holds what it held before.
    pub(super) fn unmade(&self) -> anyhow::Result<bool> {
        match self {
            Self::File { path, before, .. } => Ok(file::read(path)? == saved(before.as_ref())?),
            Self::Folder { path, before, .. } => Ok(super::folder::fingerprint(path)? == *before),
        }
    }

    /// Makes the change.
    pub(super) fn make(&self) -> anyhow::Result<()> {
        match self {
            Self::File {
                path,
                before,
                after,
            } => put(path, saved(before.as_ref())?.as_deref(), after.as_ref()),
            Self::Folder { path, slot, .. } => super::folder::swap(path, slot),
        }
    }

    /// Takes it back.
    pub(super) fn unmake(&self) -> anyhow::Result<()> {
        match self {
            // The caller has looked: it is new, or the beginning of new.
            Self::File { path, before, .. } => {
                let found = file::read(path)?;
                put(path, found.as_deref(), before.as_ref())
            }
            Self::Folder { path, slot, .. } => super::folder::swap(path, slot),
        }
    }

    /// The place, for people.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::File { path, .. } | Self::Folder { path, .. } => path,
        }
    }
}

/// The content of a copy; `None` stands for "no file".
pub(super) fn saved(copy: Option<&PathBuf>) -> anyhow::Result<Option<Vec<u8>>> {
    copy.map(|copy| Ok(fs::read(copy)?)).transpose()
}

fn put(path: &Path, expected: Option<&[u8]>, to: Option<&PathBuf>) -> anyhow::Result<()> {
    match saved(to)? {
        Some(bytes) => file::replace(path, expected, &bytes),
        None => file::remove(path),
    }
}
