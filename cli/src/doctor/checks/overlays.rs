//! The user's own tools, servers and programs can be used.

use agentsfence_core::catalog;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "overlays",
    title: "your own tools and programs",
    why: "while one of these files is broken, nothing consequential may run",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.data().join(catalog::FOLDER);
    let looked_at = folder.display().to_string();
    match catalog::load(&folder) {
        Ok(None) => Outcome::ok(looked_at, "there are none"),
        Ok(Some(_)) => Outcome::ok(looked_at, "valid"),
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Outcome::new(Status::Fail, looked_at, faults.join("; ")).fix("correct that line")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_broken_file_is_named_with_its_line() {
        Home::new().expect(&CHECK, Status::Ok);
        let good = "tools:\n  my_tool:\n    does: file.read READ\n";
        let home = Home::new().write("agentsfence/policies/mine.yaml", good);
        home.expect(&CHECK, Status::Ok);
        let home = home.write("agentsfence/policies/mine.yaml", "toools: {}\n");
        assert!(home.expect(&CHECK, Status::Fail).contains("mine.yaml"));
    }
}
