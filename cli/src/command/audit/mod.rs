//! `agentsfence audit`: read, check, count and export the log.

mod export;
mod filter;
mod show;
mod stats;
mod verify;

use agentsfence_core::audit::Entry;
use clap::Subcommand;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence audit show -n 20 --verdict block
  agentsfence audit show --follow
  agentsfence audit verify --reexec
  agentsfence audit export --format csv > decisions.csv
";

/// Arguments of `audit`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show events, the newest last.
    Show(show::Args),
    /// Check that no line was changed, removed or added.
    Verify(verify::Args),
    /// Count decisions by verdict, tool and rule.
    Stats(filter::Filter),
    /// Write events for other programs.
    Export(export::Args),
}

/// Runs one of them for the chosen profile.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let profile = Profiles::select_one(global)?.1;
    match &args.action {
        Action::Show(args) => show::run(args, &profile, ui),
        Action::Verify(args) => verify::run(args, &profile, ui),
        Action::Stats(filter) => stats::run(filter, &profile, ui),
        Action::Export(args) => export::run(args, &profile, ui),
    }
}

/// Hands every entry that the filter takes to `each`, the oldest first. Lines that cannot be read
/// are counted, and the first is said on standard error at the end.
fn for_each(
    profile: &Profile,
    filter: &filter::Filter,
    ui: &Ui,
    mut each: impl FnMut(Entry),
) -> anyhow::Result<Exit> {
    let filter = filter.ready()?;
    let mut bad = 0_usize;
    for entry in agentsfence_core::audit::entries(&profile.data()) {
        match entry {
            Ok(entry) if filter.takes(&entry) => each(entry),
            Ok(_) => {}
            Err(error) => {
                if bad == 0 {
                    ui.complain(&error.to_string());
                }
                bad += 1;
            }
        }
        if ui.closed() {
            break;
        }
    }
    if bad > 1 {
        ui.complain(&format!("{bad} lines of the log could not be read"));
    }
    Ok(if bad == 0 { Exit::Fine } else { Exit::Found })
}

/// A time in the reader's zone.
fn time(millis: i64) -> String {
    crate::time::shown(millis.div_euclid(1000))
}
