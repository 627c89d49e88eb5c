//! Our files belong to the user alone.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use fs_err as fs;

use crate::doctor::{Check, Outcome, Repair, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "private-files",
    title: "permissions of our files",
    why: "an account that can write them can switch the guard off, one that can read them sees every call",
    look,
    repair: Some(Repair { plan, run }),
};

/// Writing for group or others.
const WRITABLE: u32 = 0o022;
/// Any right for group or others.
const VISIBLE: u32 = 0o077;

fn look(subject: &Subject) -> Outcome {
    let open = open(subject);
    let looked_at = format!(
        "{} and {}",
        subject.profile.plugin().display(),
        subject.profile.data().display()
    );
    if open.is_empty() {
        return Outcome::ok(looked_at, "for this account only");
    }
    let names: Vec<String> = open
        .iter()
        .map(|(path, mode)| format!("{} ({mode:04o})", path.display()))
        .collect();
    Outcome::new(
        Status::Warn,
        looked_at,
        format!("open to other accounts: {}", names.join(", ")),
    )
    .fix(format!("agentsfence doctor --fix{}", subject.flag()))
}

fn plan(subject: &Subject) -> Vec<String> {
    let step =
        |(path, mode): &(PathBuf, u32)| format!("chmod {:o} '{}'", mode & !VISIBLE, path.display());
    open(subject).iter().map(step).collect()
}

/// Takes the rights of group and others away, from exactly what was found.
fn run(subject: &Subject) -> anyhow::Result<()> {
    for (path, mode) in open(subject) {
        fs::set_permissions(path, std::fs::Permissions::from_mode(mode & !VISIBLE))?;
    }
    Ok(())
}

/// What lets others in: the data folder at all, the plugin's files for writing.
fn open(subject: &Subject) -> Vec<(PathBuf, u32)> {
    let mut found = Vec::new();
    collect(&subject.profile.data(), VISIBLE, &mut found);
    collect(&subject.profile.plugin(), WRITABLE, &mut found);
    found
}

/// The folder and what lies directly in it.
fn collect(folder: &Path, bits: u32, found: &mut Vec<(PathBuf, u32)>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let inside = entries.filter_map(Result::ok).map(|entry| entry.path());
    for path in [folder.to_path_buf()].into_iter().chain(inside) {
        if let Ok(meta) = fs::symlink_metadata(&path)
            && !meta.is_symlink()
            && meta.permissions().mode() & bits != 0
        {
            found.push((path, meta.permissions().mode() & 0o7777));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_finds_and_closes_what_is_open() {
        let home = Home::new().write("agentsfence/audit.jsonl", "{}\n");
        let set = |relative: &str, mode| {
            let path = home.path.join(relative);
            fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set("agentsfence", 0o700);
        set("agentsfence/audit.jsonl", 0o600);
        home.expect(&CHECK, Status::Ok);
        set("agentsfence/audit.jsonl", 0o644);
        assert!(home.expect(&CHECK, Status::Warn).contains("0644"));
        assert_eq!(plan(&home.subject()).len(), 1);
        run(&home.subject()).unwrap();
        home.expect(&CHECK, Status::Ok);
    }
}
