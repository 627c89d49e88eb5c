//! Homes that somebody else owns: a package manager's write lock, and an administrator's
//! settings that replace the user's.

use std::path::PathBuf;

use fs_err as fs;

use super::environment::Environment;
use super::profile::Profile;

/// Who else decides over a profile's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Managed {
    /// Hermes refuses to write this configuration; so do we. Says what shows it.
    pub locked_by: Option<String>,
    /// The administrator's file that replaces `plugins.enabled`, and its list.
    pub list_override: Option<(PathBuf, Vec<String>)>,
}

impl Managed {
    /// Looks at the environment, the home's `.managed` marker and the managed folder.
    pub fn inspect(env: &Environment, profile: &Profile) -> Self {
        Self {
            locked_by: lock(env, profile),
            list_override: list_override(env),
        }
    }

    /// Whether the administrator's list leaves our plugin out.
    pub fn excludes_us(&self) -> bool {
        self.list_override
            .as_ref()
            .is_some_and(|(_, list)| !list.iter().any(|name| name == "agentsfence"))
    }
}

fn lock(env: &Environment, profile: &Profile) -> Option<String> {
    if let Some(value) = &env.managed {
        return Some(format!("HERMES_MANAGED={value}"));
    }
    let marker = profile.home.join(".managed");
    marker
        .symlink_metadata()
        .is_ok()
        .then(|| marker.display().to_string())
}

/// A file that cannot be read or parsed is ignored here because the host ignores it as well.
fn list_override(env: &Environment) -> Option<(PathBuf, Vec<String>)> {
    let file = env.managed_dir.join("config.yaml");
    let text = fs::read_to_string(&file).ok()?;
    let value: serde_yaml::Value = serde_yaml::from_str(&text).ok()?;
    let list = value.get("plugins")?.get("enabled")?;
    let names = list.as_sequence().map_or_else(Vec::new, |items| {
        items
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    });
    Some((file, names))
}
