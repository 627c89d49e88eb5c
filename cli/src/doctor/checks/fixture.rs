//! A Hermes home in a temporary folder for the checks' tests.

use std::path::{Path, PathBuf};

use fs_err as fs;

use crate::doctor::{Check, Status, Subject};
use crate::hermes::{Environment, Profiles};

/// A throw-away `~/.hermes`.
pub(super) struct Home {
    _folder: tempfile::TempDir,
    pub(super) env: Environment,
    pub(super) path: PathBuf,
}

impl Home {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let user = folder.path().canonicalize().unwrap();
        let path = user.join(".hermes");
        fs::create_dir_all(&path).unwrap();
        let env = Environment {
            user_home: Some(user),
            managed_dir: path.join("no-such-folder"),
            ..Environment::default()
        };
        Self {
            _folder: folder,
            env,
            path,
        }
    }

    pub(super) fn write(self, relative: impl AsRef<Path>, text: &str) -> Self {
        let file = self.path.join(relative);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    pub(super) fn mode(&self, relative: &str, mode: u32) -> &Self {
        use std::os::unix::fs::PermissionsExt as _;
        let file = self.path.join(relative);
        fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    pub(super) fn subject(&self) -> Subject {
        let profiles = Profiles::discover(self.env.clone()).unwrap();
        let profile = profiles.active().unwrap();
        Subject::new(&profiles, profile)
    }

    pub(super) fn expect(&self, check: &Check, status: Status) -> String {
        let outcome = (check.look)(&self.subject());
        assert_eq!(outcome.status, status, "{}: {outcome:?}", check.id);
        outcome.evidence
    }
}
