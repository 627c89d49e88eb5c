//! `agentsfence config`: the settings in `<home>/agentsfence/config.toml`.

use std::path::PathBuf;
use std::process::Command as Process;

use agentsfence_core::audit::{Event, EventKind};
use agentsfence_core::settings::{self, FILE_NAME, KEYS, Key, Settings, Value};
use clap::Subcommand;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles};
use crate::install::{Store, Transaction, file};
use crate::problem::Problem;
use crate::settings::{is_set, key, set, unset};
use crate::trail;
use crate::ui::Ui;

use super::change::settled;

const EXAMPLES: &str = "\
Examples:
  agentsfence config list
  agentsfence config set strict_yolo true
  agentsfence config set secret_paths '~/vault/**' '~/notes/private.md'
  agentsfence config unset strict_yolo
";

/// Arguments of `config`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print the value in force.
    Get {
        /// The setting's dotted name.
        key: String,
    },
    /// Set a value; comments and everything else in the file stay.
    Set {
        /// The setting's dotted name.
        key: String,
        /// Its value; a list takes several.
        #[arg(required = true, value_name = "VALUE")]
        values: Vec<String>,
    },
    /// Go back to the default.
    Unset {
        /// The setting's dotted name.
        key: String,
    },
    /// Print every setting, its value and what it means.
    List,
    /// Print where the file is.
    Path,
    /// Open the file in $VISUAL or $EDITOR; it is checked before it replaces the old one.
    Edit,
    /// Check the file.
    Validate,
    /// Print the JSON schema of the file, for editors.
    Schema,
}

/// Runs one of them.
pub fn run(args: Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    match args.action {
        Action::Get { key } => get(&key, global, ui),
        Action::Set { key: name, values } => {
            let key = key(&name)?;
            change(global, ui, &format!("config set {name}"), |path, text| {
                Ok(Some(set(path, text, key, &values)?))
            })
        }
        Action::Unset { key: name } => {
            let key = key(&name)?;
            change(global, ui, &format!("config unset {name}"), |path, text| {
                Ok(unset(path, text, key)?)
            })
        }
        Action::List => list(global, ui),
        Action::Path => path(global, ui),
        Action::Edit => edit(global, ui),
        Action::Validate => validate(global, ui),
        Action::Schema => {
            let schema = settings::json_schema();
            ui.data(&serde_json::to_string_pretty(&schema)?);
            ui.document(&schema);
            Ok(Exit::Fine)
        }
    }
}

fn path_of(profile: &Profile) -> PathBuf {
    profile.data().join(FILE_NAME)
}

fn in_force(profile: &Profile) -> anyhow::Result<Settings> {
    settings::load(&path_of(profile), None).map_err(|faults| {
        let mut faults = faults.iter();
        let first = faults.next().map(ToString::to_string).unwrap_or_default();
        let problem = faults.fold(Problem::new(first), |problem, fault| {
            problem.hint(fault.to_string())
        });
        problem
            .hint("`agentsfence config edit` opens the file")
            .into()
    })
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Flag(flag) => serde_json::json!(flag),
        Value::Number(number) => serde_json::json!(number),
        Value::Word(word) => serde_json::json!(word),
        Value::List(list) => serde_json::json!(list),
    }
}

fn get(name: &str, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let key = key(name)?;
    let (_, profile) = Profiles::select_one(global)?;
    let value = (key.get)(&in_force(&profile)?);
    match &value {
        Value::Word(word) => ui.data(word),
        Value::List(items) => items.iter().for_each(|item| ui.data(item)),
        Value::Flag(_) | Value::Number(_) => ui.data(&settings::in_toml(&value)),
    }
    ui.document(&json(&value));
    Ok(Exit::Fine)
}

fn list(global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (_, profile) = Profiles::select_one(global)?;
    let settings = in_force(&profile)?;
    let text = text_of(&profile)?;
    let mut rows = Vec::new();
    for key in KEYS {
        let value = (key.get)(&settings);
        let set = is_set(&text, key);
        let mark = if set { "" } else { "  (default)" };
        ui.data(&format!(
            "{} = {}{mark}",
            key.name,
            settings::in_toml(&value)
        ));
        ui.line(&format!("    {} Takes {}.", key.doc, key.kind.in_words()));
        rows.push(row(key, &value, set));
    }
    ui.document(&rows);
    Ok(Exit::Fine)
}

fn row(key: &Key, value: &Value, set: bool) -> serde_json::Value {
    serde_json::json!({
        "key": key.name,
        "value": json(value),
        "default": json(&(key.get)(&Settings::default())),
        "set": set,
        "takes": key.kind.in_words(),
        "doc": key.doc,
    })
}

