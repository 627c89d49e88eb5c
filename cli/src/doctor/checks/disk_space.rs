//! There is room for state and log.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "disk-space",
    title: "disk space",
    why: "when nothing can be written, questions and blocks cannot be logged and calls are refused",
    look,
    repair: None,
};

/// Bytes.
const NEEDED: u64 = 50 << 20;

fn look(subject: &Subject) -> Outcome {
    let home = &subject.profile.home;
    let looked_at = home.display().to_string();
    match rustix::fs::statvfs(home) {
        Ok(stat) => judge(looked_at, stat.f_bavail.saturating_mul(stat.f_frsize)),
        Err(error) => Outcome::new(Status::Unknown, looked_at, error.to_string()),
    }
}

fn judge(looked_at: String, free: u64) -> Outcome {
    let evidence = format!("{} MiB free", free >> 20);
    if free >= NEEDED {
        return Outcome::ok(looked_at, evidence);
    }
    Outcome::new(Status::Warn, looked_at, evidence).fix("make room on this disk")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn too_little_room_is_a_warning() {
        assert_eq!(judge(String::new(), NEEDED).status, Status::Ok);
        assert_eq!(judge(String::new(), NEEDED - 1).status, Status::Warn);
        assert!(Home::new().subject().profile.home.is_dir());
    }
}
