//! `agentsfence undo`: takes the last change back, byte for byte.

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::Profiles;
use crate::install::{Store, Undone, store};
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
        Undone::Done(what, time) => {
            ui.good(&format!("`{what}` of {time} was taken back"));
            ui.line("  restart a running gateway or chat yourself");
            ui.document(&serde_json::json!({ "undone": what, "time": time }));
            Ok(Exit::Fine)
        }
    }
}

fn nothing(ui: &Ui) -> Exit {
    ui.line("there is nothing to undo");
    ui.document(&serde_json::json!({ "undone": null }));
    Exit::Found
}
