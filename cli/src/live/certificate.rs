//! The enforcement certificate: what one host build was seen to enforce with one plugin and one
//! configuration. It counts only while all three are what they were.

use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::doctor::Subject;
use crate::install::bundle::MANIFEST;
use crate::install::file;

/// The file's name in the profile's data folder.
pub const FILE_NAME: &str = "certificate.json";
/// Of the file; another number is not read.
const FORMAT: u32 = 1;

/// What came of a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", content = "by", rename_all = "snake_case")]
pub enum Answer {
    /// It is enforced.
    Holds,
    /// It is not.
    DoesNotHold,
    /// This host cannot enforce it; something else does, or says so.
    CoveredBy(String),
    /// It could not be tried.
    Unknown,
}

/// One line of the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The probe's id.
    pub id: String,
    /// What came of it.
    #[serde(flatten)]
    pub answer: Answer,
    /// What was seen.
    pub evidence: String,
}

/// The host that was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostBuild {
    /// Its interpreter.
    pub python: String,
    /// The version of Hermes.
    pub version: String,
    /// `A`, `mixed` or `B`, as the plugin probed it.
    pub generation: String,
}

/// What one host build was seen to enforce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    format: u32,
    /// The version of AgentsFence.
    pub version: String,
    /// RFC 3339.
    pub time: String,
    /// The host.
    pub host: HostBuild,
    /// Digest of the installed plugin.
    plugin: String,
    /// Digest of the host's configuration and of ours.
    configuration: String,
    /// One line a probe.
    pub probes: Vec<Line>,
}

impl Certificate {
    /// The certificate of what was seen just now.
    pub fn new(subject: &Subject, host: HostBuild, probes: Vec<Line>) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            time: jiff::Timestamp::now().to_string(),
            host,
            plugin: plugin_digest(subject),
            configuration: configuration_digest(subject),
            probes,
        }
    }

    /// The certificate in a profile's data folder; `None` where there is none that can be read.
    pub fn read(data: &Path) -> Option<Self> {
        let bytes = file::read(&data.join(FILE_NAME)).ok()??;
        let found: Self = serde_json::from_slice(&bytes).ok()?;
        (found.format == FORMAT).then_some(found)
    }

    /// Keeps it, readable by its owner only.
    pub fn write(&self, data: &Path) -> anyhow::Result<()> {
        if !data.is_dir() {
            let mut builder = std::fs::DirBuilder::new();
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.recursive(true).create(data)?;
        }
        let path = data.join(FILE_NAME);
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        file::replace(&path, file::read(&path)?.as_deref(), &text)
    }

    /// Whether it is about the plugin, the host and the configuration that are in force now.
    pub fn is_current(&self, subject: &Subject) -> bool {
        let host = subject.host().and_then(|host| host.version.as_deref());
        self.version == env!("CARGO_PKG_VERSION")
            && self.plugin == plugin_digest(subject)
            && self.configuration == configuration_digest(subject)
            && host.is_none_or(|version| version == self.host.version)
    }

    /// Whether nothing was seen that is not enforced, and everything could be tried.
    pub fn holds(&self) -> bool {
        !self.probes.is_empty() && self.failing().is_empty()
    }

    /// How many probes hold or are covered.
    pub fn holding(&self) -> usize {
        self.probes.len() - self.failing().len()
    }

    /// The probes that do not hold or could not be tried.
    pub fn failing(&self) -> Vec<&str> {
        self.probes
            .iter()
            .filter(|line| matches!(line.answer, Answer::DoesNotHold | Answer::Unknown))
            .map(|line| line.id.as_str())
            .collect()
    }
}

/// `plugin-intact` compares the files with the manifest, so the manifest stands for them.
fn plugin_digest(subject: &Subject) -> String {
    digest(&[&subject.profile.plugin().join(MANIFEST)])
}

fn configuration_digest(subject: &Subject) -> String {
    let ours = subject
        .profile
        .data()
        .join(agentsfence_core::settings::FILE_NAME);
    let managed = subject
        .profiles
        .environment()
        .managed_dir
        .join("config.yaml");
    digest(&[&subject.profile.config(), &ours, &managed])
}

/// Of the files' contents; a missing file differs from an empty one.
fn digest(files: &[&Path]) -> String {
    let mut hasher = blake3::Hasher::new();
    for path in files {
        match fs::read(path) {
            Ok(bytes) => hasher
                .update(&[1])
                .update(&bytes.len().to_le_bytes())
                .update(&bytes),
            Err(_) => hasher.update(&[0]),
        };
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// A certificate of one probe for this subject.
    pub(crate) fn example(subject: &Subject, holds: bool) -> Certificate {
        let answer = if holds {
            Answer::Holds
        } else {
            Answer::DoesNotHold
        };
        let line = Line {
            id: "live-hidden-block".to_owned(),
            answer,
            evidence: "seen".to_owned(),
        };
        Certificate::new(subject, HostBuild::default(), vec![line])
    }

    #[test]
    fn lines_read_as_people_would_say_them() {
        let line = Line {
            id: "x".to_owned(),
            answer: Answer::CoveredBy("the check safe-mode".to_owned()),
            evidence: "seen".to_owned(),
        };
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(
            text,
            r#"{"id":"x","result":"covered_by","by":"the check safe-mode","evidence":"seen"}"#
        );
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
    }

    #[test]
    fn it_is_kept_for_the_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("agentsfence");
        let certificate = Certificate {
            format: FORMAT,
            version: String::new(),
            time: String::new(),
            host: HostBuild::default(),
            plugin: String::new(),
            configuration: String::new(),
            probes: Vec::new(),
        };
        certificate.write(&data).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&data), 0o700);
        assert_eq!(mode(&data.join(FILE_NAME)), 0o600);
        assert_eq!(Certificate::read(&data), Some(certificate));
    }
}
