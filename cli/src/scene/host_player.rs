//! Plays scenes through the host's own dispatcher, in the host's interpreter, with mock tools.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agentsfence_core::model::Verdict;
use anyhow::Context as _;
use serde::Deserialize;

use super::process::{End, HostProcess};
use super::{Outcome, Player, Scene};
use crate::problem::Problem;

const PLAY: &str = include_str!("play.py");

/// A host that has not answered by then is stopped.
const DEADLINE: Duration = Duration::from_secs(90);

/// Plays through one run of a host.
#[derive(Debug)]
pub struct HostPlayer {
    python: PathBuf,
    hermes_home: PathBuf,
}

/// What the driver reports for each step.
#[derive(Debug, Deserialize)]
struct Line {
    ran: bool,
    asked: Option<String>,
    returned: String,
}

impl HostPlayer {
    /// A player with the host's interpreter and a throw-away home that has the plugin enabled.
    pub fn new(python: &Path, hermes_home: &Path) -> Self {
        Self {
            python: python.to_owned(),
            hermes_home: hermes_home.to_owned(),
        }
    }

    fn run(&self, scenes: &[Scene]) -> anyhow::Result<Vec<Line>> {
        let mut lines = Vec::new();
        let end = HostProcess::new(&self.python, &self.hermes_home, PLAY, DEADLINE).run(
            serde_json::to_vec(scenes)?,
            |line| {
                let read = serde_json::from_str(line);
                lines.push(read.with_context(|| format!("the host reported `{line}`")));
            },
        )?;
        match end {
            End::Done => lines.into_iter().collect(),
            End::Failed(why) => Err(Problem::new(format!("the host ended with {why}"))
                .hint("give the interpreter that has hermes-agent installed with --python PATH")
                .into()),
            End::Hung { after, .. } => Err(Problem::new(format!(
                "the host did not answer in {after} s"
            ))
            .hint("the same scenes play through the core without --hermes")
            .into()),
        }
    }
}

impl Player for HostPlayer {
    fn play(&mut self, scenes: &[Scene]) -> anyhow::Result<Vec<Vec<Outcome>>> {
        let lines = self.run(scenes)?;
        let steps: usize = scenes.iter().map(|scene| scene.steps.len()).sum();
        if lines.len() != steps {
            return Err(Problem::new(format!(
                "the host reported {} of {steps} steps",
                lines.len()
            ))
            .hint("`agentsfence doctor` says whether the plugin works in that host")
            .into());
        }
        let mut outcomes = lines.into_iter().map(outcome);
        Ok(scenes
            .iter()
            .map(|scene| outcomes.by_ref().take(scene.steps.len()).collect())
            .collect())
    }
}

fn outcome(line: Line) -> Outcome {
    let verdict = match (&line.asked, line.ran) {
        (Some(_), _) => Verdict::AskUser,
        (None, true) => Verdict::Allow,
        (None, false) => Verdict::Block,
    };
    let message = match verdict {
        Verdict::Allow => String::new(),
        Verdict::AskUser => line.asked.unwrap_or_default(),
        Verdict::Block => error_of(line.returned),
    };
    Outcome {
        verdict,
        ran: line.ran,
        message,
    }
}

/// The host wraps what a blocked tool returns: `{"error": "..."}`.
fn error_of(returned: String) -> String {
    let wrapped: Option<serde_json::Value> = serde_json::from_str(&returned).ok();
    let error = wrapped
        .as_ref()
        .and_then(|value| value.get("error")?.as_str());
    error.map_or(returned.clone(), str::to_owned)
}
