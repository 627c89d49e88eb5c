//! How long the guard takes for a call, durable state and audit log included.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench fails by panicking"
)]
#![allow(missing_docs, reason = "a bench has no interface")]

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

use agentsfence_core::audit::{AuditLog, Event, EventKind, verify};
use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::CallIds;
use agentsfence_core::runtime::{Attendance, CallFinished, Fence, Proposal, TurnStarted};
use agentsfence_core::settings::Settings;

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

fn proposal(tool: &str, args: &Value) -> Proposal {
    Proposal {
        call: common::call(tool, args),
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

fn audit_log(criterion: &mut Criterion) {
    let Ok(home) = tempfile::tempdir() else {
        return;
    };
    let settings = Settings::default().audit;
    let log = AuditLog::new(home.path(), settings);
    let event = Event::new(EventKind::SessionBound)
        .because("a line of the usual length, as a decision about a read would be")
        .with(
            "args",
            json!({"path": "/home/someone/project/src/main.rs", "limit": 200}),
        );
    criterion.bench_function("audit append", |bencher| {
        bencher.iter(|| black_box(log.append(&event, 1_764_547_200_000)));
    });
    let Ok(many) = tempfile::tempdir() else {
        return;
    };
    let log = AuditLog::new(many.path(), Settings::default().audit);
    for _ in 0..30_000 {
        let _ = log.append(&event, 1_764_547_200_000);
    }
    criterion.bench_function("audit verify, 30000 lines", |bencher| {
        bencher.iter(|| black_box(verify(many.path()).map(|verified| verified.lines).ok()));
    });
}

criterion_group!(benches, fence, audit_log);
criterion_main!(benches);
