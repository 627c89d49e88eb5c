//! Gateway hooks, which Hermes trusts by their place.

use fs_err as fs;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "gateway-hooks",
    title: "gateway hooks",
    why: "code in this folder runs inside the gateway without consent, in safe mode too, and sees every message",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.home.join("hooks");
    let looked_at = folder.display().to_string();
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().join("HOOK.yaml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    Outcome::new(Status::Note, looked_at, names.join(", "))
        .fix("read each handler.py; remove those that you do not know")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn each_is_named() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new().write("hooks/spy/HOOK.yaml", "events: [agent:start]\n");
        assert_eq!(home.expect(&CHECK, Status::Note), "spy");
    }
}
