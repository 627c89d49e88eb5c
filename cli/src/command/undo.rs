//! `agentsfence undo`: takes the last change back, byte for byte.

use std::path::PathBuf;

use agentsfence_core::audit::{Event, EventKind};

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles};
use crate::install::{Store, Undone, store};
use crate::trail;
use crate::ui::{Answer, Ui};

use super::change::settled;

const EXAMPLES: &str = "\
Examples:
  agentsfence undo
  agentsfence undo --yes
";

/// Arguments of `undo`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Do it without asking.
    #[arg(short, long)]
    yes: bool,
}

/// Undoes.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (profiles, _) = Profiles::select(global)?;
    if !store::folder_of(profiles.root()).is_dir() {
        return Ok(nothing(ui));
    }
    let (store, found) = Store::open(profiles.root())?;
    settled(found, ui);
    let Some(last) = store.describe_last()? else {
        return Ok(nothing(ui));
    };
    if !args.yes && ui.confirm(&format!("Take back {last}?"), true) == Answer::No {
        ui.line("nothing was changed");
        return Ok(Exit::Found);
    }
    match store.undo()? {
        Undone::Nothing => Ok(nothing(ui)),
        Undone::Done { what, time, paths } => {
            for profile in touched(&profiles, &paths)? {
                let event = Event::new(EventKind::Undone).with("command", what.as_str());
                trail::record(&profile, &event, ui);
            }
            ui.good(&format!("`{what}` of {time} was taken back"));
            ui.line("  restart a running gateway or chat yourself");
            ui.document(&serde_json::json!({ "undone": what, "time": time }));
            Ok(Exit::Fine)
        }
    }
}

/// The profiles that the paths lie in.
fn touched(profiles: &Profiles, paths: &[PathBuf]) -> anyhow::Result<Vec<Profile>> {
    let all = profiles.all()?;
    let mut touched: Vec<Profile> = Vec::new();
    for path in paths {
        // The root's own home holds those of the named profiles: the innermost one is meant.
        let around = all.iter().filter(|profile| path.starts_with(&profile.home));
        let Some(owner) = around.max_by_key(|profile| profile.home.components().count()) else {
            continue;
        };
        if !touched.iter().any(|known| known.home == owner.home) {
            touched.push(owner.clone());
        }
    }
    Ok(touched)
}

fn nothing(ui: &Ui) -> Exit {
    ui.line("there is nothing to undo");
    ui.document(&serde_json::json!({ "undone": null }));
    Exit::Found
}
