//! How long it takes to read a command: an ordinary one, a long one, and shapes made to be slow.

#![allow(missing_docs, reason = "a bench has no interface")]

use std::hint::black_box;

use agentsfence_core::catalog::Catalog;
use agentsfence_core::effects::effects;
use agentsfence_core::model::{Environment, ToolCall};
use agentsfence_core::target::path::absolute;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Map, Value};

fn call(command: &str) -> ToolCall {
    let mut args = Map::new();
    args.insert("command".to_owned(), Value::String(command.to_owned()));
    ToolCall::new("terminal", args)
}

fn commands(criterion: &mut Criterion) {
    let environment = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    };
    let catalog = Catalog::built_in();
    let cases = [
        (
            "130 bytes",
            "cd build && git status --short | grep -v '^??' && rm -rf ../out/*.log 2>/dev/null; find . -name '*.tmp' -delete && ls -la > list.txt"
                .to_owned(),
        ),
        ("one read", "ls -la".to_owned()),
        ("60 KiB document", format!("cat > a.md <<'EOF'\n{}\nEOF", "some words of text\n".repeat(3200))),
        ("100 KiB", format!("echo {}", "word ".repeat(20_480))),
        ("1 MiB", format!("echo {}", "a".repeat(1 << 20))),
        ("90 nested substitutions", "$(".repeat(45)),
        ("30 nested substitutions", format!("{}ls{}", "$(".repeat(30), ")".repeat(30))),
        ("10000 segments", "ls; ".repeat(10_000)),
        ("3000 segments", "rm a; ".repeat(3000)),
        ("deep quotes", "bash -c \"".repeat(200)),
    ];
    for (name, text) in cases {
        let call = call(&text);
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| effects(black_box(&call), &environment, catalog));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(300));
    targets = commands
}
criterion_main!(benches);
