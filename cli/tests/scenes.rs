//! Every scene of attacks and honest work comes out right through the core.

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

use std::process::Command;

use serde_json::Value;

#[test]
fn every_scene_comes_out_right() {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_agentsfence"))
        .args(["test", "--json"])
        .env("HOME", home.path())
        .env_remove("HERMES_HOME")
        .current_dir(home.path())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let wrong: Vec<String> = report["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|scene| scene["right"] != true)
        .map(|scene| format!("{scene:#}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(output.status.code(), Some(0));
}
