//! The settings in force for a session, and why nothing consequential may run when there are none.

use std::path::Path;
use std::sync::Arc;

use crate::settings::{InForce, Settings, SettingsError, SettingsFile};

/// The settings in force.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The settings; the defaults while there are none.
    pub(crate) settings: Arc<Settings>,
    /// Why nothing consequential may run: the settings never could be read.
    pub(crate) broken: Option<String>,
}

impl Config {
    /// The user's settings.
    pub(crate) fn of(in_force: &InForce) -> Self {
        match &in_force.settings {
            Some(settings) => Self {
                settings: Arc::clone(settings),
                broken: None,
            },
            None => Self {
                settings: Arc::default(),
                broken: Some(in_words(&in_force.faults)),
            },
        }
    }

    /// The settings with those of the project in `cwd`; `None` when it has none of its own.
    pub(crate) fn of_project(file: &SettingsFile, cwd: &str) -> Option<Arc<Self>> {
        let in_force = file.for_project(Path::new(cwd))?;
        Some(Arc::new(Self::of(&in_force)))
    }
}

/// The faults in one line.
pub(crate) fn in_words(faults: &[SettingsError]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    format!("the settings cannot be read: {}", lines.join("; "))
}
