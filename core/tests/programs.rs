//! Command lines of the program families, and the risk that each must have.

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
use agentsfence_core::model::{Certainty, Environment, Marks, RiskClass, ToolCall};
use agentsfence_core::target::path::absolute;

fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// The worst risk of a command, with `!` for code that is not shown, `+` for the project's own.
fn risk(command: &str) -> String {
    let args = serde_json::json!({"command": command});
    let args = args.as_object().cloned().unwrap_or_default();
    let call = ToolCall::new("terminal", args);
    let found = effects(&call, &environment(), Catalog::built_in());
    let worst = found.iter().map(|effect| effect.risk).max().unwrap();
    let opaque = found
        .iter()
        .any(|effect| effect.certainty == Certainty::Opaque);
    let project = found
        .iter()
        .filter(|effect| effect.certainty == Certainty::Opaque)
        .all(|effect| effect.marks.contains(Marks::PROJECT_CODE));
    let sign = match (opaque, project) {
        (true, true) => "+",
        (true, false) => "!",
        (false, _) => "",
    };
    format!("{worst}{sign}")
}

#[test]
fn a_change_of_a_database_file_is_a_change_of_that_file() {
    let command = "sqlite3 ~/.hermes/state.db \"UPDATE t SET a = 1\"";
    let args = serde_json::json!({"command": command});
    let call = ToolCall::new("terminal", args.as_object().cloned().unwrap_or_default());
    let found = effects(&call, &environment(), Catalog::built_in());
    let write = found
        .iter()
        .find(|effect| effect.risk == RiskClass::LocalWrite)
        .unwrap();
    let paths: Vec<_> = write.paths().map(|target| target.path.as_str()).collect();
    assert_eq!(paths, ["/home/u/.hermes/state.db"]);
}

#[test]
fn every_command_line_has_its_risk() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/programs");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let (expected, command) = line.split_once('\t').unwrap();
            let command = command.replace("\\n", "\n");
            let found = risk(&command);
            count += 1;
            if found != expected {
                wrong.push(format!("want {expected} got {found}: {command}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
