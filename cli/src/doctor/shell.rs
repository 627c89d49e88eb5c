//! The shell hooks that stand before tool calls, as `config.yaml` names them.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_yaml::Value;

use super::Subject;

/// Where they are configured.
pub(super) const KEY: &str = "hooks.pre_tool_call";
/// A longer file is a program and no script.
const LARGEST_SCRIPT: u64 = 1 << 20;

/// One shell hook.
#[derive(Clone, Debug)]
pub(super) struct ShellHook {
    /// Its command line.
    pub(super) command: String,
    /// Whether the call is blocked when the hook fails.
    pub(super) fails_closed: bool,
}

/// Every shell hook before tool calls.
pub(super) fn all(subject: &Subject) -> Vec<ShellHook> {
    let entries = subject.setting(KEY).and_then(Value::as_sequence);
    entries.into_iter().flatten().filter_map(read).collect()
}

/// Those that are not ours.
pub(super) fn others(subject: &Subject) -> Vec<ShellHook> {
    let mut hooks = all(subject);
    hooks.retain(|hook| !hook.command.contains("agentsfence"));
    hooks
}

fn read(entry: &Value) -> Option<ShellHook> {
    let is_set = |key: &str| entry.get(key).and_then(Value::as_bool) == Some(true);
    Some(ShellHook {
        command: entry.get("command").and_then(Value::as_str)?.to_owned(),
        fails_closed: is_set("fail_closed") || is_set("failClosed"),
    })
}

impl ShellHook {
    /// The command with the text of the scripts that it names.
    pub(super) fn source(&self, subject: &Subject) -> String {
        let home = subject.profiles.environment().user_home.as_deref();
        let mut text = self.command.clone();
        for word in self.command.split_whitespace() {
            let path = expanded(word.trim_matches(['"', '\'']), home);
            let size = fs::metadata(&path).map(|meta| meta.len());
            if size.is_ok_and(|size| size <= LARGEST_SCRIPT) {
                let bytes = fs::read(&path).unwrap_or_default();
                text.push('\n');
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
        text
    }
}

fn expanded(word: &str, home: Option<&Path>) -> PathBuf {
    match (word.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(word),
    }
}
