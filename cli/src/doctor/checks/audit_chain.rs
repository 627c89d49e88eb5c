//! The log is whole.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "audit-chain",
    title: "audit log",
    why: "a broken chain means that somebody changed what happened",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.data();
    let looked_at = folder.display().to_string();
    match agentsfence_core::audit::verify(&folder) {
        Err(error) => Outcome::new(
            Status::Unknown,
            looked_at,
            format!("cannot be read: {error}"),
        ),
        Ok(verified) => match verified.broken {
            Some(broken) => Outcome::new(Status::Warn, looked_at, broken.to_string())
                .fix(format!("agentsfence audit{} verify", subject.flag())),
            None => Outcome::ok(
                looked_at,
                format!("{} lines follow from each other", verified.lines),
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use agentsfence_core::audit::FILE_NAME;

    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_foreign_line_breaks_the_chain() {
        Home::new().expect(&CHECK, Status::Ok);
        let file = format!("agentsfence/{FILE_NAME}");
        Home::new()
            .write(file, "not a line\n")
            .expect(&CHECK, Status::Warn);
    }
}
