//! Holds the figures of the labelled messages: nothing runs that the words do not ask for.

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

use agentsfence_tests::messages::{self, NO_OVER_GRANT, RIGHT};

#[test]
fn messages_mean_what_a_careful_person_means() {
    let report = messages::run("").unwrap();
    let (right, safe) = (report.figure(RIGHT), report.figure(NO_OVER_GRANT));
    assert!(right.all >= 300, "{report}");
    assert!(right.right * 100 >= right.all * 95, "{report}");
    assert_eq!(safe.right, safe.all, "{report}");
}
