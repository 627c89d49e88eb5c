//! Edits of `config.yaml` distilled from public bug reports: `tests/data/yaml_edit.jsonl`.

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

use agentsfence_cli::hermes::config::HostView;
use agentsfence_cli::yaml::{Edit, Edited, apply};
use serde_json::Value;

const ENABLED: &[&str] = &["plugins", "enabled"];
const CORPUS: &str = include_str!("../../tests/data/yaml_edit.jsonl");

#[test]
fn every_case_of_the_corpus() {
    let mut failures = Vec::new();
    for line in CORPUS.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if let Err(what) = run(&case) {
            failures.push(format!("{} {}: {what}", case["id"], case["title"]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn run(case: &Value) -> Result<(), String> {
    let (input, expect) = (&case["input"], &case["expect"]);
    let before = before(input);
    let item = input["plugin"].as_str().unwrap();
    let result = apply(
        &before,
        &[Edit::Add {
            path: ENABLED,
            item,
        }],
    );
    let outcome = match &result {
        Ok(Edited::Changed(_)) => "edited",
        Ok(Edited::Unchanged) => "noop",
        Err(_) => "refused",
    };
    let allowed = expect["outcome_ok"].as_array().unwrap();
    if !allowed.iter().any(|name| name == outcome) {
        return Err(format!("{outcome}: {result:?}"));
    }
    match result {
        Err(refusal) => mentions(&refusal.to_string(), expect),
        Ok(Edited::Changed(after)) => edited(&before, &after, expect),
        Ok(Edited::Unchanged) => Ok(()),
    }
}

fn before(input: &Value) -> Vec<u8> {
    if let Some(text) = input["before"].as_str() {
        return text.as_bytes().to_vec();
    }
    if let Some(text) = input["before_b64"].as_str() {
        return base64(text);
    }
    let made = &input["before_gen"];
    let mut text = made["prefix"].as_str().unwrap().to_owned();
    let line = made["repeat"]["line"].as_str().unwrap();
    for index in 0..made["repeat"]["count"].as_u64().unwrap() {
        text.push_str(&line.replace("{i}", &index.to_string()));
    }
    text.into_bytes()
}

fn edited(before: &[u8], after: &[u8], expect: &Value) -> Result<(), String> {
    let text = String::from_utf8(after.to_vec()).unwrap();
    let accepted: Vec<&str> = expect["after"]
        .as_str()
        .into_iter()
        .chain(
            expect["after_ok"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str),
        )
        .collect();
    if !accepted.is_empty() && !accepted.contains(&text.as_str()) {
        return Err(format!(
            "got:\n{text}\nwanted:\n{}",
            accepted.join("\n---\n")
        ));
    }
    if accepted.is_empty() {
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        if lines(after) != lines(before) + 1 {
            return Err("more than one line is new".to_owned());
        }
    }
    let seen = HostView::parse(after);
    let wanted: serde_yaml::Value = serde_yaml::to_value(&expect["effective_enabled"]).unwrap();
    if seen.at("plugins.enabled") != Some(&wanted) {
        return Err(format!("the host reads {:?}", seen.at("plugins.enabled")));
    }
    Ok(())
}

fn mentions(text: &str, expect: &Value) -> Result<(), String> {
    for word in expect["message_must_mention"]
        .as_array()
        .into_iter()
        .flatten()
    {
        if !text.contains(word.as_str().unwrap()) {
            return Err(format!("`{text}` does not mention {word}"));
        }
    }
    Ok(())
}

/// Enough of base64 for the corpus.
fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let digit = ALPHABET.iter().position(|known| *known == letter).unwrap();
        buffer = (buffer << 6) | u32::try_from(digit).unwrap();
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((buffer >> bits) & 0xff).unwrap());
        }
    }
    bytes
}
