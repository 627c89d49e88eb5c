//! One check a file: its meta, its code, its tests. `registry` puts them in order.

pub(super) mod config_readable;
pub(super) mod enabled;
pub(super) mod env_permissions;
pub(super) mod managed_scope;
pub(super) mod other_profiles;
pub(super) mod plugin_files;
pub(super) mod safe_mode;

#[cfg(test)]
mod fixture;
