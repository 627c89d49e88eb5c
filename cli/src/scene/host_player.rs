//! Plays scenes through the host's own dispatcher, in the host's interpreter, with mock tools.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use agentsfence_core::model::Verdict;
use anyhow::Context as _;
use serde::Deserialize;

use super::{Outcome, Player, Scene};
use crate::problem::Problem;

const DRIVER: &str = include_str!("driver.py");

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
        let mut child = Command::new(&self.python)
            .args(["-c", DRIVER])
            .env("HERMES_HOME", &self.hermes_home)
            .env_remove("HERMES_SAFE_MODE")
            .env_remove("HERMES_YOLO_MODE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", self.python.display()))?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(&serde_json::to_vec(scenes)?)?;
        }
        let output = collect(child)?;
        output
            .lines()
            .map(|line| {
                serde_json::from_str(line).with_context(|| format!("the host reported `{line}`"))
            })
            .collect()
    }
}

/// Everything that the child prints, within the deadline.
fn collect(mut child: Child) -> anyhow::Result<String> {
    let reader = child.stdout.take().map(read_all);
    let errors = child.stderr.take().map(read_all);
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > DEADLINE {
            child.kill()?;
            return Err(Problem::new(format!(
                "the host did not answer in {} s",
                DEADLINE.as_secs()
            ))
            .into());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let joined = |thread: Option<std::thread::JoinHandle<String>>| {
        thread
            .and_then(|thread| thread.join().ok())
            .unwrap_or_default()
    };
    let (output, errors) = (joined(reader), joined(errors));
    if status.success() {
        return Ok(output);
    }
    let last = errors.lines().last().unwrap_or_default().to_owned();
    Err(
        Problem::new(format!("the host ended with {status}: {last}"))
            .hint("give the interpreter that has hermes-agent installed with --python PATH")
            .into(),
    )
}

fn read_all(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read before an error is still worth showing.
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Player for HostPlayer {
    fn play(&mut self, scenes: &[Scene]) -> anyhow::Result<Vec<Vec<Outcome>>> {
        let lines = self.run(scenes)?;
        let steps: usize = scenes.iter().map(|scene| scene.steps.len()).sum();
        if lines.len() != steps {
            anyhow::bail!("the host reported {} of {steps} steps", lines.len());
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
