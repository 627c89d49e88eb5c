//! A long, commented configuration: an edit is a diff of one or two lines.

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

use agentsfence_cli::yaml::{Edit, Edited, Scalar, apply};
use similar::{ChangeTag, TextDiff};

const EXAMPLE: &str = include_str!("../../tests/data/config_example.yaml");

fn changed_lines(edit: Edit<'_>) -> (usize, usize, String) {
    let Ok(Edited::Changed(bytes)) = apply(EXAMPLE.as_bytes(), &[edit]) else {
        panic!("not edited");
    };
    let after = String::from_utf8(bytes).unwrap();
    let diff = TextDiff::from_lines(EXAMPLE, &after);
    let count = |tag| {
        diff.iter_all_changes()
            .filter(|change| change.tag() == tag)
            .count()
    };
    (count(ChangeTag::Delete), count(ChangeTag::Insert), after)
}

#[test]
fn a_new_section_is_three_new_lines_at_the_end() {
    let edit = Edit::Add {
        path: &["plugins", "enabled"],
        item: "agentsfence",
    };
    let (lost, new, after) = changed_lines(edit);
    assert_eq!((lost, new), (0, 3));
    assert!(after.ends_with("plugins:\n  enabled:\n    - agentsfence\n"));
}

#[test]
fn a_known_list_gains_one_line_and_a_known_value_changes_one() {
    let (lost, new, _) = changed_lines(Edit::Add {
        path: &["plugin_dirs"],
        item: "x",
    });
    assert_eq!((lost, new), (0, 2));
    let value = Scalar::Text("strict");
    let (lost, new, after) = changed_lines(Edit::Set {
        path: &["approvals", "mode"],
        value,
    });
    assert_eq!((lost, new), (1, 1));
    assert!(after.contains("  mode: strict"));
    let edit = Edit::Set {
        path: &["_config_version"],
        value: Scalar::Int(50),
    };
    assert_eq!(changed_lines(edit).0, 1);
}
