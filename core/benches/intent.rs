//! How long a message takes to become a policy: 2 KiB and 64 KiB of ordinary instructions.

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

use agentsfence_core::catalog::Catalog;
use agentsfence_core::intent::{self, Message, Setting};
use common::{environment, median, print_growth};
use criterion::{Criterion, criterion_group, criterion_main};

const INSTRUCTIONS: &str = "Read the report in ~/notes/q3.md and email the summary to ana@example.com. \
    Do not delete anything, and stay in ~/proj. If the tests pass, commit the changes; \
    don't push before I confirm. The 'Introductory meeting' on 2024-05-15 has the right people.\n";

fn compile(criterion: &mut Criterion) {
    let environment = environment();
    let setting = Setting {
        catalog: Catalog::built_in(),
        environment: &environment,
        tools: &[],
        turn: 1,
        now: 0,
    };
    let of_size = |size: usize| {
        let mut text = INSTRUCTIONS.repeat(size / INSTRUCTIONS.len() + 1);
        text.truncate(size);
        text
    };
    for size in [2 * 1024, 64 * 1024] {
        let text = of_size(size);
        criterion.bench_function(&format!("compile/{size} bytes"), |bencher| {
            bencher
                .iter(|| intent::compile(&Message::of_owner(black_box(&text)), &setting, "bench"));
        });
    }
    let time = |size: usize| {
        let text = of_size(size);
        median(|| {
            black_box(intent::compile(
                &Message::of_owner(black_box(&text)),
                &setting,
                "bench",
            ));
        })
    };
    print_growth("a message", time(2 * 1024), time(16 * 1024));
}

criterion_group!(benches, compile);
criterion_main!(benches);
