//! Shell hooks that guard calls block when they fail.

use crate::doctor::{Check, Outcome, Status, Subject, shell};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "shell-hook-failures",
    title: "shell hooks that fail",
    why: "unless `fail_closed` is set, a hook that crashes or is slow lets the call pass",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let hooks = shell::all(subject);
    if hooks.is_empty() {
        return Outcome::ok(shell::KEY, "there are none");
    }
    let open: Vec<&str> = hooks
        .iter()
        .filter(|hook| !hook.fails_closed)
        .map(|hook| hook.command.as_str())
        .collect();
    if open.is_empty() {
        return Outcome::ok(shell::KEY, "each blocks when it fails");
    }
    let honoured = subject
        .host()
        .and_then(|host| host.generation)
        .is_none_or(|generation| generation != crate::hermes::installation::Generation::First);
    let evidence = format!("let calls pass when they fail: `{}`", open.join("`, `"));
    let fix = if honoured {
        "add `fail_closed: true` to each"
    } else {
        "this host knows no `fail_closed`: rely on the plugin"
    };
    Outcome::new(Status::Note, shell::KEY, evidence).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_hook_that_fails_open_is_noted() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |more: &str| {
            let text = format!("hooks:\n  pre_tool_call:\n  - command: ./x.sh\n{more}");
            Home::new().write("config.yaml", &text)
        };
        with("    fail_closed: true\n").expect(&CHECK, Status::Ok);
        with("").expect(&CHECK, Status::Note);
    }
}
