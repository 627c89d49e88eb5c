//! Unattended platforms.

use crate::doctor::answers::{self, StrictYolo};
use crate::doctor::{Check, Outcome, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "unattended-mode",
    title: "unattended platforms",
    why: "an unattended host answers the guard's questions itself",
    look,
    repair: None,
};

/// The host's setting.
const KEY: &str = "approvals.unattended_mode";

fn look(subject: &Subject) -> Outcome {
    let value = subject.setting(KEY);
    if !value.is_some_and(answers::says_yes) {
        return Outcome::ok(KEY, "questions of webhooks and servers are refused");
    }
    StrictYolo::of(subject).outcome(
        KEY,
        "questions of webhooks and servers are answered with yes",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Status;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_warns_unless_such_questions_are_blocked() {
        Home::new()
            .write("config.yaml", "a: 1\n")
            .expect(&CHECK, Status::Ok);
        let open = Home::new().write("config.yaml", "approvals:\n  unattended_mode: yes\n");
        open.expect(&CHECK, Status::Warn);
        open.write("agentsfence/config.toml", "strict_yolo = true\n")
            .expect(&CHECK, Status::Note);
    }
}
