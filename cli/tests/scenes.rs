//! Every scene of attacks and honest work comes out right through the core.

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
