//! No other plugin of our name is in the way.

use std::path::{Path, PathBuf};

use crate::doctor::{Check, Outcome, Status, Subject, answers};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "name-collision",
    title: "plugins of the same name",
    why: "the host loads one plugin of a name, and it may not be ours",
    look,
    repair: None,
};

const NAME: &str = "agentsfence";

fn look(subject: &Subject) -> Outcome {
    let plugins = subject.profile.home.join("plugins");
    let looked_at = plugins.display().to_string();
    let mut others: Vec<PathBuf> = categories(&plugins)
        .filter(|folder| {
            folder.join("plugin.yaml").is_file() || folder.join("__init__.py").is_file()
        })
        .collect();
    others.extend(of_project(subject));
    if others.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    let others: Vec<String> = others
        .iter()
        .map(|folder| folder.display().to_string())
        .collect();
    Outcome::new(
        Status::Warn,
        looked_at,
        format!("also found: {}", others.join(", ")),
    )
    .fix("remove or rename the other plugin")
}

/// A plugin of our name in the folder that Hermes would be started in, where it looks there.
fn of_project(subject: &Subject) -> Option<PathBuf> {
    subject
        .variable("HERMES_ENABLE_PROJECT_PLUGINS")
        .filter(|value| answers::is_on(value))?;
    let folder = Path::new(".hermes/plugins")
        .join(NAME)
        .canonicalize()
        .ok()?;
    let ours = subject.profile.plugin().canonicalize().ok();
    (Some(&folder) != ours.as_ref()).then_some(folder)
}

/// `plugins/<category>/agentsfence`.
fn categories(plugins: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(plugins).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path().join(NAME))
        .filter(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_category_folder_of_our_name_is_found() {
        Home::new()
            .write("plugins/agentsfence/plugin.yaml", "")
            .expect(&CHECK, Status::Ok);
        let home = Home::new().write("plugins/tools/agentsfence/plugin.yaml", "");
        assert!(
            home.expect(&CHECK, Status::Warn)
                .contains("tools/agentsfence")
        );
    }
}
