//! Where the files that are in force really lie.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "links",
    title: "links",
    why: "behind a link lie the files that are in force, and who can change those can change the guard",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let home = &subject.profile.home;
    let looked_at = home.display().to_string();
    let mut dangling = false;
    let mut found = Vec::new();
    for name in [
        "",
        "config.yaml",
        ".env",
        "plugins",
        "plugins/agentsfence",
        "agentsfence",
    ] {
        let path = if name.is_empty() {
            home.clone()
        } else {
            home.join(name)
        };
        if !path.is_symlink() {
            continue;
        }
        let target = path.canonicalize().map_or_else(
            |_| {
                dangling = true;
                "nothing".to_owned()
            },
            |target| target.display().to_string(),
        );
        found.push(format!("{} leads to {target}", path.display()));
    }
    if found.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    let status = if dangling { Status::Warn } else { Status::Note };
    Outcome::new(status, looked_at, found.join("; "))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn targets_are_shown() {
        let home = Home::new().write("../eval/plugins/x", "");
        home.expect(&CHECK, Status::Ok);
        let target = home.path.with_file_name("eval").join("plugins");
        symlink(&target, home.path.join("plugins")).unwrap();
        assert!(
            home.expect(&CHECK, Status::Note)
                .contains(target.to_str().unwrap())
        );
        symlink(home.path.join("gone"), home.path.join("config.yaml")).unwrap();
        home.expect(&CHECK, Status::Warn);
    }
}
