//! How long the guard takes for a call, durable state and audit log included.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::{Attendance, CallFinished, Fence, Proposal, TurnStarted};

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

fn proposal(tool: &str, args: &Value) -> Proposal {
    Proposal {
        call: ToolCall::new(tool, args.as_object().cloned().unwrap_or_default()),
        ids: CallIds {
            session: "s".into(),
            call: "c".into(),
            ..CallIds::default()
        },
        cwd: Some("/tmp".to_owned()),
        ..Proposal::default()
    }
}

fn fence(criterion: &mut Criterion) {
    let Ok(home) = tempfile::tempdir() else {
        return;
    };
    let fence = Fence::open(home.path());
    fence.turn_started(&TurnStarted {
        ids: CallIds {
            session: "s".into(),
            ..CallIds::default()
        },
        message: "run the tests and save the result to /tmp/out.txt".to_owned(),
        first: true,
        cwd: Some("/tmp".to_owned()),
        ..TurnStarted::default()
    });
    let calls = [
        (
            "plain read",
            proposal("read_file", &json!({"path": "/tmp/a.txt"})),
        ),
        (
            "compound command",
            proposal(
                "terminal",
                &json!({"command": "cd src && grep -rn 'needle' . | sort | head -20 | tee /tmp/out.txt"}),
            ),
        ),
        (
            "blocked write",
            proposal("terminal", &json!({"command": "rm -rf /"})),
        ),
    ];
    for (name, proposal) in &calls {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| black_box(fence.decide(proposal, &Human)));
        });
    }
    let (_, read) = &calls[0];
    let finished = CallFinished {
        call: read.call.clone(),
        ids: read.ids.clone(),
        ..CallFinished::default()
    };
    criterion.bench_function("plain read, decided and finished", |bencher| {
        bencher.iter(|| {
            black_box(fence.decide(read, &Human));
            fence.call_finished(&finished);
        });
    });
}

criterion_group!(benches, fence);
criterion_main!(benches);
