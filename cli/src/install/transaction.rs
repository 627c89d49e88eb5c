//! Several changes that are made together or not at all.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::journal::{Change, Journal, LAYOUT};
use super::store::Store;
use super::{crash, file, folder};

/// Changes that are being collected. Nothing is visible before [`Transaction::commit`].
#[derive(Debug)]
pub struct Transaction<'s> {
    store: &'s Store,
    journal: Journal,
    folder: PathBuf,
    finished: bool,
}

impl<'s> Transaction<'s> {
    /// Starts one; `what` names the command.
    pub fn begin(store: &'s Store, what: &str) -> anyhow::Result<Self> {
        let id = Store::fresh_id();
        let folder = store.folder().join(&id);
        fs::create_dir(&folder)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        Ok(Self {
            store,
            journal: Journal {
                layout: LAYOUT,
                id,
                what: what.to_owned(),
                time: jiff::Timestamp::now().to_string(),
                changes: Vec::new(),
                made: store.made().to_vec(),
            },
            folder,
            finished: false,
        })
    }

    /// Gives `path` new content, or takes it away.
    pub fn file(&mut self, path: &Path, bytes: Option<&[u8]>) -> anyhow::Result<()> {
        let path = file::resolve(path);
        let before = file::read(&path)?;
        if before.as_deref() == bytes {
            return Ok(());
        }
        let before = self.copy(before.as_deref(), "before")?;
        let after = self.copy(bytes, "after")?;
        self.journal.changes.push(Change::File {
            path,
            before,
            after,
        });
        Ok(())
    }

    /// Gives `path` the content of `files`, or takes the folder away. `near` is where the new
    /// folder may be prepared.
    pub fn folder(
        &mut self,
        path: &Path,
        files: Option<&[(String, Vec<u8>)]>,
        near: &Path,
    ) -> anyhow::Result<()> {
        let slot = self.slot(path, near)?;
        if let Some(files) = files {
            crash::point();
            folder::write(&slot, files)?;
        }
        let (before, after) = (folder::fingerprint(path)?, folder::fingerprint(&slot)?);
        if before == after {
            if files.is_some() {
                fs::remove_dir_all(&slot)?;
            }
            return Ok(());
        }
        self.journal.changes.push(Change::Folder {
            path: path.to_path_buf(),
            slot,
            before,
            after,
        });
        Ok(())
    }

    /// Makes a folder with its parents, for us alone; remembered so that it can be taken away.
    pub fn make_folder(&mut self, path: &Path) -> anyhow::Result<()> {
        make_folders(path, &mut self.journal.made)
    }

    /// Whether there is anything to do.
    pub fn is_empty(&self) -> bool {
        self.journal.changes.is_empty()
    }

    /// Makes the changes in order. On an error the ones already made are taken back.
    pub fn commit(mut self) -> anyhow::Result<()> {
        crash::point();
        let file = self.store.journal();
        self.journal.write(&file)?;
        crash::point();
        self.finished = true;
        for change in &self.journal.changes {
            if let Err(error) = change.make() {
                return Err(match self.store.roll_back(&self.journal) {
                    Ok(()) => error.context("nothing was changed"),
                    Err(worse) => error.context(format!("and the rollback failed: {worse:#}")),
                });
            }
            crash::point();
        }
        self.store.finish(&self.journal)
    }

    /// Whether the new folder can lie in our own data folder: only on the same file system can
    /// the two change places. Otherwise it lies beside the old one.
    fn slot(&self, path: &Path, near: &Path) -> anyhow::Result<PathBuf> {
        let parent = path.parent().unwrap_or_else(|| Path::new("."));
        let number = self.journal.changes.len();
        let name = format!("{}-{number}", self.journal.id);
        let slots = near.join("install");
        if folder::same_device(near, parent) {
            if !slots.is_dir() {
                fs::create_dir(&slots)?;
                fs::set_permissions(&slots, Permissions::from_mode(0o700))?;
            } else if slots != self.store.folder() {
                self.store.sweep_folder(&slots)?;
            }
            return Ok(slots.join(name));
        }
        Ok(parent.canonicalize()?.join(format!(".agentsfence-{name}")))
    }

    fn copy(&self, bytes: Option<&[u8]>, side: &str) -> anyhow::Result<Option<PathBuf>> {
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let number = self.journal.changes.len();
        let path = self.folder.join(format!("{number}.{side}"));
        crash::point();
        file::replace(&path, None, bytes)?;
        Ok(Some(path))
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.store.discard(&self.journal);
        }
    }
}

/// Makes `path` and its missing parents with mode 0700 and notes each in `made`.
pub(super) fn make_folders(path: &Path, made: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent()
        && !parent.as_os_str().is_empty()
    {
        make_folders(parent, made)?;
    }
    fs::create_dir(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o700))?;
    made.push(path.to_path_buf());
    Ok(())
}
