//! Bounds as the command shows and compares them.

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

mod common;

use common::World;
use common::guard::guard;
use serde_json::{Value, json};

#[test]
fn the_bounds_of_a_session_are_shown_and_compared() {
    let world = World::new();
    guard(
        &world,
        "Read the notes. Do not delete anything.",
        &[("terminal", json!({"command": "rm -rf /tmp/notes"}))],
    );
    let list = world.run(&["policy", "show", "--json"]).code(0);
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    let session = list[0]["session"].as_str().unwrap();
    let shown = world.run(&["policy", "show", "--session", session]).code(0);
    assert!(
        shown
            .stdout
            .contains("never: deleting data — `Do not delete anything`"),
        "{}",
        shown.stdout
    );
    let document = world
        .run(&["policy", "show", "--session", session, "--json"])
        .code(0);
    let file = world.write("bounds.json", &document.stdout);
    let file = file.to_string_lossy();
    let same = format!("session:{session}");
    world.run(&["policy", "diff", &file, &same]).code(0);
    let wider = world.run(&["policy", "diff", &same, "full_trust"]).code(1);
    assert!(
        wider.stdout.contains("no longer forbids"),
        "{}",
        wider.stdout
    );
}

#[test]
fn what_is_not_there_is_said() {
    let world = World::new();
    let none = world.run(&["policy", "show"]).code(0);
    assert!(none.stdout.contains("no sessions"), "{}", none.stdout);
    let unknown = world.run(&["policy", "show", "--session", "x"]).code(2);
    assert!(unknown.stderr.contains("session `x`"), "{}", unknown.stderr);
    let missing = world.run(&["policy", "diff", "nope", "read_only"]).code(2);
    assert!(missing.stderr.contains("session:ID"), "{}", missing.stderr);
    world.write("agentsfence/state.db", "not a database at all");
    let broken = world.run(&["policy", "show"]).code(2);
    assert!(broken.stderr.contains("doctor"), "{}", broken.stderr);
    assert_eq!(world.read("agentsfence/state.db"), "not a database at all");
}
