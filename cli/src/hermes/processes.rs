//! Hermes processes that are running now: they keep the plugins that they started with.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::Serialize;

/// A running Hermes.
#[derive(Clone, Debug, Serialize)]
pub struct Process {
    /// Its process id.
    pub pid: u32,
    /// Its command line, shortened.
    pub command: String,
    /// Its HERMES_HOME; `None` where it is not set or not ours to read.
    pub home: Option<PathBuf>,
    /// The home folder of its user; `None` where its environment is not ours to read.
    #[serde(skip)]
    pub user: Option<PathBuf>,
}

/// How much of a command line is shown.
const SHOWN_WORDS: usize = 4;

/// The running Hermes processes, as far as the system shows them.
pub fn running() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let own = std::process::id();
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| *pid != own)
        .filter_map(process)
        .collect()
}

fn process(pid: u32) -> Option<Process> {
    let folder = Path::new("/proc").join(pid.to_string());
    let words = words(&fs::read(folder.join("cmdline")).ok()?);
    let at = words
        .iter()
        .take(SHOWN_WORDS)
        .position(|word| is_hermes(word))?;
    let environment = fs::read(folder.join("environ")).ok();
    let variable = |name: &str| {
        let mut words = words_of(environment.as_deref()?);
        words.find_map(|word| word.strip_prefix(name).map(PathBuf::from))
    };
    let shown: Vec<&str> = words
        .iter()
        .skip(at)
        .take(SHOWN_WORDS)
        .map(String::as_str)
        .collect();
    Some(Process {
        pid,
        command: shown.join(" "),
        home: variable("HERMES_HOME="),
        user: variable("HOME="),
    })
}

/// `hermes`, `/path/hermes`, or the module that it starts.
fn is_hermes(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(
        name,
        "hermes" | "hermes-agent" | "hermes_cli" | "hermes_cli.main"
    ) || word == "gateway.run"
}

fn words(bytes: &[u8]) -> Vec<String> {
    words_of(bytes).collect()
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = String> + '_ {
    bytes
        .split(|byte| *byte == 0)
        .filter(|word| !word.is_empty())
        .map(|word| String::from_utf8_lossy(word).into_owned())
}
