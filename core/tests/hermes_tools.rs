//! The contract with the host: every tool of both generations is in the catalogue, and every
//! argument that it declares, or accepts without declaring, has a meaning.

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

use std::collections::BTreeMap;

use agentsfence_core::catalog::Catalog;
use serde_json::Value;

const GENERATIONS: [(&str, &str); 2] = [
    (
        "0.19",
        include_str!("../../tests/data/cases/hermes_tools_0.19.json"),
    ),
    (
        "0.22",
        include_str!("../../tests/data/cases/hermes_tools_0.22.json"),
    ),
];

/// The tools of one generation by name.
fn tools(text: &str) -> BTreeMap<String, Value> {
    let mut tools: BTreeMap<String, Value> = serde_json::from_str(text).unwrap();
    tools.remove("_meta");
    tools
}

/// The arguments of a tool as dotted paths, those inside lists of objects included.
fn arguments(tool: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in tool["params"].as_object().unwrap().keys() {
        names.push(name.clone());
    }
    for (list, shape) in tool["item_shapes"].as_object().into_iter().flatten() {
        let alternatives = shape["one_of"].as_object();
        let shapes = alternatives.map_or_else(|| vec![shape], |shapes| shapes.values().collect());
        for fields in shapes {
            for field in fields["fields"].as_object().into_iter().flatten() {
                names.push(format!("{list}.{}", field.0));
            }
        }
    }
    for name in tool["accepted_but_unadvertised"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let name = name.as_str().unwrap().split([' ', '(']).next().unwrap();
        names.push(name.to_owned());
    }
    names
}

#[test]
fn every_tool_and_argument_of_the_host_has_a_meaning() {
    let catalog = Catalog::built_in().tools();
    let mut missing = Vec::new();
    for (generation, text) in GENERATIONS {
        for (name, tool) in tools(text) {
            let Some(spec) = catalog.get(&name) else {
                missing.push(format!("{generation}: {name}"));
                continue;
            };
            for argument in arguments(&tool) {
                if spec.role(&argument).is_none() {
                    missing.push(format!("{generation}: {name}: {argument}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no meaning for\n{}", missing.join("\n"));
}

#[test]
fn every_value_that_the_host_lists_for_an_action_is_known() {
    let catalog = Catalog::built_in().tools();
    let mut missing = Vec::new();
    for (generation, text) in GENERATIONS {
        for (name, tool) in tools(text) {
            let spec = catalog.get(&name).unwrap();
            let kind = tool["params"]["action"].as_str().unwrap_or_default();
            let values = kind
                .split_once("enum:")
                .map_or("", |(_, values)| values.trim_end_matches(')'));
            if !spec.has_actions() {
                continue;
            }
            for value in values.split(',').filter(|value| !value.is_empty()) {
                if spec.action(value).is_none() {
                    missing.push(format!("{generation}: {name}: {value}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no meaning for\n{}", missing.join("\n"));
}

#[test]
fn names_that_the_host_rewrites_are_known_too() {
    let catalog = Catalog::built_in().tools();
    for name in [
        "todo",
        "cronjob",
        "process",
        "tour",
        "tip",
        "Read_File",
        "TERMINAL",
    ] {
        assert!(catalog.get(name).is_some(), "{name}");
    }
}
