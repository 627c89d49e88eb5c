//! The time of one decision, effects given, without standing rules and under 200 of them.

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

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use agentsfence_core::decide::{SessionState, Situation, Usage, decide};
use agentsfence_core::lineage::Lineage;
use agentsfence_core::model::{Capability, Effect, Reach, RiskClass, Span};
use agentsfence_core::policy::preset;
use agentsfence_core::settings::{self, SourceText, StandingRules};
use agentsfence_core::target::path::absolute;
use common::{call, environment};
use criterion::{Criterion, criterion_group, criterion_main};

fn rules(count: usize) -> StandingRules {
    let mut text = String::new();
    for number in 0..count {
        let matcher = match number % 5 {
            0 => format!("path = '/srv/data{number}/**'"),
            1 => format!("tool = 'mcp__server{number}__*'"),
            2 => format!("host = '*.host{number}.example'"),
            3 => format!("program = 'tool{number} push'"),
            _ => format!("capability = 'service{number}.write'\nrecipient = '*@d{number}.example'"),
        };
        let verdict = ["deny", "ask", "allow"][number % 3];
        let _ = write!(text, "[[rule]]\nverdict = '{verdict}'\n{matcher}\n");
    }
    let source = SourceText::new(Path::new("config.toml"), text);
    settings::read(&source, None)
        .expect("the rules are valid")
        .standing
}

fn one_decision(c: &mut Criterion) {
    let environment = environment();
    let call = call(
        "write_file",
        &serde_json::json!({ "path": "src/main.rs", "content": "fn main() {}" }),
    );
    let effects = [Effect::new(
        Capability::FILE_WRITE,
        RiskClass::LocalWrite,
        Span::whole("path"),
    )
    .with_path(absolute("/home/u/proj/src/main.rs"), Reach::One)];
    let policy = preset::code_task(&environment.cwd);
    let (lineage, usage) = (Lineage::default(), Usage::default());
    for count in [0, 200] {
        let standing = rules(count);
        c.bench_function(&format!("decide/{count} standing rules"), |b| {
            b.iter(|| {
                decide(black_box(&Situation {
                    call: &call,
                    effects: &effects,
                    environment: &environment,
                    policy: &policy,
                    session: &SessionState::Live,
                    standing: &standing,
                    lineage: &lineage,
                    usage: &usage,
                    approved: &[],
                    auto_answer: None,
                    strict_yolo: false,
                    now: 1000,
                }))
            });
        });
    }
}

criterion_group!(benches, one_decision);
criterion_main!(benches);
