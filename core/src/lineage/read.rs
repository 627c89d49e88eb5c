//! Reads a result into records: objects, rows of tables and lists, each with its typed fields and
//! its free text.

use serde_json::{Map, Value};

use super::limits;

/// A record under construction.
#[derive(Debug, Default)]
pub(super) struct RawRecord {
    /// Field name and value, of short values that are not prose.
    pub(super) typed: Vec<(String, String)>,
    /// Prose, and whatever else is not typed.
    pub(super) free: Vec<String>,
    /// Numeric fields, in thousandths.
    pub(super) numbers: Vec<(String, i64)>,
    /// The typed values of the records around this one.
    pub(super) context: Vec<String>,
}

/// Names of fields that hold prose, whatever is in them.
const PROSE: &[&str] = &[
    "body",
    "content",
    "description",
    "text",
    "message",
    "comment",
    "comments",
    "review",
    "reviews",
    "summary",
    "note",
    "notes",
    "snippet",
    "html",
    "markdown",
    "excerpt",
    "details",
    "abstract",
    "bio",
    "readme",
    "caption",
    "transcript",
    "reason",
    "instructions",
    "memo",
];

/// Names that a host or server wraps around the whole result.
const WRAPPERS: &[&str] = &[
    "result", "results", "output", "data", "content", "text", "stdout", "response",
];

/// The records of a result, at most `limits::RECORDS_PER_RESULT`.
pub(super) fn records(result: &Value) -> Vec<RawRecord> {
    let mut reader = Reader::default();
    reader.root(result, 0);
    reader.found
}

#[derive(Default)]
struct Reader {
    found: Vec<RawRecord>,
}

impl Reader {
    /// A whole result: wrappers are opened, text is read for structure.
    fn root(&mut self, value: &Value, depth: usize) {
        if depth > limits::DEPTH {
            return;
        }
        match value {
            Value::String(text) => match structure(text) {
                Some(inner) => self.value(&inner, &[], depth + 1),
                None => self.push(RawRecord {
                    free: vec![text.clone()],
                    ..RawRecord::default()
                }),
            },
            Value::Object(map) if is_wrapper(map) => {
                for inner in map.values() {
                    self.root(inner, depth + 1);
                }
            }
            // MCP: [{"type": "text", "text": "..."}]
            Value::Array(items) if items.iter().all(is_content_part) => {
                for item in items {
                    if let Some(text) = item.get("text") {
                        self.root(text, depth + 1);
                    }
                }
            }
            _ => self.value(value, &[], depth + 1),
        }
    }

    fn value(&mut self, value: &Value, context: &[String], depth: usize) {
        if depth > limits::DEPTH || self.found.len() >= limits::RECORDS_PER_RESULT {
            return;
        }
        match value {
            Value::Object(map) => self.object(map, context, depth),
            Value::Array(items) => {
                for item in items {
                    self.value(item, context, depth + 1);
                }
            }
            Value::Null => {}
            scalar => {
                let mut record = RawRecord {
                    context: context.to_vec(),
                    ..RawRecord::default()
                };
                record.scalar("", scalar);
                self.push(record);
            }
        }
    }

    fn object(&mut self, map: &Map<String, Value>, context: &[String], depth: usize) {
        let mut record = RawRecord {
            context: context.to_vec(),
            ..RawRecord::default()
        };
        for (key, value) in map {
            if !is_identifier(key) {
                record.text("", key);
            }
            match value {
                Value::Array(items) => {
                    for item in items
                        .iter()
                        .filter(|item| !item.is_object() && !item.is_array())
                    {
                        record.scalar(key, item);
                    }
                }
                Value::Object(_) => {}
                scalar => record.scalar(key, scalar),
            }
        }
        let around: Vec<String> = record
            .typed
            .iter()
            .map(|(_, value)| value.clone())
            .chain(context.iter().cloned())
            .take(limits::FIELDS_PER_RECORD)
            .collect();
        self.push(record);
        for value in map
            .values()
            .filter(|value| value.is_object() || has_objects(value))
        {
            self.value(value, &around, depth + 1);
        }
    }

