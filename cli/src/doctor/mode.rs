//! Who may read and write files, by their mode bits.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// The bits that let group or others write.
pub(super) const OTHERS_WRITE: u32 = 0o022;

/// The permission bits; `None` where there is nothing.
pub(super) fn of(path: &Path) -> Option<u32> {
    Some(path.metadata().ok()?.permissions().mode() & 0o7777)
}
