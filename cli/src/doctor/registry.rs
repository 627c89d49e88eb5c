//! The list of checks, in the order of the report: first whether Hermes loads us at all, then
//! what weakens us.

use super::Check;
use super::checks::{
    allowlist, audit_chain, config_permissions, config_readable, cron_mode, disk_space, enabled,
    env_permissions, file_system, home_permissions, hook_timeout, hooks_auto_accept, isolation,
    last_load, managed_scope, name_collision, native_library, other_profiles, plugin_conflicts,
    plugin_files, plugin_intact, plugin_version, private_files, rules_lint, running_hosts,
    safe_mode, settings_valid, shell_hooks, single_query_mode, startup_files, state_database,
    strict_yolo, subagent_approve, unattended_mode, unfinished_change,
};
use crate::problem::Problem;

/// Every check.
pub static CHECKS: &[&Check] = &[
    &safe_mode::CHECK,
    &startup_files::CHECK,
    &plugin_files::CHECK,
    &plugin_intact::CHECK,
    &plugin_version::CHECK,
    &native_library::CHECK,
    &config_readable::CHECK,
    &enabled::CHECK,
    &managed_scope::CHECK,
    &name_collision::CHECK,
    &isolation::CHECK,
    &last_load::CHECK,
    &running_hosts::CHECK,
    &unfinished_change::CHECK,
    &settings_valid::CHECK,
    &rules_lint::CHECK,
    &strict_yolo::CHECK,
    &cron_mode::CHECK,
    &single_query_mode::CHECK,
    &unattended_mode::CHECK,
    &subagent_approve::CHECK,
    &allowlist::CHECK,
    &plugin_conflicts::CHECK,
    &shell_hooks::CHECK,
    &hooks_auto_accept::CHECK,
    &hook_timeout::CHECK,
    &state_database::CHECK,
    &audit_chain::CHECK,
    &env_permissions::CHECK,
    &private_files::CHECK,
    &config_permissions::CHECK,
    &home_permissions::CHECK,
    &disk_space::CHECK,
    &file_system::CHECK,
    &other_profiles::CHECK,
];

/// The checks named by `only` (all when empty) without those named by `skip`.
pub fn select(only: &[String], skip: &[String]) -> Result<Vec<&'static Check>, Problem> {
    for name in only.iter().chain(skip) {
        if !CHECKS.iter().any(|check| check.id == name) {
            return Err(Problem::new(format!("there is no check `{name}`"))
                .hint("`agentsfence doctor --list` names them all"));
        }
    }
    let wanted = |check: &&&Check| {
        (only.is_empty() || only.iter().any(|name| name == check.id))
            && !skip.iter().any(|name| name == check.id)
    };
    Ok(CHECKS.iter().filter(wanted).copied().collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_kebab_case() {
        let ids: BTreeSet<_> = CHECKS.iter().map(|check| check.id).collect();
        assert_eq!(ids.len(), CHECKS.len());
        for id in ids {
            assert!(
                id.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
                "{id}"
            );
        }
    }

    #[test]
    fn an_unknown_name_is_refused() {
        assert!(select(&["nothing".to_owned()], &[]).is_err());
        let chosen = select(&[], &["enabled".to_owned()]).unwrap();
        assert_eq!(chosen.len(), CHECKS.len() - 1);
    }
}
