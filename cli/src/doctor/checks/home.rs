//! The home is a folder that can be read.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "home",
    title: "Hermes home",
    why: "without its home Hermes starts with defaults, and those load no plugin",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let home = &subject.profile.home;
    let looked_at = home.display().to_string();
    let hint = "run `hermes` once so that it makes its home, or set HERMES_HOME";
    if !home.exists() {
        return Outcome::new(Status::Fail, looked_at, "there is no such folder").fix(hint);
    }
    if !home.is_dir() {
        return Outcome::new(Status::Fail, &looked_at, "it is a file, not a folder")
            .fix(format!("move {looked_at} away; then {hint}"));
    }
    match std::fs::read_dir(home) {
        Ok(_) => Outcome::ok(looked_at, "a folder that can be read"),
        Err(error) => Outcome::new(
            Status::Fail,
            &looked_at,
            format!("it cannot be read: {error}"),
        )
        .fix(format!(
            "chmod u+rwx '{looked_at}', or run this as its owner"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_file_is_no_home() {
        let home = Home::new();
        home.expect(&CHECK, Status::Ok);
        std::fs::remove_dir(&home.path).unwrap();
        home.expect(&CHECK, Status::Fail);
        std::fs::write(&home.path, "").unwrap();
        assert!(home.expect(&CHECK, Status::Fail).contains("file"));
    }
}
