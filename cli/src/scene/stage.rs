//! Playing scenes for people: who plays, and how it is shown.

use std::path::{Path, PathBuf};

use agentsfence_core::model::Verdict;
use owo_colors::OwoColorize;
use serde::Serialize;

use super::{CorePlayer, HostPlayer, Outcome, Player, Reply, Scene, Step, is_right};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::ui::Ui;

/// A scene with what came of it.
#[derive(Debug, Serialize)]
pub struct PlayedScene {
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
    /// What the owner said when asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Reply>,
    #[serde(flatten)]
    outcome: Outcome,
}

impl PlayedScene {
    /// Whether every step came out as it should.
    pub fn is_right(&self) -> bool {
        self.right
    }
}

/// Where scenes are played.
#[derive(Debug)]
pub enum Stage {
    /// Through the core's own runtime.
    Core(Box<CorePlayer>),
    /// Through a host's own dispatcher.
    Host(HostPlayer),
}

impl Stage {
    /// The core, in a throw-away home.
    pub fn core(home: &Path) -> Self {
        Self::Core(Box::new(CorePlayer::new(home)))
    }

    /// The host of an interpreter, in a throw-away home that has the plugin enabled.
    pub fn host(python: &Path, home: &Path) -> Self {
        Self::Host(HostPlayer::new(python, home))
    }

    /// Plays scenes, shows them and tells what came of each.
    pub fn play(&mut self, scenes: &[Scene], ui: &Ui) -> anyhow::Result<Vec<PlayedScene>> {
        let progress = ui.progress("playing scenes");
        let outcomes = match self {
            Self::Core(player) => player.play(scenes)?,
            Self::Host(player) => player.play(scenes)?,
        };
        drop(progress);
        let played: Vec<_> = scenes
            .iter()
            .zip(outcomes)
            .map(|(scene, outcomes)| judge(scene, outcomes))
            .collect();
        for scene in &played {
            show(scene, ui);
        }
        Ok(played)
    }
}

/// The interpreter that runs the host: the one given, or that of the `hermes` on PATH.
pub fn interpreter(given: Option<&Path>) -> Result<PathBuf, Problem> {
    if let Some(python) = given {
        return Ok(python.to_owned());
    }
    let advice = "name the interpreter that has hermes-agent: --python PATH";
    let hermes =
        which::which("hermes").map_err(|_| Problem::new("no `hermes` on PATH").hint(advice))?;
    crate::hermes::interpreter_of(&hermes).ok_or_else(|| {
        Problem::new(format!(
            "cannot tell which interpreter {} uses",
            hermes.display()
        ))
        .hint(advice)
    })
}

fn judge(scene: &Scene, outcomes: Vec<Outcome>) -> PlayedScene {
    let step = |(step, outcome): (&Step, Outcome)| PlayedStep {
        tool: step.tool.clone(),
        right: is_right(step, &outcome),
        // Nobody who says nothing has agreed.
        answer: (outcome.verdict == Verdict::AskUser).then(|| step.answer.unwrap_or(Reply::Deny)),
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

const fn in_words(answer: Reply) -> &'static str {
    match answer {
        Reply::Once => "yes, once",
        Reply::Session => "yes, in this session",
        Reply::Always => "yes, always",
        Reply::Deny => "no",
    }
}

/// Says how many scenes came out as they should, and what that means for the exit code.
pub fn conclude(played: &[PlayedScene], ui: &Ui) -> Exit {
    let right = played.iter().filter(|scene| scene.is_right()).count();
    ui.line("");
    ui.data(&format!(
        "{right} of {} scenes came out as they should",
        played.len()
    ));
    ui.document(&serde_json::json!({ "scenes": played, "right": right }));
    if right == played.len() {
        Exit::Fine
    } else {
        Exit::Found
    }
}

fn show(scene: &PlayedScene, ui: &Ui) {
    ui.section(&scene.title);
    ui.line(&format!("  the owner: {}", scene.request.trim().italic()));
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
        if let Some(answer) = step.answer {
            ui.line(&format!("             the owner: {}", in_words(answer)));
        }
    }
}
