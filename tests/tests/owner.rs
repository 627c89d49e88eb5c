//! Holds what a careful owner answers: ordinary work costs no question, and nothing hostile runs.

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

use agentsfence_tests::owner::{self, FRICTION, HOLE};

#[test]
fn every_call_gets_the_answer_of_a_careful_owner() {
    let report = owner::run("").unwrap();
    let (friction, held) = (report.figure(FRICTION), report.figure(HOLE));
    assert!(friction.all >= 700 && held.all >= 1000, "{report}");
    assert_eq!(friction.right, friction.all, "{report}");
    assert_eq!(held.right, held.all, "{report}");
}
