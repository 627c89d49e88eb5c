//! `agentsfence enable`: puts an installed plugin into `plugins.enabled`.

use super::change::{Consent, run_plain};
use crate::args::Global;
use crate::exit::Exit;
use crate::install::plan::Action;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence enable
  agentsfence enable -p work --dry-run
";

/// Arguments of `enable`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    consent: Consent,
}

/// Enables.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    run_plain(Action::Enable, "enable", &args.consent, global, ui)
}
