//! Swapping whole folders: a host that starts meanwhile sees the old one or the new one.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fs_err as fs;
use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::file::sync_parent;

/// The host compiles into this folder whenever it likes; it is not part of what we wrote.
const COMPILED: &str = "__pycache__";

/// Writes `files` into a new folder at `path`.
pub(super) fn write(path: &Path, files: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    fs::create_dir(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o700))?;
    for (name, bytes) in files {
        let file = path.join(name);
        fs::write(&file, bytes)?;
        fs::set_permissions(&file, Permissions::from_mode(0o600))?;
        fs::File::open(&file)?.sync_all()?;
    }
    fs::File::open(path)?.sync_all()?;
    sync_parent(path)
}

/// A fingerprint of a folder's content; `None` when there is no folder.
pub(super) fn fingerprint(path: &Path) -> anyhow::Result<Option<String>> {
    if !path.is_dir() {
        return Ok(None);
    }
    let mut hasher = blake3::Hasher::new();
    add(&mut hasher, path, Path::new(""))?;
    Ok(Some(hasher.finalize().to_hex().to_string()))
}

fn add(hasher: &mut blake3::Hasher, folder: &Path, below: &Path) -> anyhow::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder.join(below))?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name() == COMPILED {
            continue;
        }
        let relative = below.join(entry.file_name());
        let kind = entry.file_type()?;
        hasher.update(relative.as_os_str().as_encoded_bytes());
        hasher.update(&[0, u8::from(kind.is_dir()), u8::from(kind.is_symlink())]);
        if kind.is_dir() {
            add(hasher, folder, &relative)?;
        } else if kind.is_symlink() {
            hasher.update(fs::read_link(entry.path())?.as_os_str().as_encoded_bytes());
        } else {
            let bytes = fs::read(entry.path())?;
            hasher.update(&bytes.len().to_le_bytes());
            hasher.update(&bytes);
        }
    }
    Ok(())
}

/// Exchanges what is at `path` and at `slot`; either may be missing.
pub(super) fn swap(path: &Path, slot: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot replace {}", path.display());
    match (path.exists(), slot.exists()) {
        (true, true) => exchange(path, slot).with_context(context)?,
        (true, false) => fs::rename(path, slot).with_context(context)?,
        (false, true) => fs::rename(slot, path).with_context(context)?,
        (false, false) => return Ok(()),
    }
    sync_parent(path)?;
    sync_parent(slot)
}

fn exchange(path: &Path, slot: &Path) -> io::Result<()> {
    match renameat_with(CWD, path, CWD, slot, RenameFlags::EXCHANGE) {
        Ok(()) => return Ok(()),
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::OPNOTSUPP) => {
        }
        Err(error) => return Err(error.into()),
    }
    // A file system that cannot exchange: the old folder steps aside for a moment.
    let aside = aside(slot);
    fs::rename(path, &aside)?;
    fs::rename(slot, path)?;
    fs::rename(&aside, slot)
}

/// Where the old folder is while two renames stand for an exchange.
fn aside(slot: &Path) -> PathBuf {
    slot.with_extension("aside")
}

/// Puts back a folder that a crash left aside.
pub(super) fn settle_aside(path: &Path, slot: &Path) -> anyhow::Result<()> {
    let aside = aside(slot);
    if !aside.exists() {
        return Ok(());
    }
    if path.exists() {
        fs::rename(&aside, slot)?;
    } else {
        fs::rename(&aside, path)?;
    }
    Ok(())
}

/// Whether two paths lie on one file system.
pub(super) fn same_device(one: &Path, other: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|meta| meta.dev()).ok();
    device(one).is_some() && device(one) == device(other)
}
