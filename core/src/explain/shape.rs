//! Typed fields of a JSON object, with errors that name the key and what was found instead.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::model::AbsPath;
use crate::target::path;

/// Why a text is not a call.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Not JSON at all.
    #[error("not JSON: {reason} at line {line} column {column}")]
    NotJson {
        /// What the parser stumbled over.
        reason: String,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
    /// A value of another type than the key takes.
    #[error("{place} must be {expected}, not {found}")]
    Wrong {
        /// The key or place.
        place: String,
        /// What it takes.
        expected: String,
        /// What was there, in words.
        found: &'static str,
    },
    /// No key that names a tool.
    #[error("no tool is named: expected `tool` and `args`, `tool_name` and `args`, or `function`")]
    NoTool,
    /// A preset that does not exist.
    #[error("unknown preset `{name}`: expected `read_only`, `code_task` or `full_trust`")]
    UnknownPreset {
        /// As given.
        name: String,
    },
    /// A policy that is none.
    #[error("`policy` is not a policy: {reason}")]
    Policy {
        /// What serde says.
        reason: String,
    },
}

impl ReadError {
    pub(super) fn not_json(error: serde_json::Error) -> Self {
        let text = error.to_string();
        let reason = text
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        Self::NotJson {
            reason,
            line: error.line(),
            column: error.column(),
        }
    }

    pub(super) fn wrong(place: &str, expected: &str, found: &Value) -> Self {
        Self::Wrong {
            place: place.to_owned(),
            expected: expected.to_owned(),
            found: kind(found),
        }
    }

    pub(super) fn policy(error: serde_json::Error) -> Self {
        Self::Policy {
            reason: error.to_string(),
        }
    }
}

/// The JSON type of a value, with its article.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(text) if text.trim().is_empty() => "an empty string",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

pub(super) fn text(fields: &Map<String, Value>, key: &str) -> Result<Option<String>, ReadError> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(ReadError::wrong(&format!("`{key}`"), "a string", other)),
    }
}

pub(super) fn texts(
    fields: &Map<String, Value>,
    key: &str,
) -> Result<Option<Vec<String>>, ReadError> {
    let wrong = |value: &Value| ReadError::wrong(&format!("`{key}`"), "a list of strings", value);
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| item.as_str().map(str::to_owned).ok_or_else(|| wrong(item)))
            .collect::<Result<Vec<_>, _>>()
            .map(Some),
        Some(other) => Err(wrong(other)),
    }
}

pub(super) fn boolean(fields: &Map<String, Value>, key: &str) -> Result<Option<bool>, ReadError> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(other) => Err(ReadError::wrong(
            &format!("`{key}`"),
            "true or false",
            other,
        )),
    }
}

/// An absolute folder.
pub(super) fn folder(fields: &Map<String, Value>, key: &str) -> Result<Option<AbsPath>, ReadError> {
    let Some(text) = text(fields, key)? else {
        return Ok(None);
    };
    if !text.starts_with('/') {
        return Err(ReadError::Wrong {
            place: format!("`{key}`"),
            expected: "an absolute path".to_owned(),
            found: "a relative one",
        });
    }
    Ok(Some(path::absolute(&text)))
}
