//! The throw-away home of the live probes: the profile's plugins by links, and the settings that
//! decide about calls. Shell hooks, MCP servers, models and keys stay out.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use agentsfence_core::{catalog, settings};
use fs_err as fs;
use serde_yaml::{Mapping, Value};

use super::Run;
use crate::doctor::Subject;

/// What is taken over of the host's configuration.
const TAKEN: [&str; 4] = ["plugins", "approvals", "delegation", "command_allowlist"];

/// A folder with one home for each process that runs at the same time.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// Prepares the homes.
    pub(super) fn of(subject: &Subject) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("agentsfence-live-")
            .tempdir()?;
        let scratch = Self { folder };
        for home in [scratch.home(Run::Main), scratch.home(Run::SafeMode)] {
            prepare(subject, &home)?;
            prepare(subject, &home.join("second"))?;
        }
        Ok(scratch)
    }

    /// The home of a process. A resumed session needs that of the process before it.
    pub(super) fn home(&self, run: Run) -> PathBuf {
        self.folder.path().join(match run {
            Run::SafeMode => "safe",
            Run::Start | Run::Main | Run::Resumed => "home",
        })
    }
}

fn prepare(subject: &Subject, home: &Path) -> anyhow::Result<()> {
    for name in ["user", "work", "tmp", "plugins", "agentsfence"] {
        fs::create_dir_all(home.join(name))?;
    }
    fs::write(home.join("work/a.txt"), "a file\n")?;
    fs::write(home.join("config.yaml"), configuration(subject)?)?;
    // Entries that cannot be read are not loaded by the host either.
    let plugins = fs::read_dir(subject.profile.home.join("plugins"));
    for entry in plugins.into_iter().flatten().flatten() {
        symlink(entry.path(), home.join("plugins").join(entry.file_name()))?;
    }
    let (ours, copy) = (subject.profile.data(), home.join("agentsfence"));
    let file = ours.join(settings::FILE_NAME);
    if file.is_file() {
        fs::copy(file, copy.join(settings::FILE_NAME))?;
    }
    if ours.join(catalog::FOLDER).is_dir() {
        symlink(ours.join(catalog::FOLDER), copy.join(catalog::FOLDER))?;
    }
    Ok(())
}

/// What decides about calls, as the host reads it: the administrator's word is in it already.
fn configuration(subject: &Subject) -> anyhow::Result<String> {
    let mut taken = Mapping::new();
    for key in TAKEN {
        if let Some(value) = subject.config().at(key) {
            taken.insert(key.into(), value.clone());
        }
    }
    for (key, value) in managed(subject) {
        merge(&mut taken, key, value);
    }
    // The host's scanner of commands is a program that it may download.
    let scanner: Value = serde_yaml::from_str("tirith_enabled: false")?;
    taken.insert("security".into(), scanner);
    Ok(serde_yaml::to_string(&taken)?)
}

fn managed(subject: &Subject) -> Vec<(Value, Value)> {
    let settings = &subject.managed().settings;
    TAKEN
        .iter()
        .filter_map(|key| Some(((*key).into(), settings.at(key)?.clone())))
        .collect()
}

/// Leaf by leaf, as the host does it.
fn merge(into: &mut Mapping, key: Value, value: Value) {
    match (into.get_mut(&key), value) {
        (Some(Value::Mapping(inner)), Value::Mapping(more)) => {
            for (key, value) in more {
                merge(inner, key, value);
            }
        }
        (_, value) => {
            into.insert(key, value);
        }
    }
}
