//! Text that looks like a key, token or password.

use std::borrow::Cow;

use serde_json::Value;

use crate::model::{Effect, RiskClass};

/// Beginnings of tokens that services hand out, and how many characters follow at least.
const PREFIXES: [(&str, usize); 26] = [
    ("AKIA", 16),
    ("ASIA", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghu_", 30),
    ("ghs_", 30),
    ("ghr_", 30),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("sk-ant-", 20),
    ("sk-proj-", 20),
    ("sk-", 24),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("AIza", 30),
    ("npm_", 30),
    ("pypi-", 40),
    ("hf_", 30),
    ("SG.", 40),
    ("xapp-", 16),
    ("ya29.", 30),
    ("dop_v1_", 30),
    ("eyJhbGci", 40),
];

/// What stands in a message in place of a key.
const REDACTED: &str = "[a key, not shown]";

/// Whether the effect takes something off the machine.
pub(crate) fn goes_out(effect: &Effect) -> bool {
    matches!(
        effect.risk,
        RiskClass::Communication | RiskClass::ExternalWrite
    ) || matches!(effect.capability.domain(), "net" | "web")
}

/// Whether any text of the value looks like a key.
pub(crate) fn in_value(value: &Value) -> bool {
    match value {
        Value::String(text) => in_text(text),
        Value::Array(items) => items.iter().any(in_value),
        Value::Object(fields) => fields.values().any(in_value),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether the text holds what looks like a key.
pub(crate) fn in_text(text: &str) -> bool {
    if text.contains("PRIVATE KEY-----") && text.contains("-----BEGIN ") {
        return true;
    }
    text.split(|letter: char| !is_token_letter(letter))
        .any(is_token)
}

/// The text with every key replaced by a word that says so.
pub(crate) fn redacted(text: &str) -> Cow<'_, str> {
    if !in_text(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for letter in text.chars().chain(['\0']) {
        if is_token_letter(letter) {
            word.push(letter);
            continue;
        }
        out.push_str(if is_token(&word) { REDACTED } else { &word });
        word.clear();
        if letter != '\0' {
            out.push(letter);
        }
    }
    Cow::Owned(without_key_blocks(&out))
}

/// Takes the lines between `-----BEGIN ... KEY-----` and its end out.
fn without_key_blocks(text: &str) -> String {
    let mut inside = false;
    let kept: Vec<&str> = text
        .split('\n')
        .filter_map(|line| {
            if line.contains("-----BEGIN ") && line.contains("PRIVATE KEY") {
                inside = true;
                return Some(REDACTED);
            }
            let ends = line.contains("-----END ");
            let hidden = inside;
            inside &= !ends;
            (!hidden).then_some(line)
        })
        .collect();
    kept.join("\n")
}

fn is_token_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

/// A known beginning, enough behind it, and digits among the letters as generated text has them.
fn is_token(word: &str) -> bool {
    PREFIXES.iter().any(|(prefix, length)| {
        word.strip_prefix(prefix).is_some_and(|rest| {
            rest.len() >= *length && rest.bytes().any(|byte| byte.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_repeated() {
        assert_eq!(
            redacted("a AKIAIOSFODNN7EXAMPLE, b"),
            "a [a key, not shown], b"
        );
        assert_eq!(
            redacted("x\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\ny"),
            "x\n[a key, not shown]\ny"
        );
        assert_eq!(redacted("plain"), "plain");
    }

    #[test]
    fn keys_are_told_from_words() {
        for text in [
            "AKIAIOSFODNN7EXAMPLE",
            "key=sk-test-0123456789abcdef0123456789abcdef;",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
            "https://x.example/?t=ghp_0123456789abcdefghijklmnopqrstuvwxyz",
        ] {
            assert!(in_text(text), "{text}");
        }
        for text in [
            "sk-learn is a library",
            "AKIA",
            "npm_config_registry",
            "risk-averse-2",
        ] {
            assert!(!in_text(text), "{text}");
        }
    }
}
