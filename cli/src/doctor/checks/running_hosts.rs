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
    let own: Vec<Process> = processes::running()
        .into_iter()
        .filter(|process| {
            process
                .home
                .as_ref()
                .is_none_or(|home| *home == subject.profile.home)
        })
        .collect();
    judge(&own, subject)
}

fn judge(running: &[Process], subject: &Subject) -> Outcome {
    let looked_at = "the process list";
    let installed = changed(&subject.profile.plugin().join("__init__.py"));
    let older: Vec<String> = running
        .iter()
        .filter(|process| {
            changed(&std::path::Path::new("/proc").join(process.pid.to_string())) < installed
        })
        .map(|process| format!("{} (`{}`)", process.pid, process.command))
        .collect();
    if older.is_empty() {
        return Outcome::ok(
            looked_at,
            format!("{} running, none older than the plugin", running.len()),
        );
    }
    Outcome::new(
        Status::Warn,
        looked_at,
        format!(
            "started before the plugin was installed: {}",
            older.join(", ")
        ),
    )
    .fix("restart them")
}

fn changed(path: &std::path::Path) -> Option<std::time::SystemTime> {
    path.metadata().ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_process_older_than_the_plugin_must_be_restarted() {
        let home = Home::new().write("plugins/agentsfence/__init__.py", "");
        let process = Process {
            pid: std::process::id(),
            command: "hermes chat".to_owned(),
            home: None,
        };
        assert_eq!(judge(&[], &home.subject()).status, Status::Ok);
        assert_eq!(judge(&[process], &home.subject()).status, Status::Warn);
    }
}
