//! No other plugin stands around tool calls.

use agentsfence_core::settings::PluginConflicts;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "middleware",
    title: "middleware of other plugins",
    why: "middleware may hand a tool other arguments than those that were decided",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = "enabled plugins";
    let others: Vec<&str> = subject
        .neighbours()
        .iter()
        .filter(|other| other.wraps_calls)
        .map(|other| other.key.as_str())
        .collect();
    if others.is_empty() {
        return Outcome::ok(looked_at, "none");
    }
    let evidence = format!("stand around calls: {}", others.join(", "));
    let unwatched = subject
        .settings()
        .is_ok_and(|settings| settings.plugin_conflicts == PluginConflicts::Warn);
    if unwatched {
        return Outcome::new(Status::Warn, looked_at, evidence).fix(format!(
            "agentsfence config set plugin_conflicts verify{}",
            subject.flag()
        ));
    }
    Outcome::new(
        Status::Note,
        looked_at,
        format!("{evidence}; what runs is compared with what was decided"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn middleware_is_named() {
        Home::new()
            .neighbour("x", "ctx.register_hook('post_llm_call', f)")
            .expect(&CHECK, Status::Ok);
        let home = Home::new().neighbour("x", "ctx.register_middleware('tool_execution', f)");
        home.expect(&CHECK, Status::Note);
        home.write("agentsfence/config.toml", "plugin_conflicts = \"warn\"\n")
            .expect(&CHECK, Status::Warn);
    }
}
