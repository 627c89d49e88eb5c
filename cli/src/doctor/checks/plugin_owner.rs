//! The plugin's files belong to this account or to root.

use std::os::unix::fs::MetadataExt as _;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-owner",
    title: "owner of the plugin",
    why: "whoever owns the files can replace the guard",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.plugin();
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut owners: Vec<u32> = entries
        .map(|entry| entry.path())
        .chain([folder.clone()])
        .filter_map(|path| path.symlink_metadata().ok())
        .map(|meta| meta.uid())
        .collect();
    owners.sort_unstable();
    owners.dedup();
    judge(folder.display().to_string(), &owners, owner_of(subject))
}

/// The account that the host of this home runs under.
fn owner_of(subject: &Subject) -> u32 {
    let meta = subject.profile.home.metadata();
    meta.map_or_else(|_| rustix::process::geteuid().as_raw(), |meta| meta.uid())
}

fn judge(looked_at: String, owners: &[u32], expected: u32) -> Outcome {
    if owners.is_empty() {
        return Outcome::new(Status::Note, looked_at, "there is no plugin to look at");
    }
    match owners
        .iter()
        .find(|owner| **owner != expected && **owner != 0)
    {
        None => Outcome::ok(looked_at, "this account or root"),
        Some(other) => Outcome::new(
            Status::Warn,
            &looked_at,
            format!("user {other} owns files of the plugin"),
        )
        .fix(format!("chown -R {expected} '{looked_at}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn another_account_must_not_own_the_guard() {
        Home::new().expect(&CHECK, Status::Note);
        Home::new()
            .write("plugins/agentsfence/__init__.py", "")
            .expect(&CHECK, Status::Ok);
        let judged = |owners: &[u32]| judge(String::new(), owners, 1000).status;
        assert_eq!(judged(&[0, 1000]), Status::Ok);
        assert_eq!(judged(&[1000, 1001]), Status::Warn);
    }
}
