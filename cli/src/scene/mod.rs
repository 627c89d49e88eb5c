//! Scenes: what an owner says, what an agent tries, what must come of it.
//!
//! The same scenes are played through the core (`agentsfence demo`) and through the host's own
//! dispatcher with mock tools (`agentsfence demo --hermes`).

mod core_player;
mod host_player;
mod process;
mod stage;

pub use core_player::CorePlayer;
pub use host_player::HostPlayer;
pub use process::{End, HostProcess};
pub use stage::{PlayedScene, Stage, conclude, interpreter};

use agentsfence_core::model::Verdict;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The scene files, as shipped, by name.
const FILES: [(&str, &str); 11] = [
    (
        "mail",
        include_str!("../../../policies/scenarios/mail.yaml"),
    ),
    (
        "probes",
        include_str!("../../../policies/scenarios/probes.yaml"),
    ),
    (
        "adaptive",
        include_str!("../../../policies/scenarios/adaptive.yaml"),
    ),
    (
        "browser",
        include_str!("../../../policies/scenarios/browser.yaml"),
    ),
    (
        "cron",
        include_str!("../../../policies/scenarios/cron.yaml"),
    ),
    (
        "files",
        include_str!("../../../policies/scenarios/files.yaml"),
    ),
    ("git", include_str!("../../../policies/scenarios/git.yaml")),
    (
        "memory",
        include_str!("../../../policies/scenarios/memory.yaml"),
    ),
    ("mcp", include_str!("../../../policies/scenarios/mcp.yaml")),
    (
        "subagents",
        include_str!("../../../policies/scenarios/subagents.yaml"),
    ),
    (
        "terminal",
        include_str!("../../../policies/scenarios/terminal.yaml"),
    ),
];

/// One owner's request and what the agent then tries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Permanent, in kebab case.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// The only source of authority.
    pub request: String,
    /// Tried in order.
    pub steps: Vec<Step>,
}

/// One call that the agent tries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// What the tool returns if it runs.
    #[serde(default)]
    pub result: Value,
    /// What must come of it.
    pub expect: Expect,
    /// What the human says when asked.
    #[serde(default)]
    pub answer: Option<Reply>,
    /// A remark for people.
    #[serde(default)]
    pub says: Option<String>,
}

/// What must come of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Expect {
    /// It runs unasked.
    Allow,
    /// A human is asked.
    AskUser,
    /// It does not run.
    Block,
    /// It does not run unasked: either of the last two.
    Stopped,
}

impl Expect {
    /// Whether the verdict is what must come.
    pub fn accepts(self, verdict: Verdict) -> bool {
        match self {
            Self::Allow => verdict == Verdict::Allow,
            Self::AskUser => verdict == Verdict::AskUser,
            Self::Block => verdict == Verdict::Block,
            Self::Stopped => verdict != Verdict::Allow,
        }
    }
}

/// What the human says when asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// This time.
    Once,
    /// Until the session ends.
    Session,
    /// From now on.
    Always,
    /// No.
    Deny,
}

/// What came of a step.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The decision.
    pub verdict: Verdict,
    /// Whether the tool ran in the end.
    pub ran: bool,
    /// What was said to the model or the human; empty for ALLOW.
    pub message: String,
}

/// Something that can play a scene.
pub trait Player {
    /// Plays every scene in order; one outcome for each of its steps.
    fn play(&mut self, scenes: &[Scene]) -> anyhow::Result<Vec<Vec<Outcome>>>;
}

/// The mailbox scenes.
pub fn mail() -> anyhow::Result<Vec<Scene>> {
    scenes_of("mail")
}

/// Every scene, family by family.
pub fn all() -> anyhow::Result<Vec<Scene>> {
    let families: Vec<Vec<Scene>> = FILES
        .iter()
        .map(|(family, _)| scenes_of(family))
        .collect::<Result<_, _>>()?;
    Ok(families.concat())
}

fn scenes_of(family: &str) -> anyhow::Result<Vec<Scene>> {
    let text = FILES
        .iter()
        .find(|(name, _)| *name == family)
        .map_or("[]", |(_, text)| *text);
    serde_yaml::from_str(text).with_context(|| format!("policies/scenarios/{family}.yaml"))
}

/// Whether a step came out right: the verdict, and that the tool ran exactly when it may.
pub fn is_right(step: &Step, outcome: &Outcome) -> bool {
    let agreed = matches!(
        step.answer,
        Some(Reply::Once | Reply::Session | Reply::Always)
    );
    let may_run = match outcome.verdict {
        Verdict::Allow => true,
        Verdict::AskUser => agreed,
        Verdict::Block => false,
    };
    step.expect.accepts(outcome.verdict) && outcome.ran == may_run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenes_read_and_are_the_six_of_the_mailbox() {
        let ids: Vec<_> = mail().unwrap().into_iter().map(|scene| scene.id).collect();
        assert_eq!(
            ids,
            [
                "safe-read",
                "injected-mail",
                "injected-first-call",
                "authorised-mail",
                "other-recipients",
                "approve-once"
            ]
        );
    }

    #[test]
    fn every_scene_reads_and_has_a_name_of_its_own() {
        let mut ids: Vec<_> = all().unwrap().into_iter().map(|scene| scene.id).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count);
        assert!(count >= 6 + 7 + 30, "{count}");
    }

    #[test]
    fn a_tool_that_ran_although_it_was_denied_is_wrong() {
        let step: Step =
            serde_json::from_value(serde_json::json!({"tool": "t", "expect": "STOPPED"})).unwrap();
        let outcome = |verdict, ran| Outcome {
            verdict,
            ran,
            message: String::new(),
        };
        assert!(is_right(&step, &outcome(Verdict::Block, false)));
        assert!(!is_right(&step, &outcome(Verdict::Block, true)));
        assert!(!is_right(&step, &outcome(Verdict::AskUser, true)));
        assert!(!is_right(&step, &outcome(Verdict::Allow, true)));
    }
}
