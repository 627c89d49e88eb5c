//! The plugin's manifest is one that the host's general loader takes.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::config::HostView;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-manifest",
    title: "plugin manifest",
    why: "the host never loads a plugin whose manifest it cannot read, or of another kind",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.plugin().join("plugin.yaml");
    let looked_at = file.display().to_string();
    let fix = format!("agentsfence install{}", subject.flag());
    let manifest = match HostView::read(&file) {
        HostView::Absent => {
            return Outcome::new(Status::Note, looked_at, "there is none");
        }
        HostView::Unreadable(why) => {
            return Outcome::new(Status::Fail, looked_at, format!("cannot be read: {why}"))
                .fix(fix);
        }
        parsed @ HostView::Parsed(_) => parsed,
    };
    let word = |key: &str| manifest.at(key).and_then(Value::as_str);
    let fault = if word("name") != Some("agentsfence") {
        Some("its name is not `agentsfence`")
    } else if word("kind") != Some("standalone") {
        Some("its kind is not `standalone`")
    } else {
        None
    };
    match fault {
        None => Outcome::ok(looked_at, "one that Hermes loads"),
        Some(fault) => Outcome::new(Status::Fail, looked_at, fault).fix(fix),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn name_and_kind_must_be_ours() {
        Home::new().expect(&CHECK, Status::Note);
        let check = |text: &str, status| {
            Home::new()
                .write("plugins/agentsfence/plugin.yaml", text)
                .expect(&CHECK, status);
        };
        check("name: agentsfence\nkind: standalone\n", Status::Ok);
        check("name: agentsfence\n", Status::Fail);
        check("name: other\nkind: standalone\n", Status::Fail);
        check("name: [\n", Status::Fail);
    }

    #[test]
    fn ours_is_right() {
        let text = include_str!("../../../../plugin/python/agentsfence/plugin.yaml");
        Home::new()
            .write("plugins/agentsfence/plugin.yaml", text)
            .expect(&CHECK, Status::Ok);
    }
}
