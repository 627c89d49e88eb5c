//! Other hooks that have a say in tool calls are known.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "shell-hooks",
    title: "shell hooks",
    why: "a shell hook before tool calls may approve or change what was decided",
    look,
    repair: None,
};

const KEY: &str = "hooks.pre_tool_call";

fn look(subject: &Subject) -> Outcome {
    let entries = subject.setting(KEY).and_then(Value::as_sequence);
    let commands: Vec<&str> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.get("command").and_then(Value::as_str))
        .filter(|command| !command.contains("agentsfence"))
        .collect();
    if commands.is_empty() {
        return Outcome::ok(KEY, "no other hook");
    }
    Outcome::new(Status::Note, KEY, format!("`{}`", commands.join("`, `")))
        .fix("see what each answers: `hermes hooks test pre_tool_call`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn other_hooks_are_named() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new().write(
            "config.yaml",
            "hooks:\n  pre_tool_call:\n  - command: ./approve.sh\n",
        );
        assert!(home.expect(&CHECK, Status::Note).contains("./approve.sh"));
    }
}
