//! `agentsfence demo`: see it decide, in a throw-away home.

use std::path::{Path, PathBuf};

use agentsfence_core::model::Verdict;
use owo_colors::OwoColorize;
use serde::Serialize;

use crate::exit::Exit;
use crate::problem::Problem;
use crate::scene::{self, CorePlayer, HostPlayer, Outcome, Player, Scene, Step};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence demo
  agentsfence demo --hermes                     through a real host's own dispatcher, with mock tools
  agentsfence demo --python ~/hermes/bin/python
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

#[derive(Debug, Serialize)]
struct PlayedScene {
    id: String,
    title: String,
    request: String,
    right: bool,
    steps: Vec<PlayedStep>,
}

#[derive(Debug, Serialize)]
struct PlayedStep {
    tool: String,
    right: bool,
    #[serde(flatten)]
    outcome: Outcome,
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
    let mut stage: Box<dyn Player> = match interpreter(args)? {
        Some(python) => Box::new(HostPlayer::new(&python, home)),
        None => Box::new(CorePlayer::new(home)),
    };
    let mut played = Vec::new();
    for scene in scene::mail()? {
        let progress = ui.progress(&scene.title);
        let outcomes = stage.play(&scene)?;
        drop(progress);
        let scene = judge(&scene, outcomes);
        show(&scene, ui);
        played.push(scene);
    }
    let right = played.iter().filter(|scene| scene.right).count();
    ui.line("");
    ui.data(&format!(
        "{right} of {} scenes came out as they should",
        played.len()
    ));
    ui.document(&serde_json::json!({ "scenes": played, "right": right }));
    Ok(if right == played.len() {
        Exit::Fine
    } else {
        Exit::Found
    })
}

/// A home as a user has it, with the plugin installed.
fn prepare(home: &Path, _ui: &Ui) -> anyhow::Result<()> {
    fs_err::write(
        home.join("config.yaml"),
        "# a home for a demonstration\nmodel:\n  default: none\n",
    )?;
    Ok(())
}

/// The host's interpreter, where one was asked for.
fn interpreter(args: &Args) -> Result<Option<PathBuf>, Problem> {
    if let Some(python) = &args.python {
        return Ok(Some(python.clone()));
    }
    if !args.hermes {
        return Ok(None);
    }
    let hermes = which::which("hermes").map_err(|_| {
        Problem::new("no `hermes` on PATH")
            .hint("name the interpreter that has hermes-agent: --python PATH")
    })?;
    let python = crate::hermes::interpreter_of(&hermes).ok_or_else(|| {
        Problem::new(format!(
            "cannot tell which interpreter {} uses",
            hermes.display()
        ))
        .hint("name the interpreter that has hermes-agent: --python PATH")
    })?;
    Ok(Some(python))
}

fn judge(scene: &Scene, outcomes: Vec<Outcome>) -> PlayedScene {
    let step = |(step, outcome): (&Step, Outcome)| PlayedStep {
        tool: step.tool.clone(),
        right: scene::is_right(step, &outcome),
        outcome,
    };
    let steps: Vec<_> = scene.steps.iter().zip(outcomes).map(step).collect();
    PlayedScene {
        id: scene.id.clone(),
        title: scene.title.clone(),
        request: scene.request.clone(),
        right: steps.iter().all(|step| step.right),
        steps,
    }
}

fn show(scene: &PlayedScene, ui: &Ui) {
    ui.section(&scene.title);
    ui.line(&format!("  the owner: {}", scene.request.italic()));
    for step in &scene.steps {
        let line = format!("{:<8} {}", step.outcome.verdict, step.tool);
        if step.right {
            ui.good(&line);
        } else {
            ui.bad(&format!("{line} (not what should have come)"));
        }
        if step.outcome.verdict != Verdict::Allow {
            for text in step.outcome.message.lines().take(2) {
                ui.line(&format!("             {}", text.dimmed()));
            }
        }
    }
}
