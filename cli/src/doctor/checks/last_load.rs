//! What the plugin said when a host last loaded it.

use serde_json::Value;

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::file;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "last-load",
    title: "last load",
    why: "a guard that could not start blocks every call, and one of another version needs a restart",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let path = subject.profile.data().join("load.json");
    let looked_at = path.display().to_string();
    let Ok(Some(bytes)) = file::read(&path) else {
        return Outcome::new(Status::Note, looked_at, "no host has loaded the plugin yet");
    };
    let Ok(report) = serde_json::from_slice::<Value>(&bytes) else {
        return Outcome::new(Status::Note, looked_at, "the report cannot be read");
    };
    let word = |key: &str| report.get(key).and_then(Value::as_str).unwrap_or_default();
    let version = word("version");
    if word("state") != "ready" {
        let evidence = format!(
            "the guard did not start and blocks every call: {}",
            word("reason")
        );
        return Outcome::new(Status::Fail, looked_at, evidence)
            .fix(format!("agentsfence install{}", subject.flag()));
    }
    if version != env!("CARGO_PKG_VERSION") {
        let evidence = format!(
            "version {version} was loaded, this program is {}",
            env!("CARGO_PKG_VERSION")
        );
        return Outcome::new(Status::Warn, looked_at, evidence)
            .fix("restart Hermes, a running gateway included");
    }
    Outcome::ok(
        looked_at,
        format!("ready in Python {}, version {version}", word("python")),
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
                "{\"state\": \"blocking\", \"reason\": \"libc\"}",
                Status::Fail
            )
            .contains("libc")
        );
        check("nonsense", Status::Note);
    }
}
