//! Turns are not handed to a program that runs tools of its own.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "codex-runtime",
    title: "who runs the tools",
    why: "the Codex runtime runs shell commands and patches itself, and no hook of Hermes sees them",
    look,
    repair: None,
};

const KEY: &str = "model.openai_runtime";

fn look(subject: &Subject) -> Outcome {
    let runtime = subject
        .setting(KEY)
        .and_then(Value::as_str)
        .unwrap_or_default();
    if runtime.trim().eq_ignore_ascii_case("codex_app_server") {
        return Outcome::new(
            Status::Fail,
            KEY,
            "whole turns are handed to Codex, whose tools the guard never sees",
        )
        .fix("hermes config set model.openai_runtime auto");
    }
    Outcome::ok(KEY, "Hermes itself")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn the_codex_runtime_is_out_of_reach() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |value: &str| {
            Home::new().write(
                "config.yaml",
                &format!("model:\n  openai_runtime: {value}\n"),
            )
        };
        with("auto").expect(&CHECK, Status::Ok);
        with("codex_app_server").expect(&CHECK, Status::Fail);
    }
}
