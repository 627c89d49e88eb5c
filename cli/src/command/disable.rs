//! `agentsfence disable`: takes the plugin out of `plugins.enabled`; its files stay.

use super::change::{Consent, run_plain};
use crate::args::Global;
use crate::exit::Exit;
use crate::install::plan::Action;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence disable
  agentsfence disable -p work --dry-run
";

/// Arguments of `disable`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    consent: Consent,
}

/// Disables.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    run_plain(Action::Disable, "disable", &args.consent, global, ui)
}
