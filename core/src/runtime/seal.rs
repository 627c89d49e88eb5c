//! The seal of a call: a digest of the tool and all its arguments, compared as late as the host
//! lets us, so that what runs is what was decided.
//!
//! The host turns `"5"` into `5` and `"[1]"` into `[1]` between our decision and the tool (facts:
//! hermes_contracts 2.2), so a text that reads as JSON and the value it reads as seal alike. Key
//! order does not matter.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::ToolCall;

/// Deeper text is not read as JSON any more; it is sealed as the text it is.
const COERCED_DEPTH: usize = 4;

/// A digest of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seal([u8; 16]);

impl Seal {
    /// The seal of a call.
    pub fn of(call: &ToolCall) -> Self {
        let mut hasher = blake3::Hasher::new();
        text(&mut hasher, b't', &call.tool);
        object(&mut hasher, &call.args, 0);
        if let Some(why) = &call.unreadable {
            text(&mut hasher, b'u', why);
        }
        let mut digest = [0; 16];
        for (to, from) in digest.iter_mut().zip(hasher.finalize().as_bytes()) {
            *to = *from;
        }
        Self(digest)
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Every value starts with a letter of its own and its length, so that no two values meet.
fn value(hasher: &mut blake3::Hasher, value: &Value, depth: usize) {
    match value {
        Value::Null => text(hasher, b'w', "null"),
        Value::Bool(flag) => text(hasher, b'w', if *flag { "true" } else { "false" }),
        Value::Number(number) => text(hasher, b'n', &plain_number(number)),
        Value::String(string) => match coerced(string, depth) {
            Some(read) => self::value(hasher, &read, depth + 1),
            None => text(hasher, b's', string),
        },
        Value::Array(items) => {
            length(hasher, b'a', items.len());
            for item in items {
                self::value(hasher, item, depth);
            }
        }
        Value::Object(entries) => object(hasher, entries, depth),
    }
}

fn object(hasher: &mut blake3::Hasher, entries: &Map<String, Value>, depth: usize) {
    length(hasher, b'o', entries.len());
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| key.as_str());
    for (key, entry) in sorted {
        text(hasher, b'k', key);
        value(hasher, entry, depth);
    }
}

/// What the host would read the text as, if it is not meant as text.
fn coerced(string: &str, depth: usize) -> Option<Value> {
    if depth >= COERCED_DEPTH {
        return None;
    }
    match string.as_bytes().first()? {
        b'{' | b'[' | b'-' | b'0'..=b'9' => serde_json::from_str(string).ok(),
        _ if string.eq_ignore_ascii_case("true") => Some(Value::Bool(true)),
        _ if string.eq_ignore_ascii_case("false") => Some(Value::Bool(false)),
        b'n' if string == "null" => Some(Value::Null),
        _ => None,
    }
}

/// `5.0` and `5` are one number to the host's coercion.
fn plain_number(number: &serde_json::Number) -> String {
    let written = number.to_string();
    match written.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => written,
    }
}

fn length(hasher: &mut blake3::Hasher, kind: u8, length: usize) {
    hasher.update(&[kind]);
    hasher.update(&(length as u64).to_le_bytes());
}

fn text(hasher: &mut blake3::Hasher, kind: u8, string: &str) {
    length(hasher, kind, string.len());
    hasher.update(string.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn seal(args: &Value) -> Seal {
        let args = args.as_object().cloned().unwrap_or_default();
        Seal::of(&ToolCall::new("t", args))
    }

    #[test]
    fn coercion_and_key_order_do_not_break_a_seal() {
        let decided = seal(&json!({"n": "5", "list": "[1, 2]", "flag": "True", "s": "x"}));
        let ran = seal(&json!({"s": "x", "flag": true, "list": [1, 2], "n": 5}));
        assert_eq!(decided, ran);
        assert_eq!(seal(&json!({"n": 5.0})), seal(&json!({"n": 5})));
    }

    #[test]
    fn every_real_change_breaks_it() {
        let calls = [
            json!({"a": "x"}),
            json!({"a": "y"}),
            json!({"b": "x"}),
            json!({"a": "x", "b": ""}),
            json!({"a": ["x"]}),
            json!({"a": {"x": ""}}),
            json!({"a": " x"}),
            json!({"a": null}),
            json!({"a": ""}),
            json!({}),
        ];
        for (index, left) in calls.iter().enumerate() {
            for right in calls.iter().skip(index + 1) {
                assert_ne!(seal(left), seal(right), "{left} and {right}");
            }
        }
    }

    proptest! {
        #[test]
        fn two_texts_seal_alike_only_when_they_read_alike(left in "[ -~]{0,12}", right in "[ -~]{0,12}") {
            let equal = seal(&json!({"a": left})) == seal(&json!({"a": right}));
            let read = |text: &str| serde_json::from_str::<Value>(&text.to_ascii_lowercase()).ok();
            prop_assert!(!equal || left == right || (read(&left).is_some() && read(&right).is_some()));
        }
    }
}
