//! Other plugins that can approve or change calls.

use agentsfence_core::settings::PluginConflicts;

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::plugins::Neighbour;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-conflicts",
    title: "other plugins",
    why: "a plugin that answers or changes calls works against the guard or beside it",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = "enabled plugins";
    let others: Vec<&Neighbour> = subject
        .neighbours()
        .iter()
        .filter(|other| other.hooks_calls || other.wraps_calls)
        .collect();
    if others.is_empty() {
        return Outcome::ok(looked_at, "no other enabled plugin decides about calls");
    }
    let names: Vec<String> = others.iter().map(|other| describe(other)).collect();
    let evidence = format!("can answer or change calls: {}", names.join(", "));
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
            format!("{evidence}; what ran is verified"),
        ),
    }
}

/// The plugin's key, and what its source speaks of.
fn describe(other: &Neighbour) -> String {
    match (other.approves, other.modifies) {
        (true, true) => format!("{} (approves, modifies)", other.key),
        (true, false) => format!("{} (approves)", other.key),
        (false, true) => format!("{} (modifies)", other.key),
        (false, false) => other.key.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_names_enabled_plugins_that_hook_into_calls() {
        let home = Home::new()
            .neighbour("zzz", "ctx.register_tool('x')\n")
            .write(
                "plugins/off/__init__.py",
                "ctx.register_hook('pre_tool_call', f)\n",
            );
        home.expect(&CHECK, Status::Ok);
        let source = "ctx.register_hook('pre_tool_call', lambda **_: {'action': 'approve'})\n";
        let home = home.neighbour("aaa", source);
        assert!(home.expect(&CHECK, Status::Note).contains("aaa (approves)"));
        let home = home.write("agentsfence/config.toml", "plugin_conflicts = \"strict\"\n");
        home.expect(&CHECK, Status::Warn);
    }
}
