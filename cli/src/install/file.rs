//! Replacing one file so that readers see the old or the new text, never a part.
//!
//! Symlinks are followed and kept. Mode, owner and extended attributes stay; where a rename would
//! lose them (hard links, bind mounts, foreign owners, attributes) the file is written in place.

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fs_err as fs;

use crate::problem::Problem;

/// The mode of files that we create.
pub const NEW_MODE: u32 = 0o600;

/// The bytes of `path`; `None` when it does not exist.
pub fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Where a write to `path` ends up: the target of its symlinks, even one that does not exist yet.
pub fn resolve(path: &Path) -> PathBuf {
    /// The system's own limit.
    const MOST_LINKS: usize = 40;
    let mut current = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = std::fs::read_link(&current) else {
            break;
        };
        current = match current.parent() {
            Some(parent) => parent.join(target),
            None => target,
        };
    }
    let (Some(parent), Some(name)) = (current.parent(), current.file_name()) else {
        return current;
    };
    parent
        .canonicalize()
        .map_or_else(|_| current.clone(), |parent| parent.join(name))
}

/// Gives `path` new content. `expected` is what it held when the change was worked out; a file
/// that says something else by now is not touched.
pub fn replace(path: &Path, expected: Option<&[u8]>, bytes: &[u8]) -> anyhow::Result<()> {
    let target = resolve(path);
    let old = fs::metadata(&target).ok();
    let keeps = old.as_ref().is_none_or(|old| rename_keeps(&target, old));
    if keeps {
        match by_rename(&target, old.as_ref(), expected, bytes) {
            Ok(()) => return Ok(()),
            Err(error) if old.is_some() && in_place_may_help(&error) => {}
            Err(error) => return Err(error),
        }
    }
    in_place(&target, expected, bytes)
}

/// Takes `path` away, and says so to the disk.
pub fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Ok(()) => sync_parent(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Makes renames and new names in `path`'s folder durable.
pub fn sync_parent(path: &Path) -> anyhow::Result<()> {
    if let Some(parent) = path.parent() {
        fs::File::open(parent)?.sync_all()?;
    }
    Ok(())
}

fn rename_keeps(target: &Path, old: &std::fs::Metadata) -> bool {
    let attributes = rustix::fs::listxattr(target, &mut [0_u8; 0][..]).unwrap_or(0);
    old.nlink() <= 1 && attributes == 0
}

/// A folder that takes no new files, a mount point, or an owner that we cannot give: the file
/// itself may still be writable.
fn in_place_may_help(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .or_else(|| error.chain().find_map(|cause| cause.downcast_ref()))
        .is_some_and(|error| {
            matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied
                    | io::ErrorKind::CrossesDevices
                    | io::ErrorKind::ResourceBusy
            )
        })
}

fn by_rename(
    target: &Path,
    old: Option<&std::fs::Metadata>,
    expected: Option<&[u8]>,
    bytes: &[u8],
) -> anyhow::Result<()> {
    let folder = target.parent().unwrap_or_else(|| Path::new("."));
    let named = || format!("cannot write {}", target.display());
    let mut draft = tempfile::Builder::new()
        .prefix(".agentsfence-")
        .tempfile_in(folder)
        .with_context(named)?;
    draft.write_all(bytes).with_context(named)?;
    let mode = old.map_or(NEW_MODE, |old| old.mode() & 0o7777);
    if let Some(old) = old {
        keep_owner(draft.as_file(), old).with_context(named)?;
    }
    draft
        .as_file()
        .set_permissions(Permissions::from_mode(mode))
        .with_context(named)?;
    draft.as_file().sync_all().with_context(named)?;
    unchanged(target, expected)?;
    draft
        .persist(target)
        .map_err(|error| error.error)
        .with_context(named)?;
    sync_parent(target)
}

fn keep_owner(draft: &std::fs::File, old: &std::fs::Metadata) -> io::Result<()> {
    let new = draft.metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    std::os::unix::fs::fchown(draft, Some(old.uid()), Some(old.gid()))
}

fn in_place(target: &Path, expected: Option<&[u8]>, bytes: &[u8]) -> anyhow::Result<()> {
    unchanged(target, expected)?;
    let mut file = fs::OpenOptions::new()
        .write(true)
        .truncate(true)
        .open(target)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(())
}

fn unchanged(target: &Path, expected: Option<&[u8]>) -> anyhow::Result<()> {
    if read(target)?.as_deref() == expected {
        return Ok(());
    }
    Err(Problem::new(format!(
        "{} was changed by someone else in the meantime",
        target.display()
    ))
    .hint("run the command again: it will work on the new text")
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn a_symlink_stays_and_its_target_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("dotfiles.yaml");
        let link = folder.path().join("config.yaml");
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("dotfiles.yaml", &link).unwrap();
        replace(&link, Some(b"old"), b"new").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(mode(&target), 0o640);
    }

    #[test]
    fn a_hard_link_stays_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        fs::write(&one, "old").unwrap();
        fs::hard_link(&one, &two).unwrap();
        replace(&one, Some(b"old"), b"new").unwrap();
        assert_eq!(fs::read(&two).unwrap(), b"new");
    }

    #[test]
    fn a_dangling_link_gets_its_target() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("config.yaml");
        std::os::unix::fs::symlink("later.yaml", &link).unwrap();
        replace(&link, None, b"new").unwrap();
        assert_eq!(fs::read(folder.path().join("later.yaml")).unwrap(), b"new");
        assert_eq!(mode(&link), NEW_MODE);
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.yaml");
        fs::write(&path, "theirs").unwrap();
        assert!(replace(&path, Some(b"old"), b"new").is_err());
        assert!(replace(&path, None, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
