//! How long it takes to read a call: ordinary ones, long ones, and shapes made to be slow; and
//! whether the time grows with the length alone.

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
use std::time::Duration;

use agentsfence_core::catalog::Catalog;
use agentsfence_core::effects::effects;
use agentsfence_core::model::ToolCall;
use common::{call, environment, median, print_growth};
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

const COMPOUND: &str = "cd build && git status --short | grep -v '^??' && rm -rf ../out/*.log 2>/dev/null; find . -name '*.tmp' -delete && ls -la > list.txt";

/// Makes a call of a size.
type Shape = fn(usize) -> ToolCall;

fn command(text: &str) -> ToolCall {
    call("terminal", &json!({ "command": text }))
}

fn code(text: &str) -> ToolCall {
    call("execute_code", &json!({ "code": text }))
}

/// Objects in objects, or JSON in JSON text, so many levels.
fn deep(levels: usize, wrap: impl Fn(Value) -> Value) -> ToolCall {
    let value = (0..levels).fold(json!("rm a"), |value, _| wrap(value));
    call("mcp__notes__update", &json!({ "value": value }))
}

fn ordinary() -> Vec<(&'static str, ToolCall)> {
    vec![
        ("130 byte compound command", command(COMPOUND)),
        ("one read", command("ls -la")),
        ("one delete", command("rm -rf ../out/*.log")),
        (
            "a file",
            call("read_file", &json!({ "path": "src/main.rs" })),
        ),
        (
            "a mail by an unknown server",
            call(
                "mcp__post__send_mail",
                &json!({ "to": "ana@example.com", "subject": "report", "body": "as agreed" }),
            ),
        ),
        (
            "python",
            code("import os\nfor name in os.listdir('out'):\n    os.remove('out/' + name)\n"),
        ),
    ]
}

fn large() -> Vec<(&'static str, ToolCall)> {
    let document = "some words of text\n";
    let here = format!("cat > a.md <<'EOF'\n{}EOF", document.repeat(3200));
    vec![
        ("60 KiB here-document", command(&here)),
        (
            "60 KiB of words",
            command(&format!("echo {}", "word ".repeat(12_000))),
        ),
        (
            "100 KiB command",
            command(&format!("echo {}", "word ".repeat(20_480))),
        ),
        (
            "100 KiB file",
            call(
                "write_file",
                &json!({ "path": "a.md", "content": document.repeat(5_400) }),
            ),
        ),
        (
            "1 MiB file",
            call(
                "write_file",
                &json!({ "path": "a.md", "content": "a".repeat(1 << 20) }),
            ),
        ),
        (
            "1 MiB command",
            command(&format!("echo {}", "a".repeat(1 << 20))),
        ),
    ]
}

fn hostile() -> Vec<(&'static str, ToolCall)> {
    let names = |count: usize| (0..count).map(|n| format!("f{n} ")).collect::<String>();
    vec![
        ("90 bytes of nested $(", command(&"$(".repeat(45))),
        (
            "30 nested substitutions",
            command(&format!("{}ls{}", "$(".repeat(30), ")".repeat(30))),
        ),
        ("10000 segments", command(&"ls; ".repeat(10_000))),
        ("3000 deletes", command(&"rm a; ".repeat(3000))),
        (
            "3000 files in one delete",
            command(&format!("rm {}", names(3000))),
        ),
        (
            "10000 pipes",
            command(&format!("ls{}", " | cat".repeat(10_000))),
        ),
        ("deep quotes", command(&"bash -c \"".repeat(200))),
        (
            "many braces",
            command(&format!("rm {}", "{a,b}".repeat(12))),
        ),
        (
            "many patterns",
            command(&format!("rm {}", "/h*/*/.s*/* ".repeat(1000))),
        ),
        (
            "deep objects",
            deep(200, |value| json!({ "command": value })),
        ),
        (
            "deep JSON text",
            deep(12, |value| json!({ "json": value.to_string() })),
        ),
    ]
}

fn calls(criterion: &mut Criterion) {
    let environment = environment();
    let catalog = Catalog::built_in();
    for (group, cases) in [
        ("ordinary", ordinary()),
        ("large", large()),
        ("hostile", hostile()),
    ] {
        for (name, call) in cases {
            criterion.bench_function(&format!("effects/{group}/{name}"), |bencher| {
                bencher.iter(|| effects(black_box(&call), &environment, catalog));
            });
        }
    }
}

/// The same shape at one length and at eight times that length, below the bounds beyond which
/// nothing is read.
fn growth(_: &mut Criterion) {
    let environment = environment();
    let catalog = Catalog::built_in();
    let shapes: [(&str, Shape); 7] = [
        ("words", |n| {
            command(&format!("echo {}", "word ".repeat(1500 * n)))
        }),
        ("commands", |n| command(&"ls -la; ".repeat(60 * n))),
        ("deletes", |n| {
            command(
                &(0..60 * n)
                    .map(|each| format!("rm f{each}; "))
                    .collect::<String>(),
            )
        }),
        ("files of one delete", |n| {
            command(&format!(
                "rm {}",
                (0..100 * n)
                    .map(|each| format!("f{each} "))
                    .collect::<String>()
            ))
        }),
        ("here-document", |n| {
            command(&format!(
                "cat > a <<'EOF'\n{}EOF",
                "a line of text\n".repeat(500 * n)
            ))
        }),
        ("python", |n| {
            code(&"print(open('a').read())\n".repeat(60 * n))
        }),
        ("a file's content", |n| {
            call(
                "write_file",
                &json!({ "path": "a", "content": "a line of text\n".repeat(8000 * n) }),
            )
        }),
    ];
    for (name, shape) in shapes {
        let time = |times: usize| -> Duration {
            let call = shape(times);
            median(|| {
                black_box(effects(black_box(&call), &environment, catalog));
            })
        };
        print_growth(name, time(1), time(8));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(300));
    targets = calls, growth
}
criterion_main!(benches);
