//! Calls made to exhaust whoever reads them: none is let through by a guard whose user asked for
//! reading, and each says that it was not read whole or does what was seen of it.

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

use agentsfence_core::catalog::Catalog;
use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::effects::effects;
use agentsfence_core::model::{CallIds, Certainty, Environment, RiskClass, ToolCall};
use agentsfence_core::runtime::{Attendance, Directive, Fence, Proposal, TurnStarted};
use agentsfence_core::target::path::absolute;
use serde_json::{Value, json};

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

fn call(tool: &str, args: Value) -> ToolCall {
    let Value::Object(args) = args else {
        panic!("not an object");
    };
    ToolCall::new(tool, args)
}

fn ids() -> CallIds {
    CallIds {
        session: "s".into(),
        ..CallIds::default()
    }
}

/// Objects in objects, or JSON in JSON text, so many levels.
fn deep(levels: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (0..levels).fold(json!("rm a"), |value, _| wrap(value))
}

fn hostile() -> Vec<(&'static str, ToolCall)> {
    let command = |text: String| call("terminal", json!({ "command": text }));
    let code = |text: String| call("execute_code", json!({ "code": text }));
    let service = |value: Value| call("mcp__notes__update_note", json!({ "value": value }));
    let names: String = (0..3000).map(|n| format!("f{n} ")).collect();
    vec![
        (
            "1 MiB argument",
            command(format!("echo {}", "a".repeat(1 << 20))),
        ),
        ("nested substitutions", command("$(".repeat(45))),
        (
            "closed substitutions",
            command(format!("{}ls{}", "$(".repeat(60), ")".repeat(60))),
        ),
        ("10000 segments", command("ls; ".repeat(10_000))),
        ("3000 deletes", command("rm a; ".repeat(3000))),
        ("3000 files", command(format!("rm {names}"))),
        ("deep quotes", command("bash -c \"".repeat(200))),
        ("backquotes", command("`".repeat(2001))),
        ("arithmetic", command("$((".repeat(2000))),
        ("many braces", command(format!("rm {}", "{a,b}".repeat(40)))),
        ("deep brackets", command("(".repeat(50_000))),
        ("here-documents", command("cat <<A ".repeat(2500))),
        ("deep python", code("(".repeat(20_000))),
        ("long python", code("x = 1\n".repeat(40_000))),
        (
            "deep objects",
            service(deep(200, |value| json!({ "a": value }))),
        ),
        ("deep lists", service(deep(200, |value| json!([value])))),
        (
            "deep JSON text",
            service(deep(14, |value| json!({ "json": value.to_string() }))),
        ),
        (
            "8 MiB of arguments",
            service(json!("a".repeat(8 * 1024 * 1024 + 1))),
        ),
    ]
}

#[test]
fn nothing_hostile_is_a_plain_read() {
    let environment = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    };
    for (name, call) in hostile() {
        let found = effects(&call, &environment, Catalog::built_in());
        let worst = found.iter().map(|effect| effect.risk).max();
        let uncertain = found
            .iter()
            .any(|effect| effect.certainty != Certainty::Exact);
        assert!(
            uncertain || worst > Some(RiskClass::Read),
            "{name}: {:?}",
            found.first()
        );
    }
}

#[test]
fn nothing_hostile_runs_unasked() {
    let home = tempfile::tempdir().unwrap();
    let fence = Fence::open(home.path());
    fence.turn_started(&TurnStarted {
        ids: ids(),
        message: "Read the notes and tell me what is in them.".to_owned(),
        first: true,
        ..TurnStarted::default()
    });
    for (name, call) in hostile() {
        let proposal = Proposal {
            call,
            ids: ids(),
            cwd: Some("/tmp".to_owned()),
            ..Proposal::default()
        };
        assert_ne!(fence.decide(&proposal, &Human), Directive::Allow, "{name}");
    }
}
