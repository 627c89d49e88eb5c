//! What calls touch: every path, address and recipient, and nothing that is only content.

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
use agentsfence_core::model::{Effect, Environment, Target, ToolCall};
use agentsfence_core::target::path::absolute;

const CALLS: &str = include_str!("../../tests/data/tools/targets.txt");

fn target(target: &Target) -> String {
    match target {
        Target::Path(path) => path.path.to_string(),
        Target::Host(host) => format!("host {host}"),
        Target::Url(url) => url.url.clone(),
        Target::Recipient(recipient) => format!("to {}", recipient.name),
        Target::Resource(resource) => format!("{} {}", resource.kind, resource.name),
        Target::Amount(amount) => format!("{} {}", amount.cents, amount.currency),
    }
}

fn line(effect: &Effect) -> String {
    let targets: Vec<String> = effect.targets.iter().map(target).collect();
    let marks: Vec<&str> = effect.marks.iter_names().map(|(name, _)| name).collect();
    let text = format!(
        "    {} {} [{}] {}",
        effect.risk,
        effect.capability,
        targets.join(", "),
        marks.join(" ")
    );
    text.trim_end().to_owned()
}

#[test]
fn calls_touch_what_they_name() {
    let environment = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    };
    let mut shown = String::new();
    for call in CALLS.lines() {
        let (tool, args) = call.split_once(' ').unwrap();
        let found = effects(
            &ToolCall::new(tool, serde_json::from_str(args).unwrap()),
            &environment,
            Catalog::built_in(),
        );
        shown.push_str(call);
        shown.push('\n');
        for effect in &found {
            shown.push_str(&line(effect));
            shown.push('\n');
        }
    }
    insta::assert_snapshot!(shown);
}
