//! `agentsfence profiles`: the profiles of this Hermes root and whether each is protected.

use serde::Serialize;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::config::{Enabled, HostView};
use crate::hermes::{Profile, Profiles};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence profiles
  agentsfence profiles --json
";

/// Arguments of `profiles`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    home: String,
    active: bool,
    installed: bool,
    enabled: bool,
    state: &'static str,
    detail: Option<String>,
}

/// Lists them.
pub fn run(_args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (profiles, chosen) = if global.profiles.is_empty() {
        let profiles = Profiles::discover(crate::hermes::Environment::current())?;
        let all = profiles.all()?;
        (profiles, all)
    } else {
        Profiles::select(global)?
    };
    let active = profiles.active().ok();
    let rows: Vec<Row> = chosen
        .iter()
        .map(|profile| row(profile, active.as_ref()))
        .collect();
    let width = rows
        .iter()
        .map(|row| row.name.len())
        .max()
        .unwrap_or_default();
    for row in &rows {
        let mark = if row.active { "*" } else { " " };
        ui.data(&format!(
            "{mark} {:width$}  {:13}  {}",
            row.name, row.state, row.home
        ));
        if let Some(detail) = &row.detail {
            ui.hint(detail);
        }
    }
    ui.document(&serde_json::json!({ "root": profiles.root(), "profiles": rows }));
    Ok(Exit::Fine)
}

fn row(profile: &Profile, active: Option<&Profile>) -> Row {
    let installed = profile.plugin().join("__init__.py").is_file();
    let seen = HostView::read(&profile.config()).enabled("agentsfence");
    let (state, detail) = match (&seen, installed) {
        (Enabled::Yes, true) => ("protected", None),
        (Enabled::Yes, false) => (
            "not protected",
            Some("enabled, but the plugin's files are missing".to_owned()),
        ),
        (Enabled::No, true) => ("not enabled", None),
        (Enabled::Disabled, _) => ("disabled", None),
        (Enabled::Broken(why), _) => ("not protected", Some(why.clone())),
        (Enabled::No, false) => ("not protected", None),
    };
    Row {
        name: profile.name.clone(),
        home: profile.home.display().to_string(),
        active: active.is_some_and(|active| active.home == profile.home),
        installed,
        enabled: seen == Enabled::Yes,
        state,
        detail,
    }
}
