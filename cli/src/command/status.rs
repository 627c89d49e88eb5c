//! `agentsfence status`: the chosen profiles at a glance. `doctor` looks harder.

use serde::Serialize;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::config::{Enabled, HostView};
use crate::hermes::{Profile, Profiles, processes};
use crate::install::bundle::Manifest;
use crate::install::newcomers::Wish;
use crate::install::{Store, file, plan};
use crate::ui::Ui;

use super::change::settled;

const EXAMPLES: &str = "\
Examples:
  agentsfence status
  agentsfence status --all-profiles --json
";

/// Arguments of `status`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {}

#[derive(Debug, Serialize)]
struct Status {
    name: String,
    home: String,
    config_path: String,
    protected: bool,
    plugin: Option<String>,
    current: bool,
    damaged: Vec<String>,
    enabled: bool,
    trouble: Option<String>,
    last_load: Option<serde_json::Value>,
}

/// Shows them; exit 0 only when all are protected.
pub fn run(_args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (profiles, chosen) = Profiles::select(global)?;
    settled(Store::settle_if_needed(profiles.root())?, ui);
    let all: Vec<Status> = chosen.iter().map(status).collect();
    for (status, profile) in all.iter().zip(&chosen) {
        show(status, profile, ui);
    }
    let newcomers: Vec<String> = Wish::read(profiles.root())
        .newcomers(&profiles)
        .into_iter()
        .map(|profile| profile.name)
        .collect();
    for name in &newcomers {
        ui.warn(&format!("{name}: new and not protected yet"));
        ui.hint("agentsfence install");
    }
    let running = processes::running();
    for process in &running {
        ui.line(&format!(
            "  running: {} (process {})",
            process.command, process.pid
        ));
    }
    let protected = all.iter().all(|status| status.protected);
    ui.document(&serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "protected": protected,
        "profiles": all,
        "new_profiles": newcomers,
        "running": running,
    }));
    Ok(if protected { Exit::Fine } else { Exit::Found })
}

fn status(profile: &Profile) -> Status {
    let folder = profile.plugin();
    let manifest = Manifest::read(&folder);
    let damaged = manifest
        .as_ref()
        .map(|manifest| manifest.damaged(&folder))
        .unwrap_or_default();
    let seen = HostView::read(&profile.config()).enabled(plan::NAME);
    let trouble = match &seen {
        Enabled::Broken(why) => Some(why.clone()),
        Enabled::Disabled => Some("named in plugins.disabled, which wins".to_owned()),
        Enabled::No if manifest.is_some() => Some("installed but not enabled".to_owned()),
        _ if manifest.is_none() && folder.exists() => {
            Some(format!("{} was not made by this program", folder.display()))
        }
        Enabled::Yes if manifest.is_none() => Some("enabled but not installed".to_owned()),
        _ if !damaged.is_empty() => Some(format!("changed since install: {}", damaged.join(", "))),
        _ => None,
    };
    Status {
        name: profile.name.clone(),
        home: profile.home.display().to_string(),
        config_path: profile.config().display().to_string(),
        protected: manifest.is_some() && damaged.is_empty() && seen == Enabled::Yes,
        current: manifest
            .as_ref()
            .is_some_and(|manifest| manifest.version == env!("CARGO_PKG_VERSION")),
        plugin: manifest.map(|manifest| manifest.version),
        damaged,
        enabled: seen == Enabled::Yes,
        trouble,
        last_load: last_load(profile),
    }
}

/// What the plugin wrote when a host last loaded it.
fn last_load(profile: &Profile) -> Option<serde_json::Value> {
    let bytes = file::read(&profile.data().join("load.json")).ok()??;
    serde_json::from_slice(&bytes).ok()
}

fn show(status: &Status, profile: &Profile, ui: &Ui) {
    let how = profile.selection.describe();
    ui.data(&format!("{} ({how}): {}", status.name, status.config_path));
    match (&status.plugin, status.protected) {
        (Some(version), true) => ui.good(&format!("installed and enabled, version {version}")),
        _ => ui.bad(status.trouble.as_deref().unwrap_or("not installed")),
    }
    if !status.protected {
        ui.hint(&format!("agentsfence install -p {}", status.name));
    } else if !status.current {
        ui.warn(&format!(
            "another version than this program ({})",
            env!("CARGO_PKG_VERSION")
        ));
        ui.hint(&format!("agentsfence install -p {}", status.name));
    }
    if let Some(load) = &status.last_load {
        let word = |key: &str| {
            load.get(key)
                .and_then(serde_json::Value::as_str)
                .unwrap_or("?")
        };
        ui.line(&format!(
            "  last loaded: {} ({})",
            word("state"),
            word("version")
        ));
    }
}
