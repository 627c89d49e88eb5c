//! One check a file: its meta, its code, its tests. `registry` puts them in order.

pub(super) mod config_readable;
pub(super) mod enabled;
pub(super) mod env_permissions;
pub(super) mod last_load;
pub(super) mod managed_scope;
pub(super) mod native_library;
pub(super) mod other_profiles;
pub(super) mod plugin_conflicts;
pub(super) mod plugin_files;
pub(super) mod plugin_intact;
pub(super) mod private_files;
pub(super) mod safe_mode;
pub(super) mod settings_valid;
pub(super) mod strict_yolo;

#[cfg(test)]
mod fixture;
