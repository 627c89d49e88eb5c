//! Folders that somebody else wrote bring no plugins.

use crate::doctor::{Check, Outcome, Status, Subject, answers};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "project-plugins",
    title: "plugins of projects",
    why: "a plugin in a project's folder can approve or change calls as soon as Hermes starts there",
    look,
    repair: None,
};

const VARIABLE: &str = "HERMES_ENABLE_PROJECT_PLUGINS";

fn look(subject: &Subject) -> Outcome {
    let on = subject
        .variable(VARIABLE)
        .is_some_and(|value| answers::is_on(&value));
    if on {
        return Outcome::new(Status::Warn, VARIABLE, "Hermes loads plugins from projects")
            .fix(format!("unset {VARIABLE}"));
    }
    Outcome::ok(VARIABLE, "off")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn plugins_of_projects_are_a_warning() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |value: &str| Home::new().write(".env", &format!("{VARIABLE}={value}\n"));
        with("0").expect(&CHECK, Status::Ok);
        with("1").expect(&CHECK, Status::Warn);
    }
}
