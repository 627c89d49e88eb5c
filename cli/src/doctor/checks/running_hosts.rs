//! Running hosts have loaded what is installed now.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::processes::{self, Process};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "running-hosts",
    title: "running hosts",
    why: "a host keeps the plugins that it started with",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    judge(&processes::running(), subject)
}

/// Whether a process is a host of this profile; `None` where that cannot be told.
fn is_ours(process: &Process, subject: &Subject) -> Option<bool> {
    let home = &subject.profile.home;
    if let Some(named) = &process.home {
        return Some(named == home);
    }
    // Without the variable a host follows the root or its sticky profile.
    let root = process.user.as_ref()?.join(".hermes");
    let followed = match subject.profiles.sticky() {
        Some(name) => name == subject.profile.name,
        None => *home == root,
    };
    Some(root == subject.profiles.root() && followed)
}

fn judge(running: &[Process], subject: &Subject) -> Outcome {
    let looked_at = "the process list and load.json";
    let installed = changed(&subject.profile.plugin().join("__init__.py"));
    let load = subject.load();
    let other_version = |process: &Process| {
        load.is_some_and(|load| {
            load.pid == process.pid && load.version != env!("CARGO_PKG_VERSION")
        })
    };
    let of = |whose: Option<bool>| {
        let mine = running
            .iter()
            .filter(move |process| is_ours(process, subject) == whose);
        let older = mine.filter(|process| other_version(process) || started(process) < installed);
        let names: Vec<String> = older
            .map(|process| format!("{} (`{}`)", process.pid, process.command))
            .collect();
        names.join(", ")
    };
    let (ours, unknown) = (of(Some(true)), of(None));
    if !ours.is_empty() {
        let evidence = format!("without this plugin or with another version of it: {ours}");
        return Outcome::new(Status::Fail, looked_at, evidence).fix("end and start them again");
    }
    if !unknown.is_empty() {
        let evidence = format!("older than the plugin, of another account: {unknown}");
        return Outcome::new(Status::Warn, looked_at, evidence)
            .fix("if they use this home, end and start them again");
    }
    Outcome::ok(
        looked_at,
        format!("{} running, none older than the plugin", running.len()),
    )
}

fn started(process: &Process) -> Option<std::time::SystemTime> {
    changed(&std::path::Path::new("/proc").join(process.pid.to_string()))
}

fn changed(path: &std::path::Path) -> Option<std::time::SystemTime> {
    path.metadata().ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_process_older_than_the_plugin_must_be_restarted() {
        let home = Home::new().write("plugins/agentsfence/__init__.py", "");
        let user = home.env.user_home.clone();
        let judged = |named: Option<&str>, user: Option<&PathBuf>| {
            let process = Process {
                pid: std::process::id(),
                command: "hermes chat".to_owned(),
                home: named.map(PathBuf::from),
                user: user.cloned(),
            };
            judge(&[process], &home.subject()).status
        };
        assert_eq!(judge(&[], &home.subject()).status, Status::Ok);
        assert_eq!(judged(None, user.as_ref()), Status::Fail);
        assert_eq!(judged(None, None), Status::Warn);
        assert_eq!(judged(Some("/elsewhere"), user.as_ref()), Status::Ok);
    }
}
