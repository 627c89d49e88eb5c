//! What the checks look at: one profile, with the files that several checks need read once.

use std::cell::OnceCell;

use agentsfence_core::settings::{self, Settings, SettingsError};

use crate::hermes::config::HostView;
use crate::hermes::managed::Managed;
use crate::hermes::{Profile, Profiles};

/// One profile under examination.
#[derive(Debug)]
pub struct Subject {
    /// The profile.
    pub profile: Profile,
    /// The root that it belongs to.
    pub profiles: Profiles,
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
            config: OnceCell::new(),
            managed: OnceCell::new(),
            settings: OnceCell::new(),
        }
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
