//! A question stays long enough for a person to read it.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "approval-timeout",
    title: "time to answer",
    why: "a question that goes away before it can be read is a block that nobody understands",
    look,
    repair: None,
};

const KEY: &str = "approvals.timeout";
/// Seconds to read a question and to type an answer.
const NEEDED: f64 = 15.0;

fn look(subject: &Subject) -> Outcome {
    let Some(seconds) = subject.setting(KEY).and_then(serde_yaml::Value::as_f64) else {
        return Outcome::ok(KEY, "the host's default");
    };
    if seconds >= NEEDED {
        return Outcome::ok(KEY, format!("{seconds} seconds"));
    }
    let evidence = format!("{seconds} seconds are too short to read a question");
    Outcome::new(Status::Note, KEY, evidence).fix(format!("hermes config set {KEY} 60"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn too_little_time_is_noted() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |value: &str| {
            Home::new().write("config.yaml", &format!("approvals:\n  timeout: {value}\n"))
        };
        with("60").expect(&CHECK, Status::Ok);
        with("2").expect(&CHECK, Status::Note);
    }
}
