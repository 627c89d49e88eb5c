//! `load.json`: what the plugin last reported when the host loaded it.

use serde::{Deserialize, Serialize};

use super::clock::system_millis;
use super::{FOLDER, Fence};
use crate::store::private;

/// What the plugin knows of itself and its host when it is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoadReport {
    /// Version of the plugin.
    pub version: String,
    /// What the host was probed to be.
    pub generation: String,
    /// The Python interpreter, with its version.
    pub interpreter: String,
    /// The host's home.
    pub home: String,
    /// The process.
    pub pid: u32,
    /// Milliseconds since the Unix epoch; set when written.
    pub at: i64,
    /// Why every consequential call is blocked; empty when the guard works.
    pub blocking: String,
}

impl Fence {
    /// The name of the report in [`FOLDER`].
    pub const LOAD_REPORT: &'static str = "load.json";

    /// Writes the report in one step. Best effort: a home that cannot be written says so at the
    /// first decision.
    pub fn report_load(&self, report: &LoadReport) {
        debug_assert!(self.folder().ends_with(FOLDER));
        let report = LoadReport {
            at: system_millis(),
            pid: std::process::id(),
            ..report.clone()
        };
        if let Ok(text) = serde_json::to_vec_pretty(&report)
            && private::folder(self.folder()).is_ok()
        {
            let _ = private::replace(&self.folder().join(Self::LOAD_REPORT), &text);
        }
    }
}
