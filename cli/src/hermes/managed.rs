//! Homes that somebody else owns: a package manager's write lock, and an administrator's
//! settings that replace the user's.

use std::path::PathBuf;

use super::config::HostView;
use super::environment::Environment;
use super::profile::Profile;

/// Who else decides over a profile's configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Managed {
    /// Hermes refuses to write this configuration; so do we. Says what shows it.
    pub locked_by: Option<String>,
    /// The administrator's file that replaces `plugins.enabled`, and its list.
    pub list_override: Option<(PathBuf, Vec<String>)>,
    /// The administrator's file: each value in it replaces the user's.
    pub settings: HostView,
}

impl Managed {
    /// Looks at the environment, the home's `.managed` marker and the managed folder.
    pub fn inspect(env: &Environment, profile: &Profile) -> Self {
        let file = env.managed_dir.join("config.yaml");
        let settings = HostView::read(&file);
        Self {
            locked_by: lock(env, profile),
            list_override: list_override(file, &settings),
            settings,
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
fn list_override(file: PathBuf, settings: &HostView) -> Option<(PathBuf, Vec<String>)> {
    let list = settings.at("plugins.enabled")?;
    let names = list.as_sequence().map_or_else(Vec::new, |items| {
        items
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    });
    Some((file, names))
}
