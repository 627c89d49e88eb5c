//! Nobody but the owner can write the home and its plugins folder.

use std::path::PathBuf;

use crate::doctor::mode::{self, OTHERS_WRITE};
use crate::doctor::{Check, Outcome, Repair, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "home-permissions",
    title: "home permissions",
    why: "whoever can write these folders can replace the guard or add plugins",
    look,
    repair: Some(Repair { plan, run }),
};

fn look(subject: &Subject) -> Outcome {
    let home = &subject.profile.home;
    let open: Vec<String> = folders(subject)
        .iter()
        .filter(|folder| mode::of(folder).is_some_and(|mode| mode & OTHERS_WRITE != 0))
        .map(|folder| folder.display().to_string())
        .collect();
    let looked_at = home.display().to_string();
    if open.is_empty() {
        return Outcome::ok(looked_at, "writable by the owner only");
    }
    let fix = format!("chmod go-w '{}'", open.join("' '"));
    Outcome::new(
        Status::Warn,
        looked_at,
        format!("writable by others: {}", open.join(", ")),
    )
    .fix(fix)
}

fn folders(subject: &Subject) -> [PathBuf; 3] {
    let home = &subject.profile.home;
    [home.clone(), home.join("plugins"), home.join("hooks")]
}

fn plan(subject: &Subject) -> Vec<String> {
    let folders = folders(subject);
    folders
        .iter()
        .filter_map(|folder| mode::step(folder, OTHERS_WRITE))
        .collect()
}

fn run(subject: &Subject) -> anyhow::Result<()> {
    folders(subject)
        .iter()
        .try_for_each(|folder| mode::take_away(folder, OTHERS_WRITE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn an_open_plugins_folder_is_named() {
        let home = Home::new().write("plugins/x/plugin.yaml", "");
        home.mode("", 0o700)
            .mode("plugins", 0o755)
            .expect(&CHECK, Status::Ok);
        assert!(
            home.mode("plugins", 0o777)
                .expect(&CHECK, Status::Warn)
                .contains("plugins")
        );
        home.repair(&CHECK).expect(&CHECK, Status::Ok);
    }
}
