//! The list of checks, section by section in the order of the report: first whether Hermes loads us
//! at all, then what weakens us. To add one: a file in `checks`, its `mod` line, a line here, and
//! `UPDATE_DOCS=1 cargo test -p agentsfence --lib doctor` for its page.

use super::Check;
use super::checks::{
    allowlist, approval_timeout, audit_chain, audit_enabled, broken_plugins, certificate,
    codex_runtime, config_permissions, config_readable, cron_mode, disk_space, enabled,
    entry_points, env_permissions, evidence, extension_suffixes, file_system, gateway_hooks, home,
    home_permissions, hook_order, hook_timeout, hooks_auto_accept, host, isolation, last_load,
    links, load_timeout, managed_scope, mcp_servers, middleware, name_collision, native_library,
    other_profiles, outbound_webhooks, overlays, plugin_conflicts, plugin_files, plugin_intact,
    plugin_manifest, plugin_owner, plugin_version, private_files, project_plugins, python_version,
    rules_lint, running_hosts, safe_mode, settings_valid, shell_hook_answers, shell_hook_failures,
    shell_hooks, single_query_mode, startup_files, state_database, strict_yolo, subagent_approve,
    unattended_mode, unfinished_change,
};
use crate::problem::Problem;

/// Checks about one subject.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// The question that its checks answer.
    pub about: &'static str,
    /// In the order of the report.
    pub checks: &'static [&'static Check],
}

/// Every check.
pub static SECTIONS: &[Section] = &[
    Section {
        title: "Host",
        about: "whether Hermes runs this profile with plugins at all",
        checks: &[
            &home::CHECK,
            &links::CHECK,
            &host::CHECK,
            &python_version::CHECK,
            &safe_mode::CHECK,
            &startup_files::CHECK,
            &codex_runtime::CHECK,
        ],
    },
    Section {
        title: "Plugin",
        about: "whether the guard is there, as it was shipped",
        checks: &[
            &plugin_files::CHECK,
            &plugin_intact::CHECK,
            &plugin_version::CHECK,
            &plugin_manifest::CHECK,
            &plugin_owner::CHECK,
            &native_library::CHECK,
            &extension_suffixes::CHECK,
        ],
    },
    Section {
        title: "Loading",
        about: "whether Hermes loads it, and whether anything shows that",
        checks: &[
            &config_readable::CHECK,
            &enabled::CHECK,
            &managed_scope::CHECK,
            &name_collision::CHECK,
            &entry_points::CHECK,
            &isolation::CHECK,
            &load_timeout::CHECK,
            &last_load::CHECK,
            &evidence::CHECK,
            &certificate::CHECK,
            &running_hosts::CHECK,
            &unfinished_change::CHECK,
        ],
    },
    Section {
        title: "Settings",
        about: "whether what was configured is in force",
        checks: &[
            &settings_valid::CHECK,
            &rules_lint::CHECK,
            &overlays::CHECK,
            &mcp_servers::CHECK,
            &audit_enabled::CHECK,
        ],
    },
    Section {
        title: "Answers",
        about: "who answers the questions of the guard",
        checks: &[
            &strict_yolo::CHECK,
            &cron_mode::CHECK,
            &single_query_mode::CHECK,
            &unattended_mode::CHECK,
            &subagent_approve::CHECK,
            &allowlist::CHECK,
            &approval_timeout::CHECK,
        ],
    },
    Section {
        title: "Others",
        about: "who else can answer or change calls",
        checks: &[
            &plugin_conflicts::CHECK,
            &hook_order::CHECK,
            &middleware::CHECK,
            &broken_plugins::CHECK,
            &project_plugins::CHECK,
            &shell_hooks::CHECK,
            &shell_hook_answers::CHECK,
            &shell_hook_failures::CHECK,
            &hooks_auto_accept::CHECK,
            &gateway_hooks::CHECK,
            &outbound_webhooks::CHECK,
            &hook_timeout::CHECK,
        ],
    },
    Section {
        title: "State",
        about: "whether state and log are whole and private",
        checks: &[
            &state_database::CHECK,
            &audit_chain::CHECK,
            &env_permissions::CHECK,
            &private_files::CHECK,
            &config_permissions::CHECK,
            &home_permissions::CHECK,
            &disk_space::CHECK,
            &file_system::CHECK,
            &other_profiles::CHECK,
        ],
    },
];

/// Every check, in the order of the report.
pub fn all() -> impl Iterator<Item = &'static Check> {
    SECTIONS
        .iter()
        .flat_map(|section| section.checks.iter().copied())
}

/// The heading that a check stands under.
pub fn section_of(id: &str) -> &'static str {
    SECTIONS
        .iter()
        .find(|section| section.checks.iter().any(|check| check.id == id))
        .map_or("Live", |section| section.title)
}

/// The checks named by `only` (all when empty) without those named by `skip`.
pub fn select(only: &[String], skip: &[String]) -> Result<Vec<&'static Check>, Problem> {
    for name in only.iter().chain(skip) {
        if !all().any(|check| check.id == name) {
            return Err(Problem::new(format!("there is no check `{name}`"))
                .hint("`agentsfence doctor --list` names them all"));
        }
    }
    let wanted = |check: &&Check| {
        (only.is_empty() || only.iter().any(|name| name == check.id))
            && !skip.iter().any(|name| name == check.id)
    };
    Ok(all().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_kebab_case() {
        let ids: BTreeSet<_> = all().map(|check| check.id).collect();
        assert_eq!(ids.len(), all().count());
        assert!(ids.len() >= 40);
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
        assert_eq!(chosen.len(), all().count() - 1);
    }

    #[test]
    fn what_can_be_repaired_says_so_first() {
        for check in all() {
            let text = format!("{} {}", check.title, check.why);
            assert!(!text.ends_with('.'), "{}: no full stop", check.id);
        }
    }
}