    fn push(&mut self, record: RawRecord) {
        if self.found.len() < limits::RECORDS_PER_RESULT {
            self.found.push(record);
        }
    }
}

impl RawRecord {
    fn scalar(&mut self, field: &str, value: &Value) {
        match value {
            Value::String(text) => self.text(field, text),
            Value::Number(number) => {
                self.typed_value(field, number.to_string());
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "only compared with its like"
                )]
                if let Some(number) = number.as_f64() {
                    self.numbers
                        .push((field.to_owned(), (number * 1000.0) as i64));
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, field: &str, text: &str) {
        if is_prose_field(field) || is_prose(text) {
            self.free.push(text.to_owned());
            return;
        }
        if let Some(number) = sortable(text) {
            self.numbers.push((field.to_owned(), number));
        }
        self.typed_value(field, text.to_owned());
    }

    fn typed_value(&mut self, field: &str, value: String) {
        if self.typed.len() < limits::FIELDS_PER_RECORD {
            self.typed.push((field.to_owned(), value));
        }
    }
}

fn has_objects(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| items.iter().any(|item| item.is_object() || item.is_array()))
}

fn is_wrapper(map: &Map<String, Value>) -> bool {
    map.len() <= 3
        && map.iter().all(|(key, value)| {
            WRAPPERS.contains(&key.as_str())
                || matches!(value, Value::Bool(_) | Value::Null | Value::Number(_))
                || matches!(key.as_str(), "status" | "error" | "success" | "type")
        })
        && map.keys().any(|key| WRAPPERS.contains(&key.as_str()))
}

fn is_content_part(item: &Value) -> bool {
    item.get("type").is_some_and(Value::is_string) && item.get("text").is_some_and(Value::is_string)
}

fn is_identifier(key: &str) -> bool {
    key.len() <= 40
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$'))
        && !key.bytes().all(|byte| byte.is_ascii_digit())
        && !key.starts_with(|c: char| c.is_ascii_uppercase())
}

fn is_prose_field(field: &str) -> bool {
    let name = field.trim_matches('_').to_ascii_lowercase();
    PROSE.contains(&name.as_str())
}

/// Longer than a name or address is, or written in lines.
fn is_prose(text: &str) -> bool {
    text.len() > limits::TYPED_BYTES
        || text.trim().contains('\n')
        || text.split_whitespace().count() > limits::TYPED_WORDS
}

/// A number or an ISO date as something that sorts.
fn sortable(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.len() >= 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-") {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(14).collect();
        return format!("{digits:0<14}").parse().ok();
    }
    let bare = text.trim_start_matches(['$', '€', '£', '¥']);
    let number: f64 = bare.parse().ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only compared with its like"
    )]
    Some((number * 1000.0) as i64)
}

/// The structure of a text that is JSON, YAML, a table or a list of short lines; `None` for prose.
fn structure(text: &str) -> Option<Value> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.len() > limits::STRUCTURED_BYTES {
        return None;
    }
    if trimmed.starts_with(['{', '['])
        && let Ok(value) = serde_json::from_str(trimmed)
    {
        return Some(value);
    }
    if !trimmed.contains('\n') {
        return None;
    }
    super::table::rows(trimmed)
        .or_else(|| yaml(trimmed))
        .or_else(|| super::table::lines(trimmed))
}

/// YAML when it yields a mapping or a list of mappings; a bare sentence with a colon is prose.
fn yaml(text: &str) -> Option<Value> {
    let first = text.lines().next()?;
    let looks = first.starts_with("- ")
        || first
            .split_once(':')
            .is_some_and(|(key, _)| is_identifier(key));
    if !looks || text.contains('&') && text.contains('*') {
        return None;
    }
    let value: Value = serde_yaml::from_str(text).ok()?;
    (value.is_object() || value.as_array().is_some_and(|items| !items.is_empty())).then_some(value)
}
