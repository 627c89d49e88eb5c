//! No answer "always" of the past covers a question of ours.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "allowlist",
    title: "command allowlist",
    why: "an entry for a rule of ours answers that question for ever, unseen",
    look,
    repair: None,
};

const KEY: &str = "command_allowlist";
/// How the host writes an "always" for a question of ours (facts: the host's approval gate).
const OURS: &str = "plugin_rule:agentsfence:";

fn look(subject: &Subject) -> Outcome {
    let entries = subject
        .setting(KEY)
        .and_then(serde_yaml::Value::as_sequence);
    let ours: Vec<&str> = entries
        .into_iter()
        .flatten()
        .filter_map(serde_yaml::Value::as_str)
        .filter(|entry| entry.starts_with(OURS))
        .collect();
    if ours.is_empty() {
        return Outcome::ok(KEY, "no entry is ours");
    }
    let evidence = format!(
        "{} entries of ours, the first is `{}`",
        ours.len(),
        ours.first().unwrap_or(&"")
    );
    Outcome::new(Status::Note, KEY, evidence)
        .fix("each covers one task and one exact action only; remove those that you do not know")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn entries_of_ours_are_counted() {
        Home::new()
            .write("config.yaml", "command_allowlist: [ls]\n")
            .expect(&CHECK, Status::Ok);
        let home = Home::new().write(
            "config.yaml",
            "command_allowlist:\n- plugin_rule:agentsfence:a:b\n",
        );
        assert!(home.expect(&CHECK, Status::Note).starts_with("1 entries"));
    }
}
