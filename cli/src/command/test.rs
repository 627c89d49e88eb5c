//! `agentsfence test`: play scenes of attacks and of honest work, and see that each comes out right.

use std::path::PathBuf;

use crate::exit::Exit;
use crate::problem::Problem;
use crate::scene::{self, Scene, Stage, conclude};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence test                      through the core
  agentsfence test --hermes             through the host on PATH, with mock tools
  agentsfence test --scenario git-hook --scenario mail
  agentsfence test --list
";

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Only these scenes: an id, or the beginning of ids.
    #[arg(long = "scenario", value_name = "ID")]
    scenarios: Vec<String>,
    /// List the scenes and play none.
    #[arg(long)]
    list: bool,
    /// Play through the dispatcher of the Hermes that is on PATH, with mock tools.
    #[arg(long)]
    hermes: bool,
    /// The interpreter that has hermes-agent installed; implies --hermes.
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
}

/// Plays the chosen scenes in a throw-away home.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<Exit> {
    let scenes = chosen(args)?;
    if args.list {
        for scene in &scenes {
            ui.data(&format!("{:<24} {}", scene.id, scene.title));
        }
        ui.document(&scenes);
        return Ok(Exit::Fine);
    }
    let folder = tempfile::Builder::new()
        .prefix("agentsfence-test-")
        .tempdir()?;
    let home = folder.path();
    let mut stage = if args.hermes || args.python.is_some() {
        super::demo::prepare(home, ui)?;
        Stage::host(&scene::interpreter(args.python.as_deref())?, home)
    } else {
        Stage::core(home)
    };
    let played = stage.play(&scenes, ui)?;
    Ok(conclude(&played, ui))
}

fn chosen(args: &Args) -> anyhow::Result<Vec<Scene>> {
    let mut scenes = scene::all()?;
    if let Some(unknown) = args
        .scenarios
        .iter()
        .find(|id| !scenes.iter().any(|scene| scene.id.starts_with(id.as_str())))
    {
        return Err(Problem::new(format!("no scene is called `{unknown}`"))
            .hint("`agentsfence test --list` names them")
            .into());
    }
    if !args.scenarios.is_empty() {
        scenes.retain(|scene| {
            args.scenarios
                .iter()
                .any(|id| scene.id.starts_with(id.as_str()))
        });
    }
    Ok(scenes)
}
