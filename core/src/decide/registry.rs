//! The rules in the order of decision. The order inside a row is the order in which blocks of that
//! row are named.

use super::rule::Rule;
use super::rules;

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

#[cfg(test)]
mod tests {
    use super::*;

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
