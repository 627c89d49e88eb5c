//! What the benches share: a call, a place where it runs, and a median by hand where one figure
//! is to be divided by another.

#![allow(
    clippy::print_stdout,
    reason = "a benchmark reports on standard output"
)]
#![allow(dead_code, reason = "every bench uses a part")]

use std::time::{Duration, Instant};

use agentsfence_core::model::{Environment, ToolCall};
use agentsfence_core::target::path::absolute;
use serde_json::Value;

/// The folders that every bench runs in.
pub(crate) fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// A call of a tool.
pub(crate) fn call(tool: &str, args: &Value) -> ToolCall {
    ToolCall::new(tool, args.as_object().cloned().unwrap_or_default())
}

/// The median time of `body`, for ratios inside one run.
pub(crate) fn median(mut body: impl FnMut()) -> Duration {
    body();
    let begun = Instant::now();
    let mut taken = Vec::new();
    while taken.len() < 5 || begun.elapsed() < Duration::from_millis(200) {
        let start = Instant::now();
        body();
        taken.push(start.elapsed());
    }
    taken.sort_unstable();
    taken.get(taken.len() / 2).copied().unwrap_or_default()
}

/// Prints how much longer eight times the input takes. Linear is 8; a square would be 64.
pub(crate) fn print_growth(name: &str, small: Duration, large: Duration) {
    let ratio = large.as_secs_f64() / small.as_secs_f64().max(f64::MIN_POSITIVE);
    println!(
        "growth/{name:<32} {small:>10.1?} -> {large:>10.1?}   x {ratio:.1} for 8 times the input"
    );
}
