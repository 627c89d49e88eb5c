//! The host that runs this profile is found, and how it resolves hooks is known.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "host",
    title: "Hermes",
    why: "what a plugin can enforce depends on the host's version",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let Some(python) = subject.python() else {
        return Outcome::new(Status::Warn, "`hermes` on PATH", "no Hermes was found")
            .fix("name the Python that runs Hermes: agentsfence doctor --python PATH");
    };
    let looked_at = python.display().to_string();
    let Some(host) = subject.host() else {
        return Outcome::new(Status::Warn, looked_at, "its packages were not found");
    };
    let Some(version) = &host.version else {
        let evidence = format!("no hermes-agent in {}", host.packages.display());
        return Outcome::new(Status::Warn, looked_at, evidence)
            .fix("name the Python that runs Hermes: agentsfence doctor --python PATH");
    };
    match host.generation {
        Some(generation) => Outcome::ok(
            looked_at,
            format!("version {version}: {}", generation.describe()),
        ),
        None => Outcome::new(
            Status::Warn,
            looked_at,
            format!("version {version}; its source was not found, so its behaviour is not known"),
        )
        .fix("see what this host does: agentsfence doctor --live"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::hermes::installation::Generation;

    #[test]
    fn the_generation_is_named() {
        let home = Home::new().host(Generation::BlockWins);
        assert!(home.expect(&CHECK, Status::Ok).contains("any block wins"));
        let home = Home::new().host(Generation::First);
        std::fs::remove_dir_all(home.packages().join("hermes_agent-0.19.0.dist-info")).unwrap();
        home.expect(&CHECK, Status::Warn);
    }
}
