//! The rules in the order of decision. The order inside a row is the order in which blocks of that
//! row are named.

use std::fmt::Write as _;

use super::rule::Rule;
use super::rules;
use crate::model::Stage;

/// Every rule, row by row (DESIGN section 4).
pub static RULES: [&Rule; 31] = [
    &rules::session_state::RULE,
    &rules::policy_expired::RULE,
    &rules::unreadable_call::RULE,
    &rules::oversized_input::RULE,
    &rules::host_catastrophe::RULE,
    &rules::self_protection::RULE,
    &rules::secret_leaving::RULE,
    &rules::secret_read::RULE,
    &rules::remote_shell::RULE,
    &rules::unresolved_delete::RULE,
    &rules::unknown_origin::RULE,
    &rules::exfiltration_url::RULE,
    &rules::ordered_by_content::RULE,
    &rules::persistence::RULE,
    &rules::other_profile::RULE,
    &rules::hidden_text::RULE,
    &rules::standing_deny::RULE,
    &rules::standing_ask::RULE,
    &rules::prohibition::RULE,
    &rules::boundary::RULE,
    &rules::approved_action::RULE,
    &rules::budget::RULE,
    &rules::outbound_budget::RULE,
    &rules::target_outside::RULE,
    &rules::target_unverifiable::RULE,
    &rules::unmentioned_link::RULE,
    &rules::task_grant::RULE,
    &rules::standing_allow::RULE,
    &rules::read_default::RULE,
    &rules::unauthorised::RULE,
    &rules::nobody_answers::RULE,
];

/// `docs/src/rules.md`: every rule in the order of decision.
pub fn page() -> String {
    let mut page = String::from(
        "# Rules\n\n\
         <!-- Made from the registry: \
         UPDATE_DOCS=1 cargo test -p agentsfence-core --lib page_of_the_guide -->\n\n\
         Every rule looks at every effect of a call, in this order. The strictest answer wins.\n",
    );
    let mut stage = None;
    for rule in RULES {
        if stage.replace(rule.stage) != Some(rule.stage) {
            let _ = write!(page, "\n## {}\n\n", heading(rule.stage));
            page.push_str("| rule | what it is about |\n|---|---|\n");
        }
        let _ = writeln!(page, "| `{}` | {} |", rule.id, rule.summary);
    }
    page
}

fn heading(stage: Stage) -> &'static str {
    match stage {
        Stage::Session => "The session",
        Stage::Guard => "Guards: always on, whatever the policy says",
        Stage::StandingDeny => "Your standing rules that deny or ask",
        Stage::Prohibition => "What you forbade",
        Stage::Approval => "What you approved",
        Stage::Constraint => "How far your words reach",
        Stage::Authority => "What your words grant",
        Stage::StandingAllow => "Your standing rules that allow",
        Stage::Default => "The default of the risk class",
        Stage::Attendance => "Whether somebody can answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_guide_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/rules.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, page()).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            found,
            page(),
            "UPDATE_DOCS=1 cargo test -p agentsfence-core --lib page_of_the_guide"
        );
    }

    #[test]
    fn rows_are_in_order_and_ids_are_unique_kebab_case() {
        let mut ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert!(RULES.is_sorted_by_key(|rule| rule.stage));
        for id in &ids {
            assert!(
                id.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
                "{id}"
            );
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), RULES.len());
    }
}