fn path(global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (_, chosen) = Profiles::select(global)?;
    let paths: Vec<String> = chosen
        .iter()
        .map(|profile| path_of(profile).display().to_string())
        .collect();
    paths.iter().for_each(|path| ui.data(path));
    ui.document(&paths);
    Ok(Exit::Fine)
}

fn validate(global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (_, chosen) = Profiles::select(global)?;
    let mut rows = Vec::new();
    for profile in &chosen {
        let path = path_of(profile);
        let faults = settings::load(&path, None).err().unwrap_or_default();
        if faults.is_empty() {
            ui.good(&format!("{} is valid", path.display()));
        }
        for fault in faults {
            ui.bad(&fault.to_string());
            rows.push(serde_json::json!({
                "file": fault.file, "line": fault.line, "key": fault.key,
                "message": fault.message, "hint": fault.hint,
            }));
        }
    }
    let exit = if rows.is_empty() {
        Exit::Fine
    } else {
        Exit::Found
    };
    ui.document(&serde_json::json!({ "valid": rows.is_empty(), "faults": rows }));
    Ok(exit)
}

fn text_of(profile: &Profile) -> anyhow::Result<String> {
    let path = path_of(profile);
    let bytes = file::read(&path)?.unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| {
        Problem::new(format!("{} is not UTF-8", path.display()))
            .hint("move it away and begin anew, or save it as UTF-8 in an editor")
            .into()
    })
}

/// Changes the file of every chosen profile, all or none, so that `undo` can take it back.
pub(super) fn change(
    global: &Global,
    ui: &Ui,
    what: &str,
    edit: impl Fn(&std::path::Path, &str) -> anyhow::Result<Option<String>>,
) -> anyhow::Result<Exit> {
    let (profiles, chosen) = Profiles::select(global)?;
    let (store, found) = Store::open(profiles.root())?;
    settled(found, ui);
    let mut transaction = Transaction::begin(&store, what)?;
    let mut edited = Vec::new();
    for profile in &chosen {
        let path = path_of(profile);
        let text = text_of(profile)?;
        if let Some(new) = edit(&path, &text)?.filter(|new| *new != text) {
            transaction.make_folder(&profile.data())?;
            transaction.file(&path, Some(new.as_bytes()))?;
            edited.push(profile);
        }
    }
    let changed = !transaction.is_empty();
    if changed {
        transaction.commit()?;
        for profile in edited {
            let event = Event::new(EventKind::SettingChanged).with("command", what);
            trail::record(profile, &event, ui);
        }
        ui.good(&format!(
            "{what}: done; running sessions take it over by themselves"
        ));
    } else {
        ui.line("  nothing to change");
    }
    ui.document(&serde_json::json!({ "changed": changed }));
    Ok(Exit::Fine)
}

/// Sets one word for `setup`.
pub(super) fn set_quietly(global: &Global, ui: &Ui, name: &str, word: &str) -> anyhow::Result<()> {
    let key = key(name)?;
    let words = [word.to_owned()];
    change(global, ui, &format!("config set {name}"), |path, text| {
        Ok(Some(set(path, text, key, &words)?))
    })?;
    Ok(())
}

fn edit(global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    if !ui.interactive() {
        return Err(Problem::new("`config edit` needs a terminal")
            .hint("`agentsfence config set KEY VALUE` works without one")
            .into());
    }
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| {
            std::env::var(name)
                .ok()
                .filter(|value| !value.trim().is_empty())
        })
        .ok_or_else(|| {
            Problem::new("neither VISUAL nor EDITOR is set").hint("for example: export EDITOR=nano")
        })?;
    let (_, profile) = Profiles::select_one(global)?;
    let draft = tempfile::Builder::new().suffix(".toml").tempfile()?;
    fs_err::write(draft.path(), text_of(&profile)?)?;
    // The variable may hold arguments; a shell splits it as its user wrote it for one.
    let done = Process::new("sh")
        .args(["-c", &format!("{editor} \"$1\""), "sh"])
        .arg(draft.path())
        .status()?;
    if !done.success() {
        return Err(
            Problem::new(format!("`{editor}` did not end well; nothing was changed"))
                .hint("set VISUAL to an editor that waits until the file is closed")
                .into(),
        );
    }
    let new = fs_err::read_to_string(draft.path())?;
    let faults = settings::load(draft.path(), None).err().unwrap_or_default();
    if let Some(fault) = faults.first() {
        let place = if fault.line > 0 {
            format!("line {}: ", fault.line)
        } else {
            String::new()
        };
        return Err(Problem::new(format!(
            "{place}`{}` {}; nothing was changed",
            fault.key, fault.message
        ))
        .hint("run `agentsfence config edit` again")
        .into());
    }
    change(global, ui, "config edit", |_, _| Ok(Some(new.clone())))
}
