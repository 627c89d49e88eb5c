//! Nobody but the owner can write the host's settings.

use crate::doctor::mode::{self, OTHERS_WRITE};
use crate::doctor::{Check, Outcome, Repair, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "config-permissions",
    title: "config.yaml permissions",
    why: "whoever can write the host's settings can take the guard out of them",
    look,
    repair: Some(Repair { plan, run }),
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.config();
    let looked_at = file.display().to_string();
    if mode::of(&file).is_none_or(|mode| mode & OTHERS_WRITE == 0) {
        return Outcome::ok(looked_at, "writable by the owner only");
    }
    Outcome::new(Status::Warn, &looked_at, "writable by others")
        .fix(format!("chmod go-w '{looked_at}'"))
}

fn plan(subject: &Subject) -> Vec<String> {
    let step = mode::step(&subject.profile.config(), OTHERS_WRITE);
    step.into_iter().collect()
}

fn run(subject: &Subject) -> anyhow::Result<()> {
    mode::take_away(&subject.profile.config(), OTHERS_WRITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_warns_where_others_can_write() {
        let home = Home::new().write("config.yaml", "a: 1\n");
        home.mode("config.yaml", 0o640).expect(&CHECK, Status::Ok);
        home.mode("config.yaml", 0o662).expect(&CHECK, Status::Warn);
        home.repair(&CHECK).expect(&CHECK, Status::Ok);
    }
}
