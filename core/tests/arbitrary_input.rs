//! Whatever a model writes into a call, reading it ends, never panics, and finds an effect.

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
use agentsfence_core::explain::{Authority, Defaults, Request};
use agentsfence_core::model::{Environment, ToolCall};
use agentsfence_core::target::path::absolute;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Pieces that the grammars give meaning to, in any order, between any text.
fn source() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "rm -rf ",
        "$(",
        ")",
        "`",
        "\"",
        "'",
        "${x:-",
        "}",
        "<<E\n",
        "E\n",
        "|",
        "&&",
        ";",
        "\n",
        ">",
        "2>&1",
        "{a,b}",
        "\\",
        "$'\\x",
        "import os\n",
        "os.remove(",
        "f\"{",
        "lambda:",
        "def ",
        "    ",
        "require('fs')",
        "=>",
        "/*",
        "//",
        "SELECT ",
        "DROP TABLE ",
        "--",
        "*** Begin Patch\n",
        "*** Update File: ",
        "@@",
        "--- a/",
        "+++ b/",
        "+",
        "é",
        "\u{202e}",
        "😀",
        "\0",
    ]);
    let part = prop_oneof![piece.prop_map(str::to_owned), ".{0,12}"];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

fn calls(text: &str) -> [(&'static str, Value); 6] {
    [
        ("terminal", json!({ "command": text })),
        (
            "terminal",
            json!({ "command": format!("psql -c '{text}'") }),
        ),
        (
            "terminal",
            json!({ "command": format!("node -e '{text}'") }),
        ),
        ("execute_code", json!({ "code": text })),
        ("patch", json!({ "mode": "patch", "patch": text })),
        ("mcp__postgres__query", json!({ "sql": text })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_reader_of_a_call_ends_with_an_effect(text in source()) {
        let environment = Environment {
            cwd: absolute("/home/u/proj"),
            home: absolute("/home/u"),
            hermes_home: absolute("/home/u/.hermes"),
            links: Vec::new(),
            case_insensitive: false,
        };
        for (tool, args) in calls(&text) {
            let Value::Object(args) = args else { continue };
            let call = ToolCall::new(tool, args);
            prop_assert!(!effects(&call, &environment, Catalog::built_in()).is_empty(), "{tool}");
        }
    }

    #[test]
    fn the_reader_of_calls_answers_or_says_what_is_wrong(text in source()) {
        let defaults = Defaults {
            cwd: absolute("/home/u/proj"),
            home: absolute("/home/u"),
            hermes_home: None,
            authority: Authority::default(),
            interactive: true,
        };
        let _ = Request::from_json(&text, &defaults);
        let around = format!("{{\"tool\":\"terminal\",\"args\":{text}}}");
        let _ = Request::from_json(&around, &defaults);
    }
}
