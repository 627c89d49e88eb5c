//! The plugin is enabled as the host itself reads the lists.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::config::Enabled;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "enabled",
    title: "enabled in Hermes",
    why: "Hermes loads only plugins in plugins.enabled, and plugins.disabled wins over it",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = format!("plugins.enabled in {}", subject.profile.config().display());
    let enable = format!("agentsfence enable{}", subject.flag());
    match subject.config().enabled("agentsfence") {
        Enabled::Yes => Outcome::ok(looked_at, "`agentsfence` is in the list"),
        Enabled::No => {
            Outcome::new(Status::Fail, looked_at, "`agentsfence` is not in the list").fix(enable)
        }
        Enabled::Disabled => Outcome::new(
            Status::Fail,
            looked_at,
            "`agentsfence` is in plugins.disabled, which wins",
        )
        .fix(enable),
        Enabled::Broken(what) => Outcome::new(Status::Fail, looked_at, what)
            .fix("make plugins.enabled a plain list of names"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_reads_the_lists_as_the_host_does() {
        let check = |text: &str, status| {
            Home::new()
                .write("config.yaml", text)
                .expect(&CHECK, status);
        };
        check("plugins: {enabled: [agentsfence]}\n", Status::Ok);
        check("plugins: {enabled: []}\n", Status::Fail);
        check("plugins: {enabled: agentsfence}\n", Status::Fail);
        check(
            "plugins: {enabled: [agentsfence], disabled: [agentsfence]}\n",
            Status::Fail,
        );
    }
}
