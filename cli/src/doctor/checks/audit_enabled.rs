//! What is decided is written down.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "audit-enabled",
    title: "audit",
    why: "without a log nobody can tell afterwards what was tried",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let off = subject
        .settings()
        .is_ok_and(|settings| !settings.audit.enabled);
    if off {
        return Outcome::new(
            Status::Warn,
            "audit.enabled",
            "decisions are not written down",
        )
        .fix(format!(
            "agentsfence config set audit.enabled true{}",
            subject.flag()
        ));
    }
    Outcome::ok("audit.enabled", "decisions are written down")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn no_log_is_a_warning() {
        Home::new().expect(&CHECK, Status::Ok);
        Home::new()
            .write("agentsfence/config.toml", "[audit]\nenabled = false\n")
            .expect(&CHECK, Status::Warn);
    }
}
