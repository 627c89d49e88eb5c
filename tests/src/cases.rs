//! The labelled cases: their JSON, and the places that relative names in them refer to.

use std::path::{Path, PathBuf};

use agentsfence_core::explain::{Authority, Defaults};
use agentsfence_core::model::RiskClass;
use agentsfence_core::target::path;
use anyhow::Context as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A labelled tool call of `tool_calls.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub struct EffectCase {
    /// Names the case.
    pub id: String,
    /// A family such as `shell/delete`.
    pub category: String,
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    pub args: Value,
    /// The right answer.
    pub expect: EffectLabel,
    /// Why, in words.
    #[serde(default)]
    pub note: String,
}

/// The right reading of a call. What is absent is not judged.
#[derive(Clone, Debug, Deserialize)]
pub struct EffectLabel {
    /// The accepted classes for the call as a whole.
    pub risk_ok: Vec<RiskClass>,
    /// Every class that must be among the effects.
    #[serde(default)]
    pub effects: Vec<RiskClass>,
    /// The exact set of recipients.
    pub recipients: Option<Vec<String>>,
    /// The exact set of hosts.
    pub domains: Option<Vec<String>>,
    /// The exact set of paths.
    pub paths: Option<Vec<String>>,
    /// Whether the call hides code.
    pub opaque: Option<bool>,
    /// What a guard must notice.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// A case of `public_reports.jsonl`, of any kind.
#[derive(Clone, Debug, Deserialize)]
pub struct ReportCase {
    /// Names the case.
    pub id: String,
    /// `tool_call`, `scenario`, `yaml_edit` or `cli`.
    pub kind: String,
    /// `G1` to `G5`.
    pub group: String,
    /// One line for people.
    pub title: String,
    /// What is put in.
    pub input: Value,
    /// What must come out.
    pub expect: Value,
    /// Why, in words.
    #[serde(default)]
    pub why: String,
}

/// The folder of the case files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/cases")
}

/// Reads a file of one JSON object a line.
pub fn read<T: DeserializeOwned>(name: &str) -> anyhow::Result<Vec<T>> {
    let file = folder().join(name);
    let text = std::fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            serde_json::from_str(line).with_context(|| format!("{}:{}", file.display(), index + 1))
        })
        .collect()
}

/// Where relative names lead for a user called `user`, working in `~/proj`.
pub fn defaults(user: &str) -> Defaults {
    Defaults {
        cwd: path::absolute(&format!("/home/{user}/proj")),
        home: path::absolute(&format!("/home/{user}")),
        hermes_home: None,
        authority: Authority::Fallback,
        interactive: true,
    }
}
