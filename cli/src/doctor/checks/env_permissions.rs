//! `.env` holds keys and should be readable by its owner only.

use std::os::unix::fs::PermissionsExt;

use fs_err as fs;

use crate::doctor::{Check, Outcome, Repair, Status, Subject, mode};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "env-permissions",
    title: ".env permissions",
    why: "the file holds keys, and anyone who can read it can act as the agent",
    look,
    repair: Some(Repair { plan, run }),
};

/// Any bit for group or others.
const OTHERS: u32 = 0o077;

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.home.join(".env");
    let looked_at = file.display().to_string();
    let Ok(meta) = fs::metadata(&file) else {
        return Outcome::ok(looked_at, "there is none");
    };
    let mode = meta.permissions().mode() & 0o7777;
    if mode & OTHERS == 0 {
        return Outcome::ok(looked_at, format!("mode {mode:04o}"));
    }
    let evidence = format!("mode {mode:04o} lets other accounts in");
    Outcome::new(Status::Warn, &looked_at, evidence).fix(format!("chmod 600 '{looked_at}'"))
}

fn plan(subject: &Subject) -> Vec<String> {
    let step = mode::step(&subject.profile.home.join(".env"), OTHERS);
    step.into_iter().collect()
}

fn run(subject: &Subject) -> anyhow::Result<()> {
    mode::take_away(&subject.profile.home.join(".env"), OTHERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_warns_about_group_and_others_and_changes_nothing() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new().write(".env", "KEY=x\n");
        let file = home.path.join(".env");
        for (mode, status) in [
            (0o600, Status::Ok),
            (0o664, Status::Warn),
            (0o604, Status::Warn),
        ] {
            fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            home.expect(&CHECK, status);
            assert_eq!(
                fs::metadata(&file).unwrap().permissions().mode() & 0o777,
                mode
            );
        }
        home.repair(&CHECK).expect(&CHECK, Status::Ok);
    }
}
