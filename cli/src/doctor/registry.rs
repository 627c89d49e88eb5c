//! The list of checks, in the order of the report: first whether Hermes loads us at all, then
//! what weakens us.

use super::Check;
use super::checks::{
    config_readable, enabled, env_permissions, last_load, managed_scope, native_library,
    other_profiles, plugin_conflicts, plugin_files, plugin_intact, private_files, safe_mode,
    settings_valid, strict_yolo,
};
use crate::problem::Problem;

/// Every check.
pub static CHECKS: &[&Check] = &[
    &safe_mode::CHECK,
    &plugin_files::CHECK,
    &plugin_intact::CHECK,
    &native_library::CHECK,
    &config_readable::CHECK,
    &enabled::CHECK,
    &managed_scope::CHECK,
    &last_load::CHECK,
    &settings_valid::CHECK,
    &strict_yolo::CHECK,
    &plugin_conflicts::CHECK,
    &env_permissions::CHECK,
    &private_files::CHECK,
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
