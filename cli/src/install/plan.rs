//! What must change in one profile, and the checks that come before any change.

use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, Manifest};
use super::{Transaction, file};
use crate::hermes::managed::Managed;
use crate::hermes::{Environment, Profile};
use crate::problem::Problem;
use crate::yaml::{self, Edit, Edited};

/// The plugin's name in Hermes' lists.
pub const NAME: &str = "agentsfence";
const ENABLED: &[&str] = &["plugins", "enabled"];
const DISABLED: &[&str] = &["plugins", "disabled"];

/// What to do with a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Copy the plugin and enable it.
    Install,
    /// Disable the plugin and remove it.
    Uninstall,
    /// Only enable it.
    Enable,
    /// Only disable it.
    Disable,
}

/// What an action would change in one profile.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The profile's name.
    pub name: String,
    /// Its home.
    pub home: String,
    /// `installed`, `updated`, `removed` or `unchanged`.
    pub plugin: &'static str,
    /// `created`, `edited`, `restored`, `removed` or `unchanged`.
    pub config: &'static str,
    /// The unified diff of `config.yaml`; empty when it does not change.
    pub diff: String,
}

impl Step {
    /// Whether anything changes.
    pub fn changes(&self) -> bool {
        self.plugin != "unchanged" || self.config != "unchanged"
    }
}

/// `restore.json`: lets `uninstall` put `config.yaml` back byte for byte where nobody else has
/// touched it since.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Restore {
    /// blake3 of the text that we wrote.
    after: String,
    /// The text before; `None` when there was no file.
    before: Option<String>,
}

/// Adds the changes of `action` to `transaction`.
pub fn stage(
    transaction: &mut Transaction<'_>,
    action: Action,
    profile: &Profile,
    env: &Environment,
    bundle: Option<&Bundle>,
) -> anyhow::Result<Step> {
    check_home(profile)?;
    check_managed(profile, env)?;
    let mut step = Step {
        name: profile.name.clone(),
        home: profile.home.display().to_string(),
        plugin: "unchanged",
        config: "unchanged",
        diff: String::new(),
    };
    match action {
        Action::Install => {
            step.plugin = put_plugin(transaction, profile, bundle)?;
            edit_config(transaction, profile, action, &mut step)?;
        }
        Action::Uninstall => {
            check_ours(&profile.plugin())?;
            edit_config(transaction, profile, action, &mut step)?;
            step.plugin = take_plugin(transaction, profile)?;
        }
        Action::Enable => {
            if Manifest::read(&profile.plugin()).is_none() {
                return Err(Problem::new(format!(
                    "the plugin is not installed in profile `{}`: nothing of ours at {}",
                    profile.name,
                    profile.plugin().display()
                ))
                .hint(format!("agentsfence install -p {}", profile.name))
                .into());
            }
            edit_config(transaction, profile, action, &mut step)?;
        }
        Action::Disable => edit_config(transaction, profile, action, &mut step)?,
    }
    Ok(step)
}

fn check_home(profile: &Profile) -> anyhow::Result<()> {
    if profile.home.is_dir() {
        return Ok(());
    }
    let home = profile.home.display();
    let problem = if profile.home.exists() {
        Problem::new(format!("{home} is not a folder"))
    } else {
        Problem::new(format!("there is no Hermes home at {home}"))
    };
    Err(problem
        .hint("run `hermes` once so that it makes its home, or set HERMES_HOME")
        .into())
}

fn check_managed(profile: &Profile, env: &Environment) -> anyhow::Result<()> {
    match Managed::inspect(env, profile).locked_by {
        Some(lock) => Err(Problem::new(format!(
            "the configuration of profile `{}` is managed ({lock}), so Hermes and we do not write it",
            profile.name
        ))
        .hint("add `agentsfence` to plugins.enabled where this configuration is made")
        .into()),
        None => Ok(()),
    }
}

