//! The plugin runs inside the host's own process.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "isolation",
    title: "plugin isolation",
    why: "in a process of its own the plugin cannot watch what other plugins change afterwards",
    look,
    repair: None,
};

const KEY: &str = "plugins.isolation";

fn look(subject: &Subject) -> Outcome {
    match subject.setting(KEY).and_then(Value::as_str) {
        Some("host") => Outcome::new(Status::Warn, KEY, "plugins run in a process of their own")
            .fix(format!("set {KEY}: in_process")),
        _ => Outcome::ok(KEY, "in the host's own process"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn isolation_is_a_warning() {
        Home::new().expect(&CHECK, Status::Ok);
        Home::new()
            .write("config.yaml", "plugins:\n  isolation: host\n")
            .expect(&CHECK, Status::Warn);
    }
}
