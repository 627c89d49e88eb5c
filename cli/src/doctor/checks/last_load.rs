//! What the plugin said when a host last loaded it.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::load;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "last-load",
    title: "last load",
    why: "a guard that could not start blocks every call, and one of another version needs a restart",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let path = subject.profile.data().join(load::FILE_NAME);
    let looked_at = path.display().to_string();
    let Some(report) = subject.load() else {
        let evidence = if path.exists() {
            "the report cannot be read"
        } else {
            "no host has loaded the plugin yet"
        };
        return Outcome::new(Status::Note, looked_at, evidence);
    };
    if !report.is_ready() {
        let evidence = format!(
            "the guard did not start and blocks every call: {}",
            report.blocking
        );
        return Outcome::new(Status::Fail, looked_at, evidence)
            .fix(format!("agentsfence install{}", subject.flag()));
    }
    if report.version != env!("CARGO_PKG_VERSION") {
        let evidence = format!(
            "version {} was loaded, this program is {}",
            report.version,
            env!("CARGO_PKG_VERSION")
        );
        return Outcome::new(Status::Warn, looked_at, evidence)
            .fix("restart Hermes, a running gateway included");
    }
    Outcome::ok(
        looked_at,
        format!(
            "ready in Python {}, version {}",
            report.python(),
            report.version
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_believes_the_report_only_as_far_as_it_goes() {
        Home::new().expect(&CHECK, Status::Note);
        let check = |text: &str, status| {
            Home::new()
                .write("agentsfence/load.json", text)
                .expect(&CHECK, status)
        };
        let version = env!("CARGO_PKG_VERSION");
        check(
            &format!("{{\"state\": \"ready\", \"version\": \"{version}\"}}"),
            Status::Ok,
        );
        check(
            "{\"state\": \"ready\", \"version\": \"0.0.1\"}",
            Status::Warn,
        );
        assert!(
            check(
                "{\"state\": \"blocking\", \"blocking\": \"ImportError: libssl.so.3\"}",
                Status::Fail
            )
            .contains("libssl.so.3")
        );
        check("nonsense", Status::Note);
    }
}
