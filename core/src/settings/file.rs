//! The settings in force: read again when the file changes, the last good ones kept while it is
//! broken.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::{Settings, SettingsError, SourceText, read};

/// The name of the user's file in our folder of a host home.
pub const FILE_NAME: &str = "config.toml";
/// The name of a project's file in the project's root.
pub const PROJECT_FILE_NAME: &str = ".agentsfence.toml";
/// Larger files are not read.
const LARGEST: u64 = 4 * 1024 * 1024;

/// What tells one state of a file from another. `None`: there is no file.
type Stamp = Option<(SystemTime, u64)>;

/// The settings of one home.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    seen: Option<Stamp>,
    good: Option<Arc<Settings>>,
    faults: Vec<SettingsError>,
}

/// The settings in force, and what is wrong with the file.
#[derive(Clone, Debug)]
pub struct InForce {
    /// The last good settings; `None` when there never were any: nothing consequential may run.
    pub settings: Option<Arc<Settings>>,
    /// What is wrong with the file as it stands; empty when nothing is.
    pub faults: Vec<SettingsError>,
    /// Whether the file was read anew for this answer.
    pub changed: bool,
}

impl SettingsFile {
    /// The settings of our folder of a host home.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.join(FILE_NAME),
            state: Mutex::default(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The settings in force. Costs one look at the file unless it changed.
    pub fn current(&self) -> InForce {
        // Whatever a panicking holder left is complete: fields are only ever replaced.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.path);
        let known = matches!((&now, &state.seen), (Ok(now), Some(seen)) if now == seen);
        if !known {
            state.seen = now.as_ref().ok().copied();
            match load(&self.path, None) {
                Ok(settings) => {
                    state.good = Some(Arc::new(settings));
                    state.faults = Vec::new();
                }
                Err(faults) => state.faults = faults,
            }
        }
        InForce {
            settings: state.good.clone(),
            faults: state.faults.clone(),
            changed: !known,
        }
    }

    /// The user's settings with a project's file on top; `None` when the project has no file. A
    /// fault in either leaves no settings.
    pub fn for_project(&self, root: &Path) -> Option<InForce> {
        let project = root.join(PROJECT_FILE_NAME);
        if !project.exists() {
            return None;
        }
        let (settings, faults) = match load(&self.path, Some(&project)) {
            Ok(settings) => (Some(Arc::new(settings)), Vec::new()),
            Err(faults) => (None, faults),
        };
        Some(InForce {
            settings,
            faults,
            changed: true,
        })
    }
}

/// Reads settings from disk. A user's file that does not exist is an empty one.
pub fn load(user: &Path, project: Option<&Path>) -> Result<Settings, Vec<SettingsError>> {
    let user_text = text(user).map_err(|fault| vec![fault])?;
    let project_text = project.map(text).transpose().map_err(|fault| vec![fault])?;
    read(&user_text, project_text.as_ref())
}

fn text(path: &Path) -> Result<SourceText, SettingsError> {
    let fault = |message: String| SettingsError {
        file: path.to_owned(),
        line: 0,
        key: String::new(),
        message,
        hint: String::new(),
    };
    if fs::metadata(path).is_ok_and(|metadata| metadata.len() > LARGEST) {
        return Err(fault(format!("is larger than {LARGEST} bytes")));
    }
    match fs::read(path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(SourceText::new(path, text)),
            Err(error) => {
                let place = error.utf8_error().valid_up_to();
                Err(fault(format!("is not UTF-8 at byte {place}")))
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SourceText::new(path, "")),
        Err(error) => Err(fault(format!("cannot be read: {error}"))),
    }
}

fn stamp(path: &Path) -> io::Result<Stamp> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some((metadata.modified()?, metadata.len()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
