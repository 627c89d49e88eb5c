//! Our own `config.toml` is valid, rules and their examples included.

use agentsfence_core::settings::FILE_NAME;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "settings",
    title: "settings",
    why: "while the file is broken the last good settings stay in force, or nothing consequential may run",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = subject.profile.data().join(FILE_NAME).display().to_string();
    match subject.settings() {
        Ok(_) => Outcome::ok(looked_at, "valid"),
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Outcome::new(Status::Warn, looked_at, faults.join("; "))
                .fix(format!("agentsfence config edit{}", subject.flag()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_names_the_fault() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new().write("agentsfence/config.toml", "strict_yolo = 3\n");
        assert!(home.expect(&CHECK, Status::Warn).contains("strict_yolo"));
    }
}
