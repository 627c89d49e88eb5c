//! `agentsfence uninstall`: disables the plugin and removes it; nothing else changes.

use std::path::Path;

use fs_err as fs;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles};
use crate::install::newcomers::Wish;
use crate::install::plan::Action;
use crate::problem::Problem;
use crate::ui::{Answer, Ui};

use super::change::{Change, Consent};

const EXAMPLES: &str = "\
Examples:
  agentsfence uninstall -p work
  agentsfence uninstall --all-profiles --purge     settings, state and audit log as well
";

/// Arguments of `uninstall`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    consent: Consent,
    /// Also delete settings, state and the audit log. This cannot be undone.
    #[arg(long)]
    purge: bool,
}

/// Uninstalls.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (profiles, chosen) = Profiles::select(global)?;
    if args.purge && !args.consent.dry_run && !purge_is_meant(args, &chosen, ui)? {
        ui.line("nothing was changed");
        return Ok(Exit::Found);
    }
    let change = Change {
        action: Action::Uninstall,
        what: "uninstall",
        consent: &args.consent,
        bundle: None,
        warnings: Vec::new(),
    };
    let exit = change.run(&profiles, &chosen, ui)?;
    if exit != Exit::Fine || args.consent.dry_run {
        return Ok(exit);
    }
    Wish::read(profiles.root()).exclude(profiles.root(), &chosen)?;
    if args.purge {
        for profile in &chosen {
            purge(&profile.data())?;
            ui.good(&format!(
                "{}: settings, state and audit log deleted",
                profile.name
            ));
        }
    }
    Ok(exit)
}

/// Enter means no, and without a terminal `--yes` is needed.
fn purge_is_meant(args: &Args, chosen: &[Profile], ui: &Ui) -> anyhow::Result<bool> {
    if args.consent.yes {
        return Ok(true);
    }
    let names: Vec<String> = chosen
        .iter()
        .map(|profile| format!("`{}`", profile.name))
        .collect();
    let question = format!(
        "Delete settings, state and audit log of {} for good?",
        names.join(", ")
    );
    match ui.confirm(&question, false) {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        Answer::Nobody => Err(Problem::new("`--purge` deletes the audit log for good")
            .hint("say `--yes` as well where nobody can be asked")
            .into()),
    }
}

fn purge(data: &Path) -> anyhow::Result<()> {
    match fs::symlink_metadata(data) {
        Ok(found) if found.is_dir() => Ok(fs::remove_dir_all(data)?),
        Ok(_) => Ok(fs::remove_file(data)?),
        Err(_) => Ok(()),
    }
}
