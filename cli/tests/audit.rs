//! The audit log as the command shows, checks and writes it.

mod common;

use std::fs;
use std::path::PathBuf;

use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::{Attendance, Fence, Proposal, TurnStarted};
use common::World;
use serde_json::{Value, json};

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

/// What the guard in the host writes: a message, then these calls.
fn guard(world: &World, message: &str, calls: &[(&str, Value)]) -> PathBuf {
    let fence = Fence::open(&world.root);
    let ids = |call: String| CallIds {
        session: "s1".into(),
        call: call.into(),
        ..CallIds::default()
    };
    fence.turn_started(&TurnStarted {
        ids: ids(String::new()),
        message: message.to_owned(),
        first: true,
        platform: "cli".into(),
        cwd: Some("/tmp".to_owned()),
        ..TurnStarted::default()
    });
    for (number, (tool, args)) in calls.iter().enumerate() {
        let call = ToolCall::new(*tool, args.as_object().unwrap().clone());
        let proposal = Proposal {
            call,
            ids: ids(number.to_string()),
            ..Proposal::default()
        };
        fence.decide(&proposal, &Human);
    }
    world.root.join("agentsfence/audit.jsonl")
}

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
    text[lines - 2].insert_str(20, " ");
    fs::write(&file, text.join("\n") + "\n").unwrap();
    let place = format!("line {} was changed", lines - 1);
    world.run(&["audit", "verify"]).code(1).says(&[&place]);
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, text.join("\n") + "\n", "checking changes nothing");
}
