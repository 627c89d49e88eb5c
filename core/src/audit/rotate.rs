//! Files that were put aside: `audit-<last sequence>.jsonl` beside `audit.jsonl`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const PREFIX: &str = "audit-";
const SUFFIX: &str = ".jsonl";

/// Renames the current file. The caller holds its lock.
pub(super) fn put_aside(path: &Path, name: &str) -> io::Result<()> {
    fs::rename(path, path.with_file_name(format!("{PREFIX}{name}{SUFFIX}")))
}

/// Removes files that were put aside longer than `days` ago. What cannot be removed stays.
pub(super) fn remove_old(path: &Path, days: u32) {
    let age = Duration::from_secs(u64::from(days) * 24 * 3600);
    let Some(limit) = SystemTime::now().checked_sub(age) else {
        return;
    };
    for file in put_aside_files(path) {
        let modified = fs::metadata(&file).and_then(|metadata| metadata.modified());
        if modified.is_ok_and(|at| at < limit) {
            let _ = fs::remove_file(&file);
        }
    }
}

/// The files that were put aside, the oldest first.
fn put_aside_files(path: &Path) -> Vec<PathBuf> {
    let Some(entries) = path.parent().and_then(|folder| fs::read_dir(folder).ok()) else {
        return Vec::new();
    };
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(ours)
        .collect();
    files.sort();
    files
}

/// All files of the log in `folder`, the oldest first, the current one last.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let current = folder.join(super::FILE_NAME);
    let mut files = put_aside_files(&current);
    if current.exists() {
        files.push(current);
    }
    files
}
