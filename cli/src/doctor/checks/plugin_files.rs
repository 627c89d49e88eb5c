//! The plugin's files are where this profile's host looks for them.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-files",
    title: "plugin files",
    why: "protection means loaded, not listed: the host looks in this profile's own folder only",
    look,
    repair: None,
};

/// What the host needs, and what we need from it.
const FILES: [&str; 5] = [
    "plugin.yaml",
    "__init__.py",
    "_host.py",
    "_watch.py",
    "_native.abi3.so",
];

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.plugin();
    let looked_at = folder.display().to_string();
    let fix = format!("agentsfence install{}", subject.flag());
    if !folder.is_dir() {
        return Outcome::new(
            Status::Fail,
            &looked_at,
            format!("there is no plugin at {looked_at}"),
        )
        .fix(fix);
    }
    let missing: Vec<&str> = FILES
        .into_iter()
        .filter(|name| {
            let file = folder.join(name);
            !file
                .metadata()
                .is_ok_and(|meta| meta.is_file() && meta.len() > 0)
        })
        .collect();
    if missing.is_empty() {
        return Outcome::ok(looked_at, "complete");
    }
    let evidence = format!("missing or empty in {looked_at}: {}", missing.join(", "));
    Outcome::new(Status::Fail, looked_at, evidence).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_names_what_is_missing() {
        let home = Home::new();
        assert!(
            home.expect(&CHECK, Status::Fail)
                .contains("plugins/agentsfence")
        );
        let home = home
            .write("plugins/agentsfence/plugin.yaml", "name: agentsfence")
            .write("plugins/agentsfence/__init__.py", "pass")
            .write("plugins/agentsfence/_host.py", "pass")
            .write("plugins/agentsfence/_watch.py", "pass")
            .write("plugins/agentsfence/_draft.py", "pass");
        assert!(
            home.expect(&CHECK, Status::Fail)
                .contains("_native.abi3.so")
        );
        let home = home.write("plugins/agentsfence/_native.abi3.so", "x");
        home.expect(&CHECK, Status::Ok);
    }
}
