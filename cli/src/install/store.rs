//! Where transactions are kept, one store for each Hermes root: the lock, the journal of the one
//! under way, and the last one for `undo`.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use fs_err as fs;

use super::journal::{Change, Journal};
use super::lock::Lock;
use super::transaction::make_folders;
use super::{crash, file, folder};
use crate::problem::Problem;

/// The journal of a change that is under way; left over when the change was interrupted.
pub const JOURNAL: &str = "journal.json";

/// The store of one Hermes root, locked for this run.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    made: Vec<PathBuf>,
    _lock: Lock,
}

/// What was found of an interrupted run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nothing.
    Clean,
    /// It was rolled back.
    RolledBack,
}

/// What `undo` came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    /// There is no last change.
    Nothing,
    /// Taken back.
    Done {
        /// The command.
        what: String,
        /// When it ran.
        time: String,
        /// The files and folders that are as they were before.
        paths: Vec<PathBuf>,
    },
}

impl Store {
    /// Opens the store below `root`, waits for other runs and settles an interrupted one.
    pub fn open(root: &Path) -> anyhow::Result<(Self, Settled)> {
        let folder = folder_of(root);
        let mut made = Vec::new();
        make_folders(&folder, &mut made)?;
        let lock = Lock::take(&folder.join("lock"))?;
        let store = Self {
            folder,
            made,
            _lock: lock,
        };
        let settled = store.settle()?;
        Ok((store, settled))
    }

    /// Settles an interrupted run, if there is one and nobody else is at it.
    pub fn settle_if_needed(root: &Path) -> anyhow::Result<Settled> {
        let folder = folder_of(root);
        if !folder.join(JOURNAL).exists() {
            return Ok(Settled::Clean);
        }
        let lock = Lock::try_take(&folder.join("lock"))?;
        let store = Self {
            folder,
            made: Vec::new(),
            _lock: lock,
        };
        store.settle()
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.folder.join(JOURNAL)
    }

    pub(super) fn made(&self) -> &[PathBuf] {
        &self.made
    }

    fn last(&self) -> PathBuf {
        self.folder.join("last.json")
    }

    /// Unique among runs that hold the lock one after the other.
    pub(super) fn fresh_id() -> String {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        format!("{:x}-{:x}", now.as_nanos(), std::process::id())
    }

    fn settle(&self) -> anyhow::Result<Settled> {
        let interrupted = Journal::read(&self.journal())?;
        if let Some(journal) = &interrupted {
            self.roll_back(journal)?;
        }
        self.sweep()?;
        Ok(match interrupted {
            Some(_) => Settled::RolledBack,
            None => Settled::Clean,
        })
    }

    /// Takes back what `journal` has done so far, last change first.
    pub(super) fn roll_back(&self, journal: &Journal) -> anyhow::Result<()> {
        for change in journal.changes.iter().rev() {
            if let Change::Folder { path, slot, .. } = change {
                folder::settle_aside(path, slot)?;
            }
            if change.unmade()? {
                continue;
            }
            if !change.made()? && !torn(change) {
                return Err(Problem::new(format!(
                    "an interrupted `{}` cannot be rolled back: {} was changed by someone else",
                    journal.what,
                    change.path().display()
                ))
                .hint(format!(
                    "the old content is in {}; restore it or delete {}",
                    self.folder.join(&journal.id).display(),
                    self.journal().display()
                ))
                .into());
            }
            change.unmake()?;
            crash::point();
        }
        file::remove(&self.journal())?;
        crash::point();
        self.discard(journal);
        Ok(())
    }

    /// The changes are made: this is the last transaction now, and the one before is forgotten.
    pub(super) fn finish(&self, journal: &Journal) -> anyhow::Result<()> {
        let before = Journal::read(&self.last()).ok().flatten();
        fs::rename(self.journal(), self.last())?;
        file::sync_parent(&self.last())?;
        crash::point();
        if let Some(before) = before
            && before.id != journal.id
        {
            self.forget(&before);
        }
        Ok(())
    }

    /// Removes what a transaction prepared and never used.
    pub(super) fn discard(&self, journal: &Journal) {
        self.forget(journal);
        for folder in journal.made.iter().rev() {
            // Not empty: somebody uses it by now.
            let _ = std::fs::remove_dir(folder);
        }
    }

    fn forget(&self, journal: &Journal) {
        for change in &journal.changes {
            if let Change::Folder { slot, .. } = change {
                let _ = std::fs::remove_dir_all(slot);
            }
        }
        let _ = std::fs::remove_dir_all(self.folder.join(&journal.id));
    }

    /// Removes what runs that died before their journal left behind.
    fn sweep(&self) -> anyhow::Result<()> {
        self.sweep_folder(&self.folder)
    }

    /// The same for another profile's folder of prepared plugins.
    pub(super) fn sweep_folder(&self, folder: &Path) -> anyhow::Result<()> {
        let kept = Journal::read(&self.last()).ok().flatten();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let in_use = kept.as_ref().is_some_and(|journal| {
                path == self.folder.join(&journal.id)
                    || journal.changes.iter().any(
                        |change| matches!(change, Change::Folder { slot, .. } if *slot == path),
                    )
            });
            if path.is_dir() && !in_use {
                fs::remove_dir_all(path)?;
            }
        }
        Ok(())
    }

    /// The last transaction in words: the command and when it ran.
    pub fn describe_last(&self) -> anyhow::Result<Option<String>> {
        let last = Journal::read(&self.last())?;
        Ok(last.map(|last| format!("`{}` of {}", last.what, last.time)))
    }

    /// Takes the last transaction back, if nothing it touched has changed since.
    pub fn undo(&self) -> anyhow::Result<Undone> {
        let Some(last) = Journal::read(&self.last())? else {
            return Ok(Undone::Nothing);
        };
        for change in &last.changes {
            if !change.made()? {
                return Err(Problem::new(format!(
                    "`{}` cannot be undone: {} was changed since",
                    last.what,
                    change.path().display()
                ))
                .hint(format!(
                    "the old content is in {}",
                    self.folder.join(&last.id).display()
                ))
                .into());
            }
        }
        // Rolling back is the same work, and just as safe to interrupt and repeat.
        fs::rename(self.last(), self.journal())?;
        file::sync_parent(&self.last())?;
        crash::point();
        self.roll_back(&last)?;
        let paths = last.changes.iter().map(|change| change.path().to_owned());
        Ok(Undone::Done {
            paths: paths.collect(),
            what: last.what,
            time: last.time,
        })
    }

    /// Forgets the last transaction, so that nothing of it is left.
    pub fn clear(&self) -> anyhow::Result<()> {
        if let Some(last) = Journal::read(&self.last()).ok().flatten() {
            self.forget(&last);
        }
        file::remove(&self.last())
    }
}

/// Where the store of a root lies.
pub fn folder_of(root: &Path) -> PathBuf {
    root.join("agentsfence").join("install")
}

/// A file that was being written in place when the run died: neither old nor new, but a beginning
/// of the new.
fn torn(change: &Change) -> bool {
    let Change::File { path, after, .. } = change else {
        return false;
    };
    let (Ok(Some(found)), Some(after)) = (file::read(path), after) else {
        return false;
    };
    fs::read(after).is_ok_and(|after| after.starts_with(&found))
}
