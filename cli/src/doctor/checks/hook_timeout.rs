//! The host waits long enough for an answer.

use agentsfence_core::settings::CompilerMode;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "hook-timeout",
    title: "hook timeout",
    why: "a host that does not wait blocks every call for a minute after one slow answer",
    look,
    repair: None,
};

const KEY: &str = "plugins.hook_callback_timeout";
/// Seconds that a decision may need on a busy machine.
const DECISION: f64 = 5.0;

fn look(subject: &Subject) -> Outcome {
    let Some(seconds) = subject.setting(KEY).and_then(serde_yaml::Value::as_f64) else {
        return Outcome::ok(KEY, "the host's default");
    };
    let needed = needed(subject);
    // The host takes 0 for "no limit" and negative values for its default.
    if seconds <= 0.0 || seconds >= needed {
        return Outcome::ok(KEY, format!("{seconds} seconds"));
    }
    Outcome::new(
        Status::Warn,
        KEY,
        format!("{seconds} seconds are too short, {needed} may be needed"),
    )
    .fix(format!("set {KEY} to at least {needed}, or remove it"))
}

/// Seconds. Where a model reads messages, its answer is waited for before the turn begins.
fn needed(subject: &Subject) -> f64 {
    let settings = subject.settings().ok();
    let asks = settings.filter(|settings| settings.compiler.mode != CompilerMode::Local);
    asks.map_or(DECISION, |settings| {
        f64::from(settings.compiler.timeout).max(DECISION)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_short_wait_is_a_warning() {
        let with = |value: &str| {
            Home::new().write(
                "config.yaml",
                &format!("plugins:\n  hook_callback_timeout: {value}\n"),
            )
        };
        Home::new().expect(&CHECK, Status::Ok);
        for value in ["0", "-1", "300"] {
            with(value).expect(&CHECK, Status::Ok);
        }
        with("1").expect(&CHECK, Status::Warn);
        let local = |value: &str| {
            with(value).write("agentsfence/config.toml", "[compiler]\nmode = \"local\"\n")
        };
        local("5").expect(&CHECK, Status::Ok);
        local("4").expect(&CHECK, Status::Warn);
    }
}
