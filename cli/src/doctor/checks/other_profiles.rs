//! Profiles of the same root that nothing guards.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::config::{Enabled, HostView};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "other-profiles",
    title: "other profiles",
    why: "a new profile has no configuration, so no plugin and no guard",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = subject
        .profiles
        .root()
        .join("profiles")
        .display()
        .to_string();
    let open: Vec<String> = subject
        .profiles
        .all()
        .unwrap_or_default()
        .into_iter()
        .filter(|other| other.home != subject.profile.home)
        .filter(|other| HostView::read(&other.config()).enabled("agentsfence") != Enabled::Yes)
        .map(|other| format!("`{}`", other.name))
        .collect();
    if open.is_empty() {
        return Outcome::ok(looked_at, "all others are protected");
    }
    Outcome::new(
        Status::Note,
        looked_at,
        format!("not protected: {}", open.join(", ")),
    )
    .fix("agentsfence install --all-profiles --include-new")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_names_unguarded_profiles() {
        let home = Home::new().write("profiles/work/SOUL.md", "");
        assert!(home.expect(&CHECK, Status::Note).contains("`work`"));
        let home = home.write(
            "profiles/work/config.yaml",
            "plugins: {enabled: [agentsfence]}\n",
        );
        home.expect(&CHECK, Status::Ok);
    }
}
