//! A Hermes home in a temporary folder for the checks' tests.

use std::path::{Path, PathBuf};

use fs_err as fs;

use crate::doctor::{Check, Status, Subject};
use crate::hermes::installation::Generation;
use crate::hermes::installation::tests::environment;
use crate::hermes::{Environment, Profiles};

/// A throw-away `~/.hermes`.
pub(super) struct Home {
    _folder: tempfile::TempDir,
    pub(super) env: Environment,
    pub(super) path: PathBuf,
    python: Option<PathBuf>,
    enabled: Vec<String>,
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
            python: None,
            enabled: vec!["agentsfence".to_owned()],
        }
    }

    /// A host of this generation, named as `--python` would.
    pub(super) fn host(mut self, generation: Generation) -> Self {
        let folder = self.path.with_file_name("host");
        self.python = Some(environment(&folder, generation));
        self
    }

    pub(super) fn host_folder(&self) -> PathBuf {
        self.path.with_file_name("host")
    }

    pub(super) fn packages(&self) -> PathBuf {
        self.host_folder().join("lib/python3.11/site-packages")
    }

    /// Another plugin, enabled with those before it.
    pub(super) fn neighbour(mut self, name: &str, source: &str) -> Self {
        self.enabled.push(name.to_owned());
        let list = format!("plugins: {{enabled: [{}]}}\n", self.enabled.join(", "));
        self.write("config.yaml", &list)
            .write(
                format!("plugins/{name}/plugin.yaml"),
                &format!("name: {name}\n"),
            )
            .write(format!("plugins/{name}/__init__.py"), source)
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

    /// What `--fix` does about a check; the plan must name something.
    pub(super) fn repair(&self, check: &Check) -> &Self {
        let repair = check.repair.unwrap();
        assert!(!(repair.plan)(&self.subject()).is_empty());
        (repair.run)(&self.subject()).unwrap();
        self
    }

    pub(super) fn subject(&self) -> Subject {
        let profiles = Profiles::discover(self.env.clone()).unwrap();
        let profile = profiles.active().unwrap();
        Subject::new(&profiles, profile).with_python(self.python.as_deref())
    }

    pub(super) fn expect(&self, check: &Check, status: Status) -> String {
        let outcome = (check.look)(&self.subject());
        assert_eq!(outcome.status, status, "{}: {outcome:?}", check.id);
        outcome.evidence
    }
}
