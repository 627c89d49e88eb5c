//! No installed package claims our name.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::installation::Generation;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "entry-points",
    title: "packages of our name",
    why: "older hosts load a package's plugin in place of the profile's plugin of the same name",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let Some(host) = subject.host() else {
        return Outcome::new(Status::Note, "Hermes' packages", "no Hermes was found");
    };
    let looked_at = format!("hermes_agent.plugins in {}", host.packages.display());
    let others: Vec<String> = host
        .entry_points()
        .into_iter()
        .filter(|point| point.name == "agentsfence")
        .map(|point| format!("{} ({})", point.package, point.module))
        .collect();
    if others.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    let others = others.join(", ");
    let fix = format!(
        "uninstall it: {} -m pip uninstall PACKAGE",
        host.python.display()
    );
    if host.generation == Some(Generation::BlockWins) {
        let evidence = format!("{others}; this host prefers the profile's own");
        return Outcome::new(Status::Warn, looked_at, evidence).fix(fix);
    }
    let evidence = format!("{others} is loaded instead of the guard");
    Outcome::new(Status::Fail, looked_at, evidence).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::hermes::installation::tests::package;

    #[test]
    fn a_package_of_our_name_takes_our_place_on_older_hosts() {
        for (generation, status) in [
            (Generation::First, Status::Fail),
            (Generation::BlockWins, Status::Warn),
        ] {
            let home = Home::new().host(generation);
            package(&home.host_folder(), "other", "something");
            home.expect(&CHECK, Status::Ok);
            package(&home.host_folder(), "another", "agentsfence");
            assert!(home.expect(&CHECK, status).contains("another 1.0"));
        }
    }
}
