//! The variables and folders that decide which Hermes home is meant, gathered once so that the
//! resolution itself is a plain function of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the process was started with.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The user's home folder.
    pub user_home: Option<PathBuf>,
    /// HERMES_HOME, trimmed and expanded; `None` when empty.
    pub hermes_home: Option<PathBuf>,
    /// A supervised gateway child, which never follows the sticky profile.
    pub supervised: bool,
    /// HERMES_MANAGED: a package manager owns the configuration.
    pub managed: Option<String>,
    /// HERMES_MANAGED_DIR, or `/etc/hermes`.
    pub managed_dir: PathBuf,
}

impl Environment {
    /// Reads this process's environment.
    pub fn current() -> Self {
        let user_home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
        let hermes_home = text("HERMES_HOME").map(|value| expand(&value, user_home.as_deref()));
        Self {
            hermes_home,
            supervised: text("HERMES_S6_SUPERVISED_CHILD").is_some(),
            managed: text("HERMES_MANAGED"),
            managed_dir: text("HERMES_MANAGED_DIR")
                .map_or_else(|| PathBuf::from("/etc/hermes"), PathBuf::from),
            user_home,
        }
    }

    /// `~/.hermes`, where Hermes lives unless HERMES_HOME says otherwise.
    pub fn native_home(&self) -> Option<PathBuf> {
        self.user_home.as_ref().map(|home| home.join(".hermes"))
    }
}

/// A variable's trimmed text; a value that is not Unicode keeps its readable part.
fn text(name: &str) -> Option<String> {
    let value: OsString = std::env::var_os(name)?;
    let value = value.to_string_lossy();
    let trimmed = value.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// `~` and `~/...` as the newer host generation expands them.
fn expand(value: &str, user_home: Option<&Path>) -> PathBuf {
    match (value.strip_prefix('~'), user_home) {
        (Some(""), Some(home)) => home.to_path_buf(),
        (Some(rest), Some(home)) if rest.starts_with('/') => {
            home.join(rest.trim_start_matches('/'))
        }
        _ => PathBuf::from(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_users_home() {
        let home = Path::new("/home/u");
        assert_eq!(expand("~", Some(home)), home);
        assert_eq!(expand("~/.hermes", Some(home)), home.join(".hermes"));
        assert_eq!(expand("~other/x", Some(home)), Path::new("~other/x"));
        assert_eq!(expand("/opt/data", Some(home)), Path::new("/opt/data"));
    }
}
