//! An administrator's list replaces the user's.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "managed-scope",
    title: "managed settings",
    why: "a list in the managed config.yaml replaces plugins.enabled of every user",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let managed = subject.managed();
    let folder = &subject.profiles.environment().managed_dir;
    if managed.excludes_us()
        && let Some((file, _)) = &managed.list_override
    {
        let evidence = format!(
            "{} sets plugins.enabled without `agentsfence`",
            file.display()
        );
        return Outcome::new(Status::Fail, file.display().to_string(), evidence)
            .fix("ask the administrator to add `agentsfence` to that list");
    }
    if let Some(lock) = &managed.locked_by {
        let evidence = format!("{lock}: Hermes and AgentsFence do not write this configuration");
        return Outcome::new(Status::Note, lock.clone(), evidence);
    }
    Outcome::ok(folder.display().to_string(), "nothing is overridden")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_fails_where_the_override_leaves_us_out() {
        Home::new().expect(&CHECK, Status::Ok);
        let mut home = Home::new().write("managed/config.yaml", "plugins: {enabled: [x]}\n");
        home.env.managed_dir = home.path.join("managed");
        home.expect(&CHECK, Status::Fail);
        let home = home.write("managed/config.yaml", "plugins: {enabled: [agentsfence]}\n");
        home.expect(&CHECK, Status::Ok);
        Home::new()
            .write(".managed", "")
            .expect(&CHECK, Status::Note);
    }
}