/// A folder of our name that we did not make is somebody's work.
fn check_ours(folder: &Path) -> anyhow::Result<()> {
    let Ok(found) = fs::symlink_metadata(folder) else {
        return Ok(());
    };
    if found.is_dir() && (Manifest::read(folder).is_some() || is_empty(folder)) {
        return Ok(());
    }
    let what = if found.is_symlink() {
        "is a symbolic link"
    } else {
        "was not made by this program"
    };
    Err(
        Problem::new(format!("{} {what}, so it is left alone", folder.display()))
            .hint("move it away, then try again")
            .into(),
    )
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

fn put_plugin(
    transaction: &mut Transaction<'_>,
    profile: &Profile,
    bundle: Option<&Bundle>,
) -> anyhow::Result<&'static str> {
    let Some(bundle) = bundle else {
        return Ok("unchanged");
    };
    let folder = profile.plugin();
    check_ours(&folder)?;
    if bundle.is_at(&folder) {
        return Ok("unchanged");
    }
    let known = folder.exists();
    transaction.make_folder(&profile.data())?;
    if let Some(parent) = folder.parent() {
        transaction.make_folder(parent)?;
    }
    transaction.folder(&folder, Some(&bundle.files), &profile.data())?;
    Ok(if known { "updated" } else { "installed" })
}

fn take_plugin(
    transaction: &mut Transaction<'_>,
    profile: &Profile,
) -> anyhow::Result<&'static str> {
    let folder = profile.plugin();
    if !folder.exists() {
        return Ok("unchanged");
    }
    transaction.make_folder(&profile.data())?;
    transaction.folder(&folder, None, &profile.data())?;
    Ok("removed")
}

fn edit_config(
    transaction: &mut Transaction<'_>,
    profile: &Profile,
    action: Action,
    step: &mut Step,
) -> anyhow::Result<()> {
    let path = profile.config();
    let before = file::read(&path)?;
    let record = profile.data().join("restore.json");
    if action == Action::Uninstall
        && let Some(text) = restorable(&record, before.as_deref())
    {
        step.config = if text.is_some() {
            "restored"
        } else {
            "removed"
        };
        step.diff = diff(before.as_deref(), text.as_deref().map(str::as_bytes));
        transaction.file(&path, text.as_deref().map(str::as_bytes))?;
        return transaction.file(&record, None);
    }
    let edits: &[Edit<'_>] = match action {
        Action::Install | Action::Enable => &[
            Edit::Add {
                path: ENABLED,
                item: NAME,
            },
            Edit::Remove {
                path: DISABLED,
                item: NAME,
            },
        ],
        Action::Uninstall => &[
            Edit::Remove {
                path: ENABLED,
                item: NAME,
            },
            Edit::Remove {
                path: DISABLED,
                item: NAME,
            },
        ],
        Action::Disable => &[Edit::Remove {
            path: ENABLED,
            item: NAME,
        }],
    };
    let old = before.clone().unwrap_or_default();
    let edited = yaml::apply(&old, edits).map_err(|refusal| refused(&path, &refusal))?;
    if action == Action::Uninstall && record.exists() {
        transaction.file(&record, None)?;
    }
    let Edited::Changed(new) = edited else {
        return Ok(());
    };
    step.config = if before.is_some() {
        "edited"
    } else {
        "created"
    };
    step.diff = diff(before.as_deref(), Some(&new));
    if action == Action::Install {
        transaction.make_folder(&profile.data())?;
        let restore = Restore {
            after: blake3::hash(&new).to_hex().to_string(),
            before: before.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        };
        transaction.file(&record, Some(&serde_json::to_vec(&restore)?))?;
    }
    transaction.file(&path, Some(&new))
}

/// The text before the install, where the current text is exactly what the install wrote.
#[expect(
    clippy::option_option,
    reason = "outer: restorable; inner: there was a file"
)]
fn restorable(record: &Path, current: Option<&[u8]>) -> Option<Option<String>> {
    let restore: Restore = serde_json::from_slice(&fs::read(record).ok()?).ok()?;
    let current = blake3::hash(current?).to_hex().to_string();
    (restore.after == current).then_some(restore.before)
}

fn refused(path: &Path, refusal: &yaml::Refusal) -> Problem {
    let place = refusal.place.map_or(String::new(), |place| {
        format!(":{}:{}", place.line, place.column)
    });
    let problem = Problem::new(format!(
        "{}{place} is left as it is: {}",
        path.display(),
        refusal.what
    ));
    if refusal.by_hand.is_empty() {
        return problem.hint("repair the file at that place, then try again");
    }
    problem.hint(format!(
        "repair that place, or add by hand to what is there:\n  {}",
        refusal.by_hand.join("\n  ")
    ))
}

/// A unified diff of `config.yaml`.
fn diff(before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let text =
        |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    similar::TextDiff::from_lines(text(before), text(after))
        .unified_diff()
        .context_radius(2)
        .header("config.yaml", "config.yaml")
        .to_string()
}
