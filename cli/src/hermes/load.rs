//! `load.json`: what the plugin wrote down when a host last loaded it.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::install::file;

/// The file's name in the profile's data folder.
pub const FILE_NAME: &str = "load.json";

/// One report. Missing fields are those of an older plugin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Report {
    /// The plugin's version.
    pub version: String,
    /// `ready` or `blocking`.
    pub state: String,
    /// Why it blocks every call.
    pub blocking: String,
    /// `A`, `mixed` or `B`, as the plugin probed it.
    pub generation: String,
    /// The interpreter's path and version, separated by a space.
    interpreter: String,
    /// The process.
    pub pid: u32,
    /// Milliseconds since 1970.
    pub at: u64,
}

impl Report {
    /// The report in a profile's data folder; `None` where there is none that can be read.
    pub fn read(data: &Path) -> Option<Self> {
        let bytes = file::read(&data.join(FILE_NAME)).ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    /// Whether the guard decides calls.
    pub fn is_ready(&self) -> bool {
        self.state == "ready"
    }

    /// The Python that loaded it.
    pub fn interpreter(&self) -> Option<PathBuf> {
        let (path, _) = self.interpreter.rsplit_once(' ')?;
        Some(PathBuf::from(path))
    }

    /// The version of that Python.
    pub fn python(&self) -> &str {
        self.interpreter.rsplit(' ').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interpreter_may_have_spaces_in_its_path() {
        let report: Report =
            serde_json::from_str(r#"{"interpreter": "/a b/bin/python 3.11.7", "more": 1}"#)
                .unwrap();
        assert_eq!(report.interpreter(), Some(PathBuf::from("/a b/bin/python")));
        assert_eq!(report.python(), "3.11.7");
        assert!(!report.is_ready());
    }
}
