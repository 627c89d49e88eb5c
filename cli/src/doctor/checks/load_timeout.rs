//! The host waits long enough for the plugin to load.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "load-timeout",
    title: "time to load",
    why: "a host that gives up on a slow plugin drops it, and runs on without a guard",
    look,
    repair: None,
};

const KEY: &str = "plugins.load_timeout_seconds";
/// Seconds: the plugin answers within four, and a busy machine needs some more.
const NEEDED: f64 = 6.0;

fn look(subject: &Subject) -> Outcome {
    let Some(seconds) = subject.setting(KEY).and_then(serde_yaml::Value::as_f64) else {
        return Outcome::ok(KEY, "the host's default");
    };
    // The host takes 0 for "load in line, without a limit".
    if seconds <= 0.0 || seconds >= NEEDED {
        return Outcome::ok(KEY, format!("{seconds} seconds"));
    }
    let evidence = format!("{seconds} seconds are too short");
    Outcome::new(Status::Warn, KEY, evidence)
        .fix(format!("set {KEY} to at least {NEEDED}, or remove it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_short_wait_is_a_warning() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |value: &str| {
            let text = format!("plugins:\n  load_timeout_seconds: {value}\n");
            Home::new().write("config.yaml", &text)
        };
        with("0").expect(&CHECK, Status::Ok);
        with("10").expect(&CHECK, Status::Ok);
        with("2").expect(&CHECK, Status::Warn);
    }
}
