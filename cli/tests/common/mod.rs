//! A Hermes root in a temporary folder, and the built command in it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unused_self,
    reason = "a test that cannot be set up has failed"
)]
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod guard;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A throw-away user with a Hermes home.
pub(crate) struct World {
    _folder: tempfile::TempDir,
    pub(crate) user: PathBuf,
    pub(crate) root: PathBuf,
}

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::named("user")
    }

    /// A user whose home folder has this name.
    pub(crate) fn named(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let user = folder.path().canonicalize().unwrap().join(name);
        let root = user.join(".hermes");
        fs::create_dir_all(&root).unwrap();
        fs::write(user.join("library.so"), b"a library").unwrap();
        Self {
            _folder: folder,
            user,
            root,
        }
    }

    pub(crate) fn profile(&self, name: &str) -> PathBuf {
        let home = self.root.join("profiles").join(name);
        fs::create_dir_all(&home).unwrap();
        home
    }

    pub(crate) fn write(&self, relative: &str, text: &str) -> PathBuf {
        let file = self.root.join(relative);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    pub(crate) fn read(&self, relative: &str) -> String {
        fs::read_to_string(self.root.join(relative)).unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agentsfence"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", &self.user)
            .env("PATH", "/usr/bin:/bin")
            .env("HERMES_MANAGED_DIR", self.user.join("not-managed"))
            .current_dir(&self.user);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::from(self.command(arguments).output().unwrap())
    }

    /// `install` with a stand-in for the native library.
    pub(crate) fn install(&self, more: &[&str]) -> Run {
        self.run(&self.install_arguments(more))
    }

    pub(crate) fn install_arguments<'a>(&self, more: &[&'a str]) -> Vec<&'a str> {
        let mut arguments = vec!["install", "--plugin-lib", "library.so", "--skip-host-check"];
        arguments.extend_from_slice(more);
        arguments
    }

    /// Every file, link and folder of the root with its content and mode, without our own store.
    pub(crate) fn snapshot(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        collect(&self.root, &self.root, &mut found);
        found.retain(|path, _| {
            !path.split('/').any(|part| part == "agentsfence") || path.contains("plugins/")
        });
        found
    }
}

fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let meta = path.symlink_metadata().unwrap();
        if meta.is_dir() {
            // An empty folder of plugins means nothing to anyone.
            if name != "plugins" && !name.ends_with("/plugins") {
                found.insert(name, "folder".to_owned());
            }
            collect(root, &path, found);
        } else if meta.is_symlink() {
            found.insert(name, fs::read_link(&path).unwrap().display().to_string());
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            found.insert(name, format!("{:o} {text}", meta.mode()));
        }
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "out: {}\nerr: {}",
            self.stdout,
            self.stderr
        );
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(
                self.stdout.contains(word) || self.stderr.contains(word),
                "`{word}` is missing\nout: {}\nerr: {}",
                self.stdout,
                self.stderr
            );
        }
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.stdout, self.stderr))
    }
}
