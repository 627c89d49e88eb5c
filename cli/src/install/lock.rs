//! One run at a time: an advisory lock that the system releases when the process ends.

use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use fs_err as fs;
use rustix::fs::{FlockOperation, flock};

use crate::problem::Problem;

/// How long another run may take before we give up.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// A held lock.
#[derive(Debug)]
pub(super) struct Lock {
    _file: std::fs::File,
}

impl Lock {
    /// Takes the lock in `file`, waiting a bounded time.
    pub(super) fn take(file: &Path) -> anyhow::Result<Self> {
        Self::within(file, PATIENCE)
    }

    /// Takes it only if nobody holds it.
    pub(super) fn try_take(file: &Path) -> anyhow::Result<Self> {
        Self::within(file, Duration::ZERO)
    }

    fn within(path: &Path, patience: Duration) -> anyhow::Result<Self> {
        let mut options = fs::OpenOptions::new();
        options.create(true).truncate(false).write(true);
        options.options_mut().mode(0o600);
        let file = options.open(path)?.into_parts().0;
        let start = Instant::now();
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { _file: file }),
                Err(rustix::io::Errno::WOULDBLOCK) if start.elapsed() < patience => {
                    std::thread::sleep(PAUSE);
                }
                Err(rustix::io::Errno::WOULDBLOCK) => {
                    return Err(Problem::new(format!(
                        "another agentsfence run holds {}",
                        path.display()
                    ))
                    .hint("wait until it has finished, then try again")
                    .into());
                }
                Err(error) => {
                    return Err(
                        Problem::new(format!("cannot lock {}: {error}", path.display()))
                            .hint("the folder must be yours, on a file system that has locks")
                            .into(),
                    );
                }
            }
        }
    }
}
