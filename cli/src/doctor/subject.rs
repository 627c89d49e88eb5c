//! What the checks look at: one profile, with the files that several checks need read once.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use agentsfence_core::settings::{self, Settings, SettingsError};
use serde_yaml::Value;

use crate::hermes::config::HostView;
use crate::hermes::installation::Installation;
use crate::hermes::managed::Managed;
use crate::hermes::plugins::{self, Neighbour};
use crate::hermes::{Profile, Profiles, host, load};

/// One profile under examination.
#[derive(Debug)]
pub struct Subject {
    /// The profile.
    pub profile: Profile,
    /// The root that it belongs to.
    pub profiles: Profiles,
    python: Option<PathBuf>,
    load: OnceCell<Option<load::Report>>,
    host: OnceCell<Option<Installation>>,
    neighbours: OnceCell<Vec<Neighbour>>,
    config: OnceCell<HostView>,
    managed: OnceCell<Managed>,
    settings: OnceCell<Result<Settings, Vec<SettingsError>>>,
}

impl Subject {
    /// Prepares; reads nothing yet.
    pub fn new(profiles: &Profiles, profile: Profile) -> Self {
        Self {
            profile,
            profiles: profiles.clone(),
            python: None,
            load: OnceCell::new(),
            host: OnceCell::new(),
            neighbours: OnceCell::new(),
            config: OnceCell::new(),
            managed: OnceCell::new(),
            settings: OnceCell::new(),
        }
    }

    /// Names the host's interpreter instead of looking for it.
    #[must_use]
    pub fn with_python(mut self, python: Option<&Path>) -> Self {
        self.python = python.map(Path::to_owned);
        self
    }

    /// The host's interpreter: named, behind `hermes` on PATH, or the one that last loaded us.
    pub fn python(&self) -> Option<PathBuf> {
        host::python(self.python.as_deref(), self.profiles.root()).or_else(|| {
            let loaded = self.load()?.interpreter()?;
            loaded.is_file().then_some(loaded)
        })
    }

    /// The host's files, read and never run.
    pub fn host(&self) -> Option<&Installation> {
        self.host
            .get_or_init(|| Installation::of(&self.python()?))
            .as_ref()
    }

    /// The other plugins that a host of this profile loads, by key.
    pub fn neighbours(&self) -> &[Neighbour] {
        self.neighbours.get_or_init(|| {
            let enabled = self.setting("plugins.enabled");
            plugins::neighbours(&self.profile.home, enabled, self.host())
        })
    }

    /// What the plugin said when a host last loaded it.
    pub fn load(&self) -> Option<&load::Report> {
        self.load
            .get_or_init(|| load::Report::read(&self.profile.data()))
            .as_ref()
    }

    /// A setting of the host at a dotted path: the administrator's word replaces the user's.
    pub fn setting(&self, path: &str) -> Option<&Value> {
        let managed = self.managed().settings.at(path);
        managed.or_else(|| self.config().at(path))
    }

    /// A variable as a host of this profile would see it: the environment, then `.env`.
    pub fn variable(&self, name: &str) -> Option<String> {
        let found = std::env::var(name).ok().filter(|value| !value.is_empty());
        found.or_else(|| {
            let text = fs_err::read_to_string(self.profile.home.join(".env")).ok()?;
            text.lines()
                .filter_map(|line| assigned(line, name))
                .next_back()
        })
    }

    /// The profile's `config.yaml` as the host reads it.
    pub fn config(&self) -> &HostView {
        self.config
            .get_or_init(|| HostView::read(&self.profile.config()))
    }

    /// Who else decides over the configuration.
    pub fn managed(&self) -> &Managed {
        self.managed
            .get_or_init(|| Managed::inspect(self.profiles.environment(), &self.profile))
    }

    /// Our own settings of this profile, or what is wrong with them.
    pub fn settings(&self) -> Result<&Settings, &[SettingsError]> {
        self.settings
            .get_or_init(|| settings::load(&self.profile.data().join(settings::FILE_NAME), None))
            .as_ref()
            .map_err(Vec::as_slice)
    }

    /// `-p NAME` for commands shown as fixes; empty where the host would pick this home anyway.
    pub fn flag(&self) -> String {
        match self.profile.name.as_str() {
            "custom" => String::new(),
            name => format!(" -p {name}"),
        }
    }
}

/// The value that a line of an `.env` file gives the variable.
fn assigned(line: &str, name: &str) -> Option<String> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (key, value) = line.split_once('=')?;
    (key.trim() == name).then(|| value.trim().trim_matches(['"', '\'']).to_owned())
}
