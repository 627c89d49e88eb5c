//! No shell hook approves calls or changes them.

use crate::doctor::{Check, Outcome, Status, Subject, shell};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "shell-hook-answers",
    title: "what shell hooks answer",
    why: "a hook that approves or modifies calls decides beside the guard",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let mut found = Vec::new();
    for hook in shell::others(subject) {
        let text = hook.source(subject);
        let words = ["approve", "modify"].into_iter();
        found.extend(
            words
                .filter(|word| text.contains(word))
                .map(|word| format!("`{}` may {word}", hook.command)),
        );
    }
    if found.is_empty() {
        return Outcome::ok(shell::KEY, "none that approves or modifies");
    }
    Outcome::new(Status::Warn, shell::KEY, found.join(", ")).fix(
        "see what it answers: `hermes hooks test pre_tool_call`; remove it if you did not write it",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_script_that_can_approve_is_a_warning() {
        let with = |script: &str| {
            let home = Home::new().write("hooks/look.sh", script);
            let command = home.path.join("hooks/look.sh").display().to_string();
            let text = format!("hooks:\n  pre_tool_call:\n  - command: \"{command} --quick\"\n");
            home.write("config.yaml", &text)
        };
        with("echo '{}'").expect(&CHECK, Status::Ok);
        let home = with("echo '{\"action\": \"approve\"}'");
        assert!(home.expect(&CHECK, Status::Warn).contains("may approve"));
    }
}
