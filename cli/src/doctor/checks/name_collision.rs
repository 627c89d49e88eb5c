//! No other plugin of our name is in the way.

use crate::doctor::{Check, Outcome, Status, Subject};

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
    let mut others: Vec<String> = categories(&plugins)
        .filter(|folder| {
            folder.join("plugin.yaml").is_file() || folder.join("__init__.py").is_file()
        })
        .map(|folder| folder.display().to_string())
        .collect();
    let project = std::path::Path::new(".hermes/plugins").join(NAME);
    if project.is_dir() {
        others.push(project.display().to_string());
    }
    if others.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    Outcome::new(
        Status::Warn,
        looked_at,
        format!("also found: {}", others.join(", ")),
    )
    .fix("remove or rename the other plugin")
}

/// `plugins/<category>/agentsfence`.
fn categories(plugins: &std::path::Path) -> impl Iterator<Item = std::path::PathBuf> {
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
