//! `replay` and `report` over session databases as both host generations lay them out.

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
use std::process::{Command, Output};

use rusqlite::{Connection, params};
use serde_json::Value;

/// The columns that both generations share, and a few that only one has.
const SCHEMA: &str = "
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, parent_session_id TEXT,
    started_at REAL NOT NULL, cwd TEXT, created_source TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
    role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT,
    timestamp REAL NOT NULL, message_uid TEXT);
";

fn agentsfence(args: &[&str], home: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agentsfence"))
        .args(args)
        .env("HERMES_HOME", home)
        .env("HOME", home)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn call(id: &str, tool: &str, args: &Value) -> String {
    serde_json::json!([{"id": id, "type": "function",
        "function": {"name": tool, "arguments": args.to_string()}}])
    .to_string()
}

fn history(home: &Path) {
    let database = Connection::open(home.join("state.db")).unwrap();
    database.execute_batch(SCHEMA).unwrap();
    for (id, source, parent) in [("s1", "cli", None), ("s2", "subagent", Some("s1"))] {
        database
            .execute(
                "INSERT INTO sessions VALUES (?1, ?2, ?3, 1790000000.5, '/home/u/proj', NULL)",
                params![id, source, parent],
            )
            .unwrap();
    }
    let add = |session: &str,
               role: &str,
               content: &str,
               calls: Option<String>,
               id: Option<&str>| {
        database
            .execute(
                "INSERT INTO messages (session_id, role, content, tool_calls, tool_call_id, timestamp)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1790000001.25)",
                params![session, role, content, calls, id],
            )
            .unwrap();
    };
    add(
        "s1",
        "user",
        "Read the notes. Do not delete anything.",
        None,
        None,
    );
    let read = call("c1", "read_file", &serde_json::json!({"path": "notes.md"}));
    add("s1", "assistant", "", Some(read), None);
    add("s1", "tool", "{\"content\": \"x\"}", None, Some("c1"));
    let delete = call(
        "c2",
        "terminal",
        &serde_json::json!({"command": "rm notes.md"}),
    );
    add("s1", "assistant", "", Some(delete), None);
    add("s2", "user", "Delete everything", None, None);
    let child = call(
        "c3",
        "terminal",
        &serde_json::json!({"command": "rm -rf build"}),
    );
    add("s2", "assistant", "", Some(child), None);
}

#[test]
fn every_call_of_the_history_is_decided_and_nothing_is_written() {
    let home = tempfile::tempdir().unwrap();
    history(home.path());
    let before = std::fs::read(home.path().join("state.db")).unwrap();
    let output = agentsfence(&["replay", "--json"], home.path());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["calls"]["allowed"], 1, "{summary}");
    assert_eq!(
        summary["sessions"]["s2"]["allowed"], 0,
        "a child's first message grants nothing"
    );
    assert_eq!(std::fs::read(home.path().join("state.db")).unwrap(), before);
    let names: Vec<_> = std::fs::read_dir(home.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names, ["state.db"]);
}

#[test]
fn other_bounds_show_what_would_change() {
    let home = tempfile::tempdir().unwrap();
    history(home.path());
    let output = agentsfence(&["replay", "--preset", "full_trust", "--json"], home.path());
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let changes = summary["changes"].as_array().unwrap();
    assert!(!changes.is_empty());
    assert!(
        changes
            .iter()
            .all(|change| change["before"] != change["after"])
    );
}

#[test]
fn a_suggested_rule_saves_the_question_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    history(home.path());
    let database = Connection::open(home.path().join("state.db")).unwrap();
    for number in 0..3 {
        let path = format!("/home/u/notes/q3/{number}.md");
        let write = call(
            &format!("w{number}"),
            "write_file",
            &serde_json::json!({"path": path, "content": "x"}),
        );
        database
            .execute(
                "INSERT INTO messages (session_id, role, tool_calls, timestamp) VALUES ('s1', 'assistant', ?1, 0)",
                [write],
            )
            .unwrap();
    }
    let asked = || -> u64 {
        let output = agentsfence(&["replay", "--json"], home.path());
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        summary["calls"]["asked"].as_u64().unwrap()
    };
    let before = asked();
    let output = agentsfence(&["suggest", "--json"], home.path());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["suggestions"][0]["count"], 3, "{found}");
    assert_eq!(
        found["suggestions"][0]["words"],
        "file.write below /home/u/notes/q3"
    );
    let output = agentsfence(&["suggest", "--apply"], home.path());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(asked(), before - 3);
    let again = agentsfence(&["suggest", "--json"], home.path());
    let found: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert!(
        found["suggestions"].as_array().unwrap().is_empty(),
        "{found}"
    );
}

#[test]
fn the_report_stands_alone() {
    let home = tempfile::tempdir().unwrap();
    history(home.path());
    let output = agentsfence(&["report", "-o", "-"], home.path());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("<b>3</b>calls"));
    for outside in ["http://", "https://", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn what_is_no_history_is_said_plainly() {
    let home = tempfile::tempdir().unwrap();
    let check = |part: &str| {
        let output = agentsfence(&["replay"], home.path());
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(part), "{text}");
    };
    check("does not exist");
    std::fs::write(
        home.path().join("state.db"),
        "not a database, but long enough to look at",
    )
    .unwrap();
    check("cannot be read");
    std::fs::write(home.path().join("state.db"), "").unwrap();
    check("no column `id`");
}
