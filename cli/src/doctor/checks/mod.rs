//! One check a file: its meta, its code, its tests. `registry` puts them in order.

pub(super) mod allowlist;
pub(super) mod audit_chain;
pub(super) mod config_permissions;
pub(super) mod config_readable;
pub(super) mod cron_mode;
pub(super) mod disk_space;
pub(super) mod enabled;
pub(super) mod env_permissions;
pub(super) mod file_system;
pub(super) mod home_permissions;
pub(super) mod hook_timeout;
pub(super) mod hooks_auto_accept;
pub(super) mod isolation;
pub(super) mod last_load;
pub(super) mod managed_scope;
pub(super) mod name_collision;
pub(super) mod native_library;
pub(super) mod other_profiles;
pub(super) mod plugin_conflicts;
pub(super) mod plugin_files;
pub(super) mod plugin_intact;
pub(super) mod plugin_version;
pub(super) mod private_files;
pub(super) mod rules_lint;
pub(super) mod running_hosts;
pub(super) mod safe_mode;
pub(super) mod settings_valid;
pub(super) mod shell_hooks;
pub(super) mod single_query_mode;
pub(super) mod startup_files;
pub(super) mod state_database;
pub(super) mod strict_yolo;
pub(super) mod subagent_approve;
pub(super) mod unattended_mode;
pub(super) mod unfinished_change;

#[cfg(test)]
mod fixture;
