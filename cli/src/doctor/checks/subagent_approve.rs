//! Subagents.

use crate::doctor::answers::{self, StrictYolo};
use crate::doctor::{Check, Outcome, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "subagent-approve",
    title: "subagents",
    why: "a subagent's questions are answered without anybody seeing them",
    look,
    repair: None,
};

/// The host's setting.
const KEY: &str = "delegation.subagent_auto_approve";

fn look(subject: &Subject) -> Outcome {
    let value = subject.setting(KEY);
    if !value.is_some_and(answers::says_yes) {
        return Outcome::ok(KEY, "questions of subagents are refused");
    }
    StrictYolo::of(subject).outcome(KEY, "questions of subagents are answered with yes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Status;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_warns_unless_such_questions_are_blocked() {
        Home::new()
            .write(
                "config.yaml",
                "delegation:\n  subagent_auto_approve: false\n",
            )
            .expect(&CHECK, Status::Ok);
        let open = Home::new().write(
            "config.yaml",
            "delegation:\n  subagent_auto_approve: true\n",
        );
        open.expect(&CHECK, Status::Warn);
        open.write("agentsfence/config.toml", "strict_yolo = true\n")
            .expect(&CHECK, Status::Note);
    }
}
