//! The home is on a file system with working locks.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "file-system",
    title: "file system",
    why: "without working locks two processes can damage the state that they share",
    look,
    repair: None,
};

/// Magic numbers of network file systems (statfs(2)).
const NETWORK: [(u64, &str); 5] = [
    (0x6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB"),
    (0x0102_1997, "9P"),
    (0x517B, "SMB"),
];

fn look(subject: &Subject) -> Outcome {
    let home = &subject.profile.home;
    let looked_at = home.display().to_string();
    match rustix::fs::statfs(home) {
        Ok(stat) => judge(looked_at, u64::try_from(stat.f_type).unwrap_or_default()),
        Err(error) => Outcome::new(Status::Unknown, looked_at, error.to_string()),
    }
}

fn judge(looked_at: String, magic: u64) -> Outcome {
    match NETWORK.iter().find(|(known, _)| *known == magic) {
        None => Outcome::ok(looked_at, "local"),
        Some((_, name)) => Outcome::new(
            Status::Warn,
            looked_at,
            format!("{name} may have no working locks"),
        )
        .fix("put HERMES_HOME on a local disk"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_network_is_a_warning() {
        Home::new().expect(&CHECK, Status::Ok);
        assert_eq!(judge(String::new(), 0x6969).status, Status::Warn);
    }
}
