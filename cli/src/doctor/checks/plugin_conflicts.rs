//! Other plugins that can approve or change calls, and whether they come before ours.

use agentsfence_core::settings::PluginConflicts;
use fs_err as fs;
use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-conflicts",
    title: "other plugins and hook order",
    why: "on hosts before 0.21.5 the first answer wins, so an earlier `approve` could hide our block",
    look,
    repair: None,
};

/// Words in a plugin's source that make it one to look at.
const WORDS: [&str; 2] = ["pre_tool_call", "register_middleware"];

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.home.join("plugins");
    let looked_at = folder.display().to_string();
    let found = others(subject);
    if found.is_empty() {
        return Outcome::ok(looked_at, "no other enabled plugin decides about calls");
    }
    let earlier: Vec<&str> = found
        .iter()
        .map(String::as_str)
        .filter(|name| *name < "agentsfence")
        .collect();
    let order = if earlier.is_empty() {
        String::new()
    } else {
        format!("; loaded before ours: {}", earlier.join(", "))
    };
    let evidence = format!("can approve or change calls: {}{order}", found.join(", "));
    match subject.settings().map(|settings| settings.plugin_conflicts) {
        Ok(PluginConflicts::Strict) => Outcome::new(
            Status::Warn,
            looked_at,
            format!("{evidence}; plugin_conflicts is `strict`, so every call is blocked"),
        ),
        Ok(PluginConflicts::Warn) => Outcome::new(Status::Warn, looked_at, evidence).fix(format!(
            "agentsfence config set plugin_conflicts verify{}",
            subject.flag()
        )),
        _ => Outcome::new(
            Status::Note,
            looked_at,
            format!("{evidence}; ours moves itself to the front and verifies what ran"),
        ),
    }
}

/// The enabled directory plugins whose source hooks into calls, by name.
fn others(subject: &Subject) -> Vec<String> {
    let Some(Value::Sequence(enabled)) = subject.config().at("plugins.enabled") else {
        return Vec::new();
    };
    let mut found: Vec<String> = enabled
        .iter()
        .filter_map(Value::as_str)
        .filter(|name| *name != "agentsfence" && !name.split('/').any(|part| part == ".."))
        .filter(|name| {
            let file = subject
                .profile
                .home
                .join("plugins")
                .join(name)
                .join("__init__.py");
            fs::read_to_string(file)
                .is_ok_and(|source| WORDS.iter().any(|word| source.contains(word)))
        })
        .map(str::to_owned)
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_names_enabled_plugins_that_hook_into_calls() {
        let home = Home::new()
            .write(
                "config.yaml",
                "plugins: {enabled: [aaa, zzz, agentsfence]}\n",
            )
            .write("plugins/zzz/__init__.py", "ctx.register_tool('x')\n")
            .write(
                "plugins/off/__init__.py",
                "ctx.register_hook('pre_tool_call', f)\n",
            );
        home.expect(&CHECK, Status::Ok);
        let home = home.write(
            "plugins/aaa/__init__.py",
            "ctx.register_hook('pre_tool_call', f)\n",
        );
        assert!(
            home.expect(&CHECK, Status::Note)
                .contains("before ours: aaa")
        );
        let home = home.write("agentsfence/config.toml", "plugin_conflicts = \"strict\"\n");
        home.expect(&CHECK, Status::Warn);
    }
}
