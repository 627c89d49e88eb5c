//! The audit log as the command shows, checks and writes it.

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

use std::fs;
use std::path::PathBuf;

use common::World;
use common::guard::guard;
use serde_json::{Value, json};

fn busy(world: &World) -> PathBuf {
    guard(
        world,
        "Read the notes. Do not delete anything.",
        &[
            ("read_file", json!({"path": "/tmp/notes.md"})),
            ("terminal", json!({"command": "rm -rf /tmp/notes"})),
            (
                "write_file",
                json!({"path": "/tmp/out.md", "content": "my diary"}),
            ),
        ],
    )
}

fn kinds(world: &World, folder: &str) -> Vec<String> {
    let text = fs::read_to_string(world.root.join(folder).join("audit.jsonl")).unwrap();
    let kind = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["kind"].as_str().unwrap().to_owned()
    };
    text.lines().map(kind).collect()
}

#[test]
fn what_the_command_changes_is_in_the_log_of_its_profile() {
    let world = World::new();
    world.profile("work");
    world.install(&["-y", "-p", "work"]).code(0);
    world
        .run(&["config", "set", "strict_yolo", "true", "-p", "work"])
        .code(0);
    world.run(&["undo", "-y"]).code(0);
    world.run(&["disable", "-y", "-p", "work"]).code(0);
    world.run(&["enable", "-y", "-p", "work"]).code(0);
    world.run(&["uninstall", "-y", "-p", "work"]).code(0);
    assert_eq!(
        kinds(&world, "profiles/work/agentsfence"),
        [
            "log_opened",
            "installed",
            "setting_changed",
            "undone",
            "disabled",
            "enabled",
            "uninstalled"
        ]
    );
    assert!(!world.root.join("agentsfence/audit.jsonl").exists());
    world.run(&["audit", "verify", "-p", "work"]).code(0);
}

#[test]
fn decisions_come_out_the_same_when_they_are_made_again() {
    let world = World::new();
    let file = busy(&world);
    let run = world
        .run(&["audit", "verify", "--reexec", "--json"])
        .code(0);
    let document = run.json();
    let same: u64 = document["reexec"]["same"]
        .as_object()
        .unwrap()
        .values()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(same, 3, "{document}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("my diary"));
    fs::write(
        &file,
        text.replace("\"verdict\":\"BLOCK\"", "\"verdict\":\"ALLOW\""),
    )
    .unwrap();
    let run = world.run(&["audit", "verify", "--reexec"]).code(1);
    run.says(&["was changed", "the log says ALLOW", "the engine BLOCK"]);
}

#[test]
fn a_damaged_log_is_named_by_its_first_bad_line() {
    let world = World::new();
    let file = busy(&world);
    let whole = fs::read(&file).unwrap();
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    fs::write(&file, &whole[..whole.len() - 20]).unwrap();
    world
        .run(&["audit", "verify"])
        .code(1)
        .says(&["the last line has no end"]);
    world.run(&["audit", "show"]).code(0);
    fs::write(&file, "hello\n").unwrap();
    world
        .run(&["audit", "verify"])
        .code(1)
        .says(&["line 1 is not a line of this log"]);
    world
        .run(&["audit", "show"])
        .code(1)
        .says(&["line 1", "not an entry"]);
    let mut text: Vec<_> = String::from_utf8(whole)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    text[lines - 2].insert(20, ' ');
    fs::write(&file, text.join("\n") + "\n").unwrap();
    let place = format!("line {} was changed", lines - 1);
    world.run(&["audit", "verify"]).code(1).says(&[&place]);
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, text.join("\n") + "\n", "checking changes nothing");
}

#[test]
fn a_line_of_the_log_is_explained() {
    let world = World::new();
    let file = busy(&world);
    let text = fs::read_to_string(&file).unwrap();
    let blocked = 1 + text
        .lines()
        .position(|line| line.contains("\"BLOCK\""))
        .unwrap();
    let seq = blocked.to_string();
    world.run(&["explain", "--audit", &seq]).code(0).says(&[
        "BLOCK terminal",
        "made again from the whole call: the same",
        "rests on: Do not delete anything",
        "^^^^^^",
    ]);
    let run = world
        .run(&["explain", "--audit", &seq, "--json", "--exit-code"])
        .code(4);
    assert_eq!(run.json()["id"], blocked);
    world
        .run(&["explain", "--audit", "1"])
        .code(2)
        .says(&["line 1 is no decision but `log_opened`"]);
    world
        .run(&["explain", "--audit", "999"])
        .code(2)
        .says(&["no line 999", "the newest line is"]);
}

#[test]
fn suggestions_and_reports_come_from_the_log_too() {
    let world = World::new();
    let write = |name: &str| {
        let path = format!("/home/u/notes/q3/{name}.md");
        ("write_file", json!({"path": path, "content": "my diary"}))
    };
    guard(&world, "hello", &[write("a"), write("b"), write("c")]);
    let found = world
        .run(&["suggest", "--from", "audit", "--json"])
        .code(0)
        .json();
    assert_eq!(found["suggestions"][0]["count"], 3, "{found}");
    let run = world.run(&["report", "--from", "audit", "-o", "-"]).code(0);
    assert!(run.stdout.contains("<b>3</b>asked"), "{}", run.stdout);
    assert!(!run.stdout.contains("my diary"));
    world
        .run(&["suggest", "--from", "audit", "--apply"])
        .code(0)
        .says(&["suggest --apply: done"]);
    world
        .run(&["undo", "-y"])
        .code(0)
        .says(&["`suggest --apply`"]);
    let empty = World::new();
    empty
        .run(&["report", "--from", "audit"])
        .code(2)
        .says(&["there is no audit log", "--from replay"]);
}
