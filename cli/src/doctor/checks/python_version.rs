//! The host's Python is one that the native library takes.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "python-version",
    title: "Hermes' Python",
    why: "the native library needs Python 3.11 or newer; without it every call is blocked",
    look,
    repair: None,
};

/// The oldest interpreter of the stable ABI that the library is built for.
const OLDEST: (u32, u32) = (3, 11);

fn look(subject: &Subject) -> Outcome {
    let Some(host) = subject.host() else {
        return Outcome::new(Status::Note, "Hermes' Python", "not found");
    };
    let looked_at = host.python.display().to_string();
    let Some((major, minor)) = host.python_version else {
        return Outcome::new(Status::Note, looked_at, "its version cannot be told");
    };
    let evidence = format!("Python {major}.{minor}");
    if (major, minor) >= OLDEST {
        return Outcome::ok(looked_at, evidence);
    }
    Outcome::new(Status::Fail, looked_at, evidence)
        .fix("reinstall Hermes with Python 3.11 or newer")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::hermes::installation::Generation;

    #[test]
    fn an_old_interpreter_fails() {
        let home = Home::new().host(Generation::First);
        home.expect(&CHECK, Status::Ok);
        let library = home.packages().parent().unwrap().to_owned();
        std::fs::rename(&library, library.with_file_name("python3.9")).unwrap();
        home.expect(&CHECK, Status::Fail);
    }
}
