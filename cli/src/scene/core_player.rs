//! Plays scenes through the core's own runtime: the decisions are those of the plugin.

use std::path::Path;

use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall, Verdict};
use agentsfence_core::runtime::{
    Answer, ApprovalAnswered, Attendance, CallFinished, CallStatus, Directive, Fence, Proposal,
    TurnStarted,
};
use smol_str::{SmolStr, format_smolstr};

use super::{Outcome, Player, Reply, Scene, Step};

/// A human who is always there.
struct Present;

impl Attendance for Present {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

/// Plays through a [`Fence`] of its own home.
#[derive(Debug)]
pub struct CorePlayer {
    fence: Fence,
}

impl CorePlayer {
    /// Opens the guard of a throw-away home.
    pub fn new(hermes_home: &Path) -> Self {
        Self {
            fence: Fence::open(hermes_home),
        }
    }

    fn try_step(&self, step: &Step, ids: &CallIds) -> Outcome {
        let call = ToolCall::new(step.tool.as_str(), step.args.clone());
        let proposal = Proposal {
            call: call.clone(),
            ids: ids.clone(),
            ..Proposal::default()
        };
        let outcome = match self.fence.decide(&proposal, &Present) {
            Directive::Allow => Outcome {
                verdict: Verdict::Allow,
                ran: true,
                message: String::new(),
            },
            Directive::Block { message } => Outcome {
                verdict: Verdict::Block,
                ran: false,
                message,
            },
            Directive::Ask { message, rule_key } => {
                let answer = answer(step.answer);
                self.fence.approval_answered(&ApprovalAnswered {
                    ids: ids.clone(),
                    rule_key,
                    answer,
                });
                Outcome {
                    verdict: Verdict::AskUser,
                    ran: answer != Answer::Deny,
                    message,
                }
            }
        };
        self.fence.call_finished(&CallFinished {
            call,
            ids: ids.clone(),
            outer_session: SmolStr::default(),
            result: if outcome.ran {
                step.result.clone()
            } else {
                serde_json::Value::Null
            },
            status: if outcome.ran {
                CallStatus::Ok
            } else {
                CallStatus::Blocked
            },
        });
        outcome
    }
}

fn answer(reply: Option<Reply>) -> Answer {
    match reply {
        Some(Reply::Once) => Answer::Once,
        Some(Reply::Session) => Answer::Session,
        Some(Reply::Always) => Answer::Always,
        Some(Reply::Deny) | None => Answer::Deny,
    }
}

impl CorePlayer {
    fn play_one(&self, scene: &Scene) -> Vec<Outcome> {
        let session = format_smolstr!("demo-{}", scene.id);
        let ids = CallIds {
            session: session.clone(),
            task: session.clone(),
            call: SmolStr::default(),
            turn: format_smolstr!("{session}:{session}:1"),
        };
        self.fence.turn_started(&TurnStarted {
            ids: ids.clone(),
            message: scene.request.clone(),
            first: true,
            platform: "cli".into(),
            ..TurnStarted::default()
        });
        let numbered = scene.steps.iter().enumerate();
        numbered
            .map(|(number, step)| {
                let call = format_smolstr!("{session}-{number}");
                self.try_step(
                    step,
                    &CallIds {
                        call,
                        ..ids.clone()
                    },
                )
            })
            .collect()
    }
}

impl Player for CorePlayer {
    fn play(&mut self, scenes: &[Scene]) -> anyhow::Result<Vec<Vec<Outcome>>> {
        Ok(scenes.iter().map(|scene| self.play_one(scene)).collect())
    }
}
