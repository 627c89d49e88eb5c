//! What the guard in a host writes to the log of its home.

use std::path::PathBuf;

use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::{Attendance, Fence, Proposal, TurnStarted};
use serde_json::Value;

use super::World;

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

/// Hears a message, then decides these calls. Gives the log.
pub(crate) fn guard(world: &World, message: &str, calls: &[(&str, Value)]) -> PathBuf {
    let fence = Fence::open(&world.root);
    let ids = |call: String| CallIds {
        session: "s1".into(),
        call: call.into(),
        ..CallIds::default()
    };
    fence.turn_started(&TurnStarted {
        ids: ids(String::new()),
        message: message.to_owned(),
        first: true,
        platform: "cli".into(),
        cwd: Some("/tmp".to_owned()),
        ..TurnStarted::default()
    });
    for (number, (tool, args)) in calls.iter().enumerate() {
        let call = ToolCall::new(*tool, args.as_object().unwrap().clone());
        let proposal = Proposal {
            call,
            ids: ids(number.to_string()),
            ..Proposal::default()
        };
        fence.decide(&proposal, &Human);
    }
    world.root.join("agentsfence/audit.jsonl")
}
