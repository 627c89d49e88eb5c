//! Something shows that a host loaded this very plugin: being listed proves nothing.

use std::time::UNIX_EPOCH;

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::bundle::MANIFEST;
use crate::live::certificate::{self, Certificate};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "evidence",
    title: "seen at work",
    why: "a plugin that is listed and complete may still never be loaded",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let data = subject.profile.data();
    let looked_at = format!(
        "load.json and {} in {}",
        certificate::FILE_NAME,
        data.display()
    );
    if Certificate::read(&data).is_some_and(|found| found.is_current(subject) && found.holds()) {
        return Outcome::ok(looked_at, "the live probes of this very plugin hold");
    }
    let unknown = |evidence: &str| {
        Outcome::new(Status::Unknown, &looked_at, evidence)
            .fix(format!("agentsfence doctor --live{}", subject.flag()))
    };
    match subject.load() {
        None => unknown("no host has loaded the plugin yet"),
        Some(load) if !load.is_ready() => {
            unknown("the last host to load it could not start the guard")
        }
        Some(load) if load.at < installed_at(subject) => {
            unknown("no host has loaded the plugin since it was installed")
        }
        Some(load) => Outcome::ok(
            looked_at,
            format!("a host loaded it (process {})", load.pid),
        ),
    }
}

/// Milliseconds since 1970; 0 where nothing says.
fn installed_at(subject: &Subject) -> u64 {
    let file = subject.profile.plugin().join(MANIFEST);
    let changed = file.metadata().and_then(|meta| meta.modified()).ok();
    let since = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_report_older_than_the_plugin_shows_nothing() {
        Home::new().expect(&CHECK, Status::Unknown);
        let ready = |at: u64| format!(r#"{{"state": "ready", "at": {at}}}"#);
        let home = Home::new().write("agentsfence/load.json", &ready(1));
        home.expect(&CHECK, Status::Ok);
        let home = home.write("plugins/agentsfence/installed.json", "{}");
        home.expect(&CHECK, Status::Unknown);
        let home = home.write("agentsfence/load.json", &ready(u64::MAX));
        home.expect(&CHECK, Status::Ok);
        home.write("agentsfence/load.json", r#"{"state": "blocking"}"#)
            .expect(&CHECK, Status::Unknown);
    }
}
