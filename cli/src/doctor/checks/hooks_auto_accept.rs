//! Shell hooks run only after somebody agreed to them.

use crate::doctor::{Check, Outcome, Status, Subject, answers};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "hooks-auto-accept",
    title: "consent for shell hooks",
    why: "a hook that is accepted unseen may approve or change calls",
    look,
    repair: None,
};

const KEY: &str = "hooks_auto_accept";
const VARIABLE: &str = "HERMES_ACCEPT_HOOKS";

fn look(subject: &Subject) -> Outcome {
    if subject.setting(KEY).is_some_and(answers::says_yes) {
        return Outcome::new(Status::Warn, KEY, "every shell hook is accepted unseen")
            .fix(format!("set {KEY}: false"));
    }
    if subject
        .variable(VARIABLE)
        .is_some_and(|value| answers::is_on(&value))
    {
        return Outcome::new(
            Status::Warn,
            VARIABLE,
            "every shell hook is accepted unseen",
        )
        .fix(format!("unset {VARIABLE}"));
    }
    Outcome::ok(KEY, "each hook needs consent")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn accepting_unseen_is_a_warning() {
        Home::new()
            .write("config.yaml", "hooks_auto_accept: false\n")
            .expect(&CHECK, Status::Ok);
        Home::new()
            .write("config.yaml", "hooks_auto_accept: true\n")
            .expect(&CHECK, Status::Warn);
        Home::new()
            .write(".env", "HERMES_ACCEPT_HOOKS=1\n")
            .expect(&CHECK, Status::Warn);
    }
}
