//! Who may read and write files, by their mode bits.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use fs_err as fs;

/// The bits that let group or others write.
pub(super) const OTHERS_WRITE: u32 = 0o022;

/// The permission bits; `None` where there is nothing.
pub(super) fn of(path: &Path) -> Option<u32> {
    Some(path.metadata().ok()?.permissions().mode() & 0o7777)
}

/// A `chmod` for people that takes `bits` away.
pub(super) fn step(path: &Path, bits: u32) -> Option<String> {
    let mode = of(path).filter(|mode| mode & bits != 0)?;
    Some(format!("chmod {:o} '{}'", mode & !bits, path.display()))
}

/// Does what [`step`] says.
pub(super) fn take_away(path: &Path, bits: u32) -> anyhow::Result<()> {
    if let Some(mode) = of(path).filter(|mode| mode & bits != 0) {
        fs::set_permissions(path, std::fs::Permissions::from_mode(mode & !bits))?;
    }
    Ok(())
}
