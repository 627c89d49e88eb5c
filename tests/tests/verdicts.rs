//! The verdicts on public reports, held where they are: a figure may rise and never fall.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

use agentsfence_tests::verdicts;

#[test]
fn the_figures_hold() {
    let report = verdicts::run("").unwrap();
    let misses = || {
        let lines: Vec<String> = report
            .misses
            .iter()
            .map(|miss| format!("{} {} {}", miss.figure, miss.id, miss.text))
            .collect();
        lines.join("\n")
    };
    for (name, figure) in &report.figures {
        let least = match *name {
            verdicts::SCENARIO => 97.0,
            _ => 100.0,
        };
        assert!(
            figure.percent() >= least,
            "{name}: {figure}, at least {least} %\n{}",
            misses()
        );
    }
}
