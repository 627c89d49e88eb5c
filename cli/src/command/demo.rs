//! `agentsfence demo`: see it decide, in a throw-away home.

use std::path::{Path, PathBuf};

use crate::doctor::{Subject, registry};
use crate::exit::Exit;
use crate::hermes::{Environment, Profiles};
use crate::install::plan::{self, Action};
use crate::install::{Bundle, Store, Transaction};
use crate::scene::{self, Stage, conclude};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence demo
  agentsfence demo --hermes                     through a real host's own dispatcher, with mock tools
  agentsfence demo --python ~/hermes/bin/python
";

/// A configuration as people have it: with comments, and plugins of their own.
const CONFIG: &str = "\
# my agent
model:
  default: some-model   # the good one

plugins:
  enabled:
    - notes   # keeps my notes
";

/// Arguments of `demo`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Play through the dispatcher of the Hermes that is on PATH, with mock tools.
    #[arg(long)]
    hermes: bool,
    /// The interpreter that has hermes-agent installed; implies --hermes.
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
}

/// Plays the scenes and says whether each came out as it should.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<Exit> {
    let folder = tempfile::Builder::new()
        .prefix("agentsfence-demo-")
        .tempdir()?;
    let home = folder.path();
    ui.section("A throw-away home");
    ui.good(&home.display().to_string());
    prepare(home, ui)?;
    let mut stage = if args.hermes || args.python.is_some() {
        Stage::host(&scene::interpreter(args.python.as_deref())?, home)
    } else {
        Stage::core(home)
    };
    let played = stage.play(&scene::mail()?, ui)?;
    Ok(conclude(&played, ui))
}

/// A home as a user has it, with the plugin installed by the same steps as `install`.
pub(super) fn prepare(home: &Path, ui: &Ui) -> anyhow::Result<()> {
    fs_err::write(home.join("config.yaml"), CONFIG)?;
    let bundle = Bundle::find(None)?;
    let environment = Environment {
        hermes_home: Some(home.to_owned()),
        managed: None,
        managed_dir: home.join("no-managed-settings"),
        ..Environment::current()
    };
    let profiles = Profiles::discover(environment)?;
    let profile = profiles.active()?;
    let (store, _) = Store::open(profiles.root())?;
    let mut transaction = Transaction::begin(&store, "demo")?;
    let environment = profiles.environment();
    let step = plan::stage(
        &mut transaction,
        Action::Install,
        &profile,
        environment,
        Some(&bundle),
    )?;
    transaction.commit()?;
    ui.section("What install changes");
    ui.diff(&step.diff);
    ui.good(&format!("plugins/agentsfence {}", step.plugin));
    ui.section("What doctor says");
    let subject = Subject::new(&profiles, profile);
    super::doctor::report(&registry::select(&[], &[])?, &subject, Vec::new(), ui);
    Ok(())
}
