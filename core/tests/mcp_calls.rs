//! Calls of servers, known and unknown, and the classes that a careful person would give them.

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
use agentsfence_core::model::{Environment, RiskClass, ToolCall};
use agentsfence_core::target::path::absolute;

const CALLS: &str = include_str!("../../tests/data/tools/mcp.txt");

fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

fn risk(tool: &str, args: &str) -> RiskClass {
    let call = ToolCall::new(tool, serde_json::from_str(args).unwrap());
    effects(&call, &environment(), Catalog::built_in())
        .iter()
        .map(|effect| effect.risk)
        .max()
        .unwrap()
}

#[test]
fn calls_have_the_classes_that_they_deserve() {
    let mut wrong = Vec::new();
    for line in CALLS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut parts = line.splitn(3, ' ');
        let (Some(classes), Some(tool), Some(args)) = (parts.next(), parts.next(), parts.next())
        else {
            panic!("not a call: {line}");
        };
        let got = risk(tool, args);
        if !classes.split(',').any(|class| class == got.as_str()) {
            wrong.push(format!("{got}, not {classes}: {tool} {args}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
