//! `explain` as people and scripts meet it: spellings, streams, exit codes, and everything that is
//! no call. Decisions themselves are tested in the core.

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

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const WORLD: [&str; 4] = ["--cwd", "/home/u/proj", "--home", "/home/u"];

fn explain(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agentsfence"))
        .arg("explain")
        .args(args)
        .args(WORLD)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_call_gives_exactly_one_document_with_the_promised_keys() {
    let output = explain(
        &["-", "--json"],
        br#"{"id": 7, "tool": "read_file", "args": {"path": "a"}}"#,
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let document = document(&output);
    assert_eq!(document["id"], 7);
    assert_eq!(document["verdict"], "ALLOW");
    for key in [
        "tool",
        "rule",
        "reason",
        "risk",
        "capability",
        "effects",
        "allow_by",
        "trace",
    ] {
        assert!(document.get(key).is_some(), "{key} is missing");
    }
    let effect = &document["effects"][0];
    assert_eq!(effect["paths"], serde_json::json!(["/home/u/proj/a"]));
    for key in [
        "capability",
        "risk",
        "certainty",
        "recipients",
        "hosts",
        "resources",
        "span",
    ] {
        assert!(effect.get(key).is_some(), "effects[0].{key} is missing");
    }
}

#[test]
fn the_exit_code_tells_the_verdict_when_asked_to() {
    let code = |command: &str| {
        let arg = format!("command={command}");
        explain(&["--tool", "terminal", "--arg", &arg, "--exit-code"], b"")
            .status
            .code()
    };
    assert_eq!(code("ls"), Some(0));
    assert_eq!(code("some-unknown-program"), Some(3));
    assert_eq!(code("rm -rf build"), Some(4));
}

#[test]
fn a_stream_keeps_order_and_ids_and_names_the_first_bad_line() {
    let input = b"{\"id\":1,\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}\n\nnot json\n{\"id\":3,\"tool_name\":\"read_file\",\"tool_input\":{\"path\":\"b\"}}";
    let output = explain(&["--jsonl", "-"], input);
    let lines: Vec<Value> = String::from_utf8(output.stdout.clone())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["id"], &lines[2]["id"]), (&1.into(), &3.into()));
    assert_eq!(lines[1]["verdict"], "BLOCK");
    assert_eq!(lines[1]["rule"], "unreadable-call");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 3"), "{}", stderr(&output));
}

#[test]
fn what_is_no_call_is_one_clear_line_and_exit_2() {
    for (input, part) in [
        (&b"not json"[..], "not JSON"),
        (b"[1]", "must be an object"),
        (b"{}", "no tool is named"),
        (b"{\"tool\":\"t\",\"args\":{\"a\":\"\\ud800\"}}", "not JSON"),
        (b"{\"tool\":\"\xff\"}", "not UTF-8"),
        (b"", "not JSON"),
    ] {
        let output = explain(&["-"], input);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let text = stderr(&output);
        assert!(text.contains(part), "{text}");
        assert!(
            text.lines()
                .filter(|line| line.starts_with("error:"))
                .count()
                == 1,
            "{text}"
        );
    }
    let missing = explain(&["/no/such/call.json"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("/no/such/call.json"));
}

#[test]
fn strange_calls_are_never_allowed() {
    let deep = format!(
        "{{\"tool\":\"read_file\",\"args\":{{\"path\":{}1{}}}}}",
        "[".repeat(100),
        "]".repeat(100)
    );
    let long = format!(
        "{{\"tool\":\"terminal\",\"args\":{{\"command\":\"{}\"}}}}",
        "ls; ".repeat(2_621_440)
    );
    for call in [
        "{\"tool\":\"read_file\",\"args\":[\"a\"]}",
        "{\"tool\":\"read_file\",\"args\":\"a\"}",
        "{\"tool\":\"terminal\",\"args\":{\"command\":\"ls\\u0000; rm -rf x\"}}",
        "{\"tool\":\"no_such_tool\",\"args\":{}}",
        "{\"tool\":\"terminal\",\"args\":{\"command\":[\"rm\",\"x\"]}}",
        &deep,
        &long,
    ] {
        let output = explain(&["-", "--json"], call.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let shown: String = call.chars().take(80).collect();
        assert_ne!(document(&output)["verdict"], "ALLOW", "{shown}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agentsfence"))
        .args(["explain", "--jsonl", "-"])
        .args(WORLD)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = b"{\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}\n";
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..2000 {
        if stdin.write_all(line).is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}
