//! What the live probes found, and whether it is about what runs now.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::live::certificate::{self, Certificate};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "certificate",
    title: "enforcement certificate",
    why: "only a run of the host itself shows what it enforces, and only for that build and settings",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.data().join(certificate::FILE_NAME);
    let looked_at = file.display().to_string();
    let live = format!("agentsfence doctor --live{}", subject.flag());
    let Some(found) = Certificate::read(&subject.profile.data()) else {
        let evidence = if file.exists() {
            "it cannot be read"
        } else {
            "none yet"
        };
        return Outcome::new(Status::Note, looked_at, evidence).fix(live);
    };
    if !found.is_current(subject) {
        let evidence = format!(
            "that of {} is about another plugin, host or configuration",
            found.time
        );
        return Outcome::new(Status::Note, looked_at, evidence).fix(live);
    }
    let (holding, all) = (found.holding(), found.probes.len());
    let evidence = format!(
        "{holding} of {all} probes hold on Hermes {}",
        found.host.version
    );
    if found.holds() {
        return Outcome::ok(looked_at, evidence);
    }
    let wrong = found.failing().join(", ");
    Outcome::new(Status::Fail, looked_at, format!("{evidence}; not: {wrong}")).fix(live)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::live::certificate::tests::example;

    #[test]
    fn it_counts_only_while_it_is_about_what_runs() {
        let home = Home::new().write("config.yaml", "a: 1\n");
        home.expect(&CHECK, Status::Note);
        let write = |certificate: &Certificate| {
            certificate.write(&home.path.join("agentsfence")).unwrap();
        };
        write(&example(&home.subject(), true));
        home.expect(&CHECK, Status::Ok);
        write(&example(&home.subject(), false));
        home.expect(&CHECK, Status::Fail);
        let home = home.write("config.yaml", "a: 2\n");
        home.expect(&CHECK, Status::Note);
    }
}
