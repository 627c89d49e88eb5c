//! `agentsfence install`: copies the plugin into the chosen profiles and enables it there.

use std::path::PathBuf;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::Profiles;
use crate::install::plan::Action;
use crate::install::{Bundle, newcomers};
use crate::ui::Ui;

use super::change::{Change, Consent, HostArgs, try_host};

const EXAMPLES: &str = "\
Examples:
  agentsfence install                       the profile that Hermes itself would use
  agentsfence install -p work -p play       these two
  agentsfence install --all-profiles --include-new
  agentsfence install --dry-run             show the diff, change nothing
";

/// Arguments of `install`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    consent: Consent,
    #[command(flatten)]
    host: HostArgs,
    /// The plugin's native library [default: embedded, or next to this program].
    #[arg(long, value_name = "FILE")]
    plugin_lib: Option<PathBuf>,
    /// From now on, `install` also protects profiles that are made later.
    #[arg(long, overrides_with = "no_include_new")]
    include_new: bool,
    /// Forget `--include-new`.
    #[arg(long)]
    no_include_new: bool,
}

/// Installs.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let (profiles, mut chosen) = Profiles::select(global)?;
    let wish = newcomers::Wish::read(profiles.root());
    for newcomer in wish.newcomers(&profiles) {
        if !chosen.iter().any(|known| known.home == newcomer.home) {
            ui.line(&format!(
                "  {} is new and will be protected as well",
                newcomer.name
            ));
            chosen.push(newcomer);
        }
    }
    let bundle = Bundle::find(args.plugin_lib.as_deref())?;
    ui.detail(&format!("native library from {}", bundle.source));
    let warnings = try_host(&args.host, profiles.root(), &bundle, ui)?;
    let change = Change {
        action: Action::Install,
        what: "install",
        consent: &args.consent,
        bundle: Some(&bundle),
        warnings,
    };
    let exit = change.run(&profiles, &chosen, ui)?;
    if exit == Exit::Fine && !args.consent.dry_run {
        let wanted = match (args.include_new, args.no_include_new) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        wish.update(profiles.root(), wanted, &chosen)?;
    }
    Ok(exit)
}
