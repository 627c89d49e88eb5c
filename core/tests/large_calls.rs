//! Calls larger than anybody would make by hand: what is not read is said, and never a read.

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
use agentsfence_core::effects::effects;
use agentsfence_core::limits;
use agentsfence_core::model::{Effect, Environment, Marks, RiskClass, ToolCall};
use agentsfence_core::target::path::absolute;
use serde_json::{Value, json};

fn effects_of(tool: &str, args: Value) -> Vec<Effect> {
    let environment = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    };
    let Value::Object(args) = args else {
        panic!("not an object");
    };
    effects(
        &ToolCall::new(tool, args),
        &environment,
        Catalog::built_in(),
    )
}

fn check(tool: &str, args: Value) {
    let found = effects_of(tool, args);
    assert!(!found.is_empty());
    assert!(
        found.len() <= limits::EFFECTS + 1,
        "{tool}: {}",
        found.len()
    );
    assert!(
        found
            .iter()
            .any(|effect| effect.marks.contains(Marks::OVERSIZED)
                && (effect.risk == RiskClass::Unknown || effect.why.is_some())),
        "{tool}: nothing says that it was not read whole"
    );
}

#[test]
fn nobody_hides_behind_many() {
    let many = |value: Value| Value::Array(vec![value; 20_000]);
    let numbered: Vec<String> = (0..20_000).map(|n| format!("u{n}@example.com")).collect();
    check("mcp__gmail__send_email", json!({ "to": numbered }));
    check(
        "mcp__gmail__send_email",
        json!({ "to": numbered.join(",") }),
    );
    check(
        "memory",
        json!({ "operations": many(json!({"action": "add", "content": "x"})) }),
    );
    check(
        "tool_call",
        json!({ "calls": many(json!({"name": "read_file", "arguments": {"path": "x"}})) }),
    );
}

#[test]
fn nobody_hides_in_depth_or_size() {
    let mut deep = json!({"action": "delete"});
    for _ in 0..1000 {
        deep = json!({ "a": deep });
    }
    check("mcp__notes__get_note", json!({ "x": deep }));
    let large = "x".repeat(limits::ARGS_BYTES + 1);
    check("write_file", json!({"path": "a", "content": large}));
}
