//! Where a call comes from: a file, standard input, or flags.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use agentsfence_core::catalog::{self, Catalog};
use agentsfence_core::explain::{Authority, Defaults, Engine, PresetName, Request};
use agentsfence_core::policy::Policy;
use agentsfence_core::settings::{self, Settings, SettingsError};
use agentsfence_core::target::path;
use anyhow::Context as _;
use serde_json::{Map, Value};

use crate::args::Global;
use crate::hermes::Profiles;
use crate::problem::Problem;

/// The longest call that is read, in bytes. Longer ones are refused before they are parsed.
const CALL_BYTES: u64 = 64 * 1024 * 1024;

/// What applies to calls that do not say it themselves; the same names as in the JSON.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What applies to calls that do not say it themselves")]
pub struct World {
    /// A message of the owner; give it again for later messages.
    #[arg(long = "intent", value_name = "TEXT")]
    pub intents: Vec<String>,
    /// Ready-made bounds instead of a message.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["intents", "policy"],
          value_parser = ["read_only", "code_task", "full_trust"])]
    pub preset: Option<String>,
    /// A policy written out as JSON.
    #[arg(long, value_name = "FILE", conflicts_with = "intents")]
    pub policy: Option<PathBuf>,
    /// The settings [default: `config.toml` of the profile, if there is one].
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where relative paths start [default: this folder].
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<String>,
    /// The user's home [default: yours].
    #[arg(long, value_name = "DIR")]
    pub home: Option<String>,
    /// The host's home [default: `.hermes` in the home].
    #[arg(long, value_name = "DIR")]
    pub hermes_home: Option<String>,
    /// Whether a human could answer a question.
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    pub interactive: bool,
}

impl World {
    /// The defaults that the flags and this process give.
    pub fn defaults(&self) -> anyhow::Result<Defaults> {
        let cwd = match &self.cwd {
            Some(cwd) => absolute("--cwd", cwd)?,
            None => path::absolute(
                &std::env::current_dir()
                    .unwrap_or_default()
                    .to_string_lossy(),
            ),
        };
        let home = match &self.home {
            Some(home) => absolute("--home", home)?,
            None => path::absolute(&std::env::home_dir().unwrap_or_default().to_string_lossy()),
        };
        let hermes_home = self
            .hermes_home
            .as_ref()
            .map(|home| absolute("--hermes-home", home));
        Ok(Defaults {
            cwd,
            home,
            hermes_home: hermes_home.transpose()?,
            authority: self.authority()?,
            interactive: self.interactive,
        })
    }

    /// Whether other bounds or settings are named than those of the profile.
    pub fn tries_others(&self) -> bool {
        self.config.is_some()
            || self.policy.is_some()
            || self.preset.is_some()
            || !self.intents.is_empty()
    }

    /// The engine with the settings that apply.
    pub fn engine(&self, global: &Global) -> anyhow::Result<Engine<'static>> {
        engine(self.config.as_ref(), global)
    }

    /// The engine with the settings of the profile, whatever others are named.
    pub fn current_engine(global: &Global) -> anyhow::Result<Engine<'static>> {
        engine(None, global)
    }

    fn authority(&self) -> anyhow::Result<Authority> {
        if let Some(file) = &self.policy {
            return Ok(Authority::Policy(Box::new(policy_file(file)?)));
        }
        if !self.intents.is_empty() {
            return Ok(Authority::Intents(self.intents.clone()));
        }
        let preset = self.preset.as_deref().and_then(PresetName::parse);
        Ok(preset.map_or(Authority::Fallback, Authority::Preset))
    }
}

/// A policy written out as JSON: by itself, or as `policy compile --json` prints it.
pub fn policy_file(file: &Path) -> anyhow::Result<Policy> {
    let text = read_text(file)?;
    let read = || -> serde_json::Result<Policy> {
        let mut document: serde_json::Value = serde_json::from_str(&text)?;
        let inner = document.get_mut("policy").map(serde_json::Value::take);
        serde_json::from_value(inner.unwrap_or(document))
    };
    read().map_err(|error| {
        Problem::new(format!("{}: not a policy: {error}", file.display()))
            .hint("`agentsfence policy compile 'WORDS' --json` prints one")
            .into()
    })
}

/// The engine with these settings, or with those of the profile.
fn engine(config: Option<&PathBuf>, global: &Global) -> anyhow::Result<Engine<'static>> {
    let file = match config {
        Some(file) if !file.exists() => {
            return Err(Problem::new(format!("{} does not exist", file.display()))
                .hint("`agentsfence config path` says where the profile's settings are")
                .into());
        }
        Some(file) => Some(file.clone()),
        None if global.profiles.is_empty() => Profiles::select_one(global)
            .ok()
            .map(|(_, profile)| profile.data().join(settings::FILE_NAME)),
        None => Some(
            Profiles::select_one(global)?
                .1
                .data()
                .join(settings::FILE_NAME),
        ),
    };
    let catalog = match file.as_deref().and_then(Path::parent) {
        Some(folder) => overlaid(&folder.join(catalog::FOLDER))?,
        None => Catalog::built_in(),
    };
    let settings = match file {
        Some(file) => settings::load(&file, None).map_err(|faults| broken(&faults))?,
        None => Settings::default(),
    };
    Ok(Engine {
        catalog,
        settings,
        now: jiff::Timestamp::now().as_second(),
    })
}

