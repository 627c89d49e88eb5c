//! What labelled calls do, held where it is: a figure may rise and never fall.

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

use agentsfence_tests::effects;
use agentsfence_tests::report::Report;

#[track_caller]
fn hold(report: &Report, least: &[(&str, f64)]) {
    for (name, figure) in &report.figures {
        let bound = least
            .iter()
            .find(|(held, _)| held == name)
            .map_or(100.0, |(_, bound)| *bound);
        let misses: Vec<String> = report
            .misses
            .iter()
            .filter(|miss| miss.figure == *name)
            .map(|miss| format!("{} {}", miss.id, miss.text))
            .collect();
        assert!(
            figure.percent() >= bound,
            "{name}: {figure}, at least {bound} %\n{}",
            misses.join("\n")
        );
    }
}

#[test]
fn labelled_calls_hold() {
    let report = effects::run("").unwrap();
    let least = [
        (effects::RISK, 99.8),
        (effects::TARGETS, 97.5),
        (effects::CLASSES, 99.8),
    ];
    hold(&report, &least);
}

#[test]
fn our_own_calls_hold() {
    let report = effects::run_own("").unwrap();
    assert!(
        report
            .figures
            .iter()
            .any(|(name, _)| *name == effects::RISK)
    );
    let least = [
        (effects::RISK, 99.8),
        (effects::NOT_MILDER, 99.8),
        (effects::TARGETS, 90.0),
    ];
    hold(&report, &least);
}
