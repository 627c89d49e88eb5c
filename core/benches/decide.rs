//! The time of one decision, effects given, under 200 standing rules.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use agentsfence_core::decide::{SessionState, Situation, Usage, decide};
use agentsfence_core::lineage::Lineage;
use agentsfence_core::model::{Capability, Effect, Environment, Reach, RiskClass, Span, ToolCall};
use agentsfence_core::policy::preset;
use agentsfence_core::settings::{self, SourceText, StandingRules};
use agentsfence_core::target::path::absolute;
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
    let environment = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    };
    let call: ToolCall = serde_json::from_value(serde_json::json!({
        "tool": "write_file",
        "args": {"path": "src/main.rs", "content": "fn main() {}"},
        "unreadable": null
    }))
    .expect("a call");
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
        c.bench_function(&format!("decide/{count}-rules"), |b| {
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