/// The catalogue with the overlays of a folder. It lives as long as the command.
pub fn overlaid(folder: &Path) -> anyhow::Result<&'static Catalog> {
    match catalog::load(folder) {
        Ok(None) => Ok(Catalog::built_in()),
        Ok(Some(catalog)) => Ok(Box::leak(Box::new(catalog))),
        Err(faults) => {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Err(Problem::new(lines.join("\n  "))
                .hint("the overlay must fit before its home is protected again")
                .into())
        }
    }
}

fn broken(faults: &[SettingsError]) -> Problem {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    Problem::new(lines.join("\n  "))
        .hint("`agentsfence config validate` checks the settings after every edit")
}

fn absolute(flag: &str, text: &str) -> Result<agentsfence_core::model::AbsPath, Problem> {
    if text.starts_with('/') {
        return Ok(path::absolute(text));
    }
    Err(
        Problem::new(format!("{flag} must be an absolute path, not `{text}`"))
            .hint(format!("write it from the root: {flag} \"$PWD/{text}\"")),
    )
}

/// A call from a tool's name and flags, or else from a file or standard input.
pub fn request(
    file: Option<&Path>,
    tool: Option<&str>,
    args: &[String],
    defaults: &Defaults,
) -> anyhow::Result<Request> {
    let request = match tool {
        Some(tool) => Request::from_value(call_of_flags(tool, args)?, defaults),
        None => Request::from_json(&read_call(file)?, defaults),
    };
    Ok(request.map_err(|error| {
        Problem::new(error.to_string())
            .hint("a call looks like {\"tool\": \"terminal\", \"args\": {\"command\": \"ls\"}}")
    })?)
}

/// A call as JSON text: from a file, or from standard input when `file` is `-` or missing.
pub fn read_call(file: Option<&Path>) -> anyhow::Result<String> {
    match file {
        Some(file) if file.as_os_str() != "-" => read_text(file),
        None if io::stdin().is_terminal() => Err(Problem::new("no call was given")
            .hint("give a file, `-` for standard input, or --tool NAME --arg KEY=VALUE")
            .into()),
        _ => text("standard input", io::stdin().lock()),
    }
}

fn read_text(file: &Path) -> anyhow::Result<String> {
    let opened = std::fs::File::open(file).map_err(|error| {
        Problem::new(format!("cannot read {}: {}", file.display(), plain(&error)))
            .hint("`agentsfence explain --help` shows how to give a call")
    })?;
    text(&file.display().to_string(), opened)
}

fn text(name: &str, reader: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    reader
        .take(CALL_BYTES + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > CALL_BYTES {
        return Err(
            Problem::new(format!("{name} is larger than {} MiB", CALL_BYTES >> 20))
                .hint(
                    "many calls are read one a line with `explain --jsonl`, however many there are",
                )
                .into(),
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Problem::new(format!("{name} is not UTF-8 at byte {offset}"))
            .hint("JSON is UTF-8: `iconv -f LATIN1 -t UTF-8` turns Latin-1 into it")
            .into()
    })
}

/// A system error without its number: `permission denied`.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A call from `--tool` and `--arg`: `KEY=VALUE` is text, `KEY:=VALUE` is JSON.
pub fn call_of_flags(tool: &str, args: &[String]) -> anyhow::Result<Value> {
    let mut map = Map::new();
    for arg in args {
        let (key, value) = arg.split_once('=').ok_or_else(|| {
            Problem::new(format!("--arg `{arg}` has no `=`"))
                .hint("write --arg KEY=TEXT, or --arg KEY:=JSON for numbers, lists and objects")
        })?;
        let (key, value) = match key.strip_suffix(':') {
            Some(key) => (key, json_value(key, value)?),
            None => (key, Value::String(value.to_owned())),
        };
        map.insert(key.to_owned(), value);
    }
    Ok(serde_json::json!({ "tool": tool, "args": map }))
}

fn json_value(key: &str, text: &str) -> Result<Value, Problem> {
    serde_json::from_str(text).map_err(|error| {
        Problem::new(format!("--arg {key}:= is not JSON: {error}"))
            .hint(format!("--arg {key}=TEXT takes the text as it is"))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn flags_give_text_and_json_arguments() {
        let args = ["command=a=b".to_owned(), "limit:=3".to_owned()];
        assert_eq!(
            call_of_flags("t", &args).unwrap(),
            json!({"tool": "t", "args": {"command": "a=b", "limit": 3}})
        );
        assert!(call_of_flags("t", &["command".to_owned()]).is_err());
        assert!(call_of_flags("t", &["limit:=x".to_owned()]).is_err());
    }
}
