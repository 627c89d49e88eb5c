//! Standing rules say what they seem to say.

use agentsfence_core::settings;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "rules",
    title: "standing rules",
    why: "a rule that has expired or that another one covers does nothing",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.data().join(settings::FILE_NAME);
    let looked_at = file.display().to_string();
    let Ok(settings) = settings::load(&file, None) else {
        return Outcome::new(
            Status::Note,
            looked_at,
            "the settings are not valid, so no rule applies",
        );
    };
    let now = jiff::Timestamp::now().as_second();
    let findings = settings::lint(&settings.standing, now);
    match findings.first() {
        None => Outcome::ok(looked_at, "nothing odd"),
        Some(first) => {
            let evidence = format!("{} odd rules; {}", findings.len(), first.message);
            Outcome::new(Status::Note, looked_at, evidence)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn an_expired_rule_is_noted() {
        Home::new().expect(&CHECK, Status::Ok);
        let rule = "[[rule]]\nverdict = \"deny\"\nprogram = \"rm\"\nexpires = 2020-01-01\n\
                    match = [\"rm x\"]\nnot_match = [\"ls\"]\n";
        Home::new()
            .write("agentsfence/config.toml", rule)
            .expect(&CHECK, Status::Note);
    }
}
