//! The programs and servers that the guide adds: its own blocks, put where it says, and shown by
//! `classify` and `explain`.

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

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const GUIDE: &str = include_str!("../../docs/src/overlays.md");

/// The YAML block of the guide below a heading.
fn block(heading: &str) -> &'static str {
    let (_, behind) = GUIDE.split_once(heading).unwrap();
    let (_, behind) = behind.split_once("```yaml\n").unwrap();
    behind.split_once("```").unwrap().0
}

fn run(home: &Path, args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_agentsfence"))
        .args(args)
        .args(["--json", "--cwd", "/home/u/proj", "--home", "/home/u"])
        .env("HERMES_HOME", home)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).expect(&error)
}

#[test]
fn the_examples_of_the_guide_work() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("config.yaml"), "{}\n").unwrap();
    let folder = home.path().join("agentsfence/policies");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("program.yaml"), block("## A program")).unwrap();
    std::fs::write(folder.join("server.yaml"), block("## An MCP server")).unwrap();

    let terminal = |command: &str| {
        let arg = format!("command={command}");
        let shown = run(
            home.path(),
            &["classify", "--tool", "terminal", "--arg", &arg],
        );
        let judged = run(
            home.path(),
            &["explain", "--tool", "terminal", "--arg", &arg],
        );
        assert_eq!(shown["risk"], judged["risk"], "{command}");
        shown
    };
    assert_eq!(terminal("notes list")["risk"], "READ");
    assert_eq!(terminal("notes wipe")["risk"], "DELETE");
    let export = terminal("notes export a.txt");
    assert_eq!(export["risk"], "EXTERNAL_WRITE");
    assert!(export.to_string().contains("notes.example.com"), "{export}");

    let order = |tool: &str, args: &[&str]| {
        let mut all = vec!["classify", "--tool", tool];
        for arg in args {
            all.extend(["--arg", arg]);
        }
        run(home.path(), &all)["risk"].clone()
    };
    assert_eq!(order("mcp_acme_zorp", &[]), "READ");
    assert_eq!(
        order("mcp__acme__place", &["amount=5", "ship_to=bob"]),
        "FINANCIAL"
    );
    assert_eq!(order("mcp_acme_manage", &["action=list"]), "READ");
    assert_eq!(order("mcp_acme_manage", &["action=purge"]), "DELETE");
    assert_eq!(order("mcp_acme_manage", &["action=frob"]), "UNKNOWN");
}
