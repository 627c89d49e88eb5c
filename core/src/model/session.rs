//! How a session stands when a call arrives, apart from its policy.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{AbsPath, Marks};

/// Why the host would answer a question without a human (facts: hermes_contracts section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutoAnswer {
    /// `--yolo`, `-z`, `HERMES_YOLO_MODE`, session yolo.
    Yolo,
    /// `approvals.mode: off` where the host honours it for plugins.
    ApprovalsOff,
    /// The exact rule key is on the host's allowlist.
    Allowlist,
    /// A scheduled job.
    Cron,
    /// A single query without a terminal.
    SingleQuery,
    /// A webhook, API server or other platform where nobody watches.
    Unattended,
    /// A subagent whose questions are answered by a setting.
    Subagent,
    /// The caller said that no human is there.
    NonInteractive,
}

/// What the session is in when the call arrives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// A policy applies.
    Live,
    /// No policy is known for the ids of the call.
    Unknown,
    /// The session was ended or reset.
    Dropped,
    /// A call ran without or against a decision: only reads until the user's next message.
    Quarantined(String),
    /// The user's newest message is not compiled yet, or could not be: why.
    UpdatePending(String),
    /// State could not be read or written: why.
    Broken(String),
}

/// What the task has used up so far, by grant id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Calls that ran or are reserved.
    pub calls: BTreeMap<String, u32>,
    /// Grants that ask once and whose question a human answered with yes.
    #[serde(default)]
    pub answered: BTreeSet<String>,
    /// Distinct targets of writes and deletes, normalised.
    pub targets: BTreeMap<String, Vec<String>>,
    /// Hundredths of currency spent or reserved.
    pub cents: BTreeMap<String, i64>,
    /// Consequential effects that left the machine.
    pub outbound: u32,
    /// Files that earlier calls filled from the network or with a secret, and which of both.
    #[serde(default)]
    pub left_in_files: BTreeMap<String, Marks>,
}

impl Usage {
    /// What earlier calls left in a file. What is in a folder that was downloaded was downloaded,
    /// unless it is the folder of the work, or one around it: then it is the user's own.
    pub fn marks_of(&self, path: &AbsPath, work: &AbsPath) -> Marks {
        if self.left_in_files.is_empty() {
            return Marks::default();
        }
        let own = self.left_in_files.get(path.as_str()).copied();
        let folders = path.as_str().match_indices('/').map(|(end, _)| end);
        let above = folders
            .filter_map(|end| path.as_str().get(..end))
            .filter(|folder| !is_within(work.as_str(), folder))
            .filter_map(|folder| self.left_in_files.get(folder))
            .fold(Marks::default(), |marks, left| {
                marks | (*left & Marks::DOWNLOAD)
            });
        own.unwrap_or_default() | above
    }
}

fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
