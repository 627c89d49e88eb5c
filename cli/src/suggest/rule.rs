//! A suggestion as the text of a `[[rule]]`.

use serde::Serialize;
use serde_json::{Map, Value, json};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table};

use super::{Sample, Subject};

/// Recipients and hosts that nobody has: `.invalid` is reserved for that (RFC 2606).
const STRANGER: &str = "somebody.invalid";

/// One rule that is offered.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    id: String,
    /// How many questions it would have saved.
    count: usize,
    /// What it allows, in words.
    words: String,
    toml: String,
}

impl Suggestion {
    pub(super) fn new(
        capability: &str,
        subject: &Subject,
        count: usize,
        sample: &Sample,
        expires: &str,
    ) -> Self {
        let (key, patterns, words) = matcher(capability, subject);
        let id = format!(
            "suggested-{}",
            slug(&format!("{capability} {}", patterns.join(" ")))
        );
        let mut table = Table::new();
        table.insert("id", toml_edit::value(id.as_str()));
        table.insert("verdict", toml_edit::value("allow"));
        table.insert("reason", toml_edit::value(format!("asked {count} times")));
        table.insert("capability", toml_edit::value(capability));
        table.insert(
            key,
            toml_edit::value(list(patterns.iter().map(String::as_str))),
        );
        if let Ok(date) = expires.parse::<toml_edit::Datetime>() {
            table.insert("expires", toml_edit::value(date));
        }
        let allowed = allowed(subject, sample);
        let stopped = stopped(subject, &allowed);
        table.insert("match", Item::Value(examples(&allowed)));
        table.insert("not_match", Item::Value(examples(&stopped)));
        let mut document = DocumentMut::new();
        let mut tables = ArrayOfTables::new();
        tables.push(table);
        document.insert("rule", Item::ArrayOfTables(tables));
        Self {
            id,
            count,
            words,
            toml: document.to_string(),
        }
    }

    /// Its permanent name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many questions it would have saved.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What it allows, in words.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The `[[rule]]` as it is written to the settings.
    pub fn toml(&self) -> &str {
        &self.toml
    }
}

/// The key that narrows the rule, its patterns, and the rule in words.
fn matcher(capability: &str, subject: &Subject) -> (&'static str, Vec<String>, String) {
    match subject {
        Subject::Folder(folder) => (
            "path",
            vec![format!("{}/**", literal(folder))],
            format!("{capability} below {folder}"),
        ),
        Subject::Recipients(names) => (
            "recipient",
            names.iter().map(|name| literal(name)).collect(),
            format!("{capability} to {}", names.join(", ")),
        ),
        Subject::Hosts(hosts) => (
            "host",
            hosts.iter().map(|host| literal(host)).collect(),
            format!("{capability} at {}", hosts.join(", ")),
        ),
        Subject::Program(program) => (
            "program",
            vec![literal(program)],
            format!("{capability} by `{program}`"),
        ),
    }
}

/// Text as a glob that matches just it.
fn literal(text: &str) -> String {
    text.chars()
        .flat_map(|character| match character {
            '*' | '?' | '[' | ']' | '{' | '}' | '\\' => vec!['[', character, ']'],
            other => vec![other],
        })
        .collect()
}

/// A call that the rule must allow.
fn allowed(subject: &Subject, sample: &Sample) -> Value {
    match subject {
        Subject::Folder(folder) => {
            json!({"tool": "write_file", "args": {"path": format!("{folder}/example"), "content": ""}})
        }
        _ => json!({"tool": sample.tool, "args": plain(&sample.args)}),
    }
}

/// The like of it that must still be asked about.
fn stopped(subject: &Subject, allowed: &Value) -> Value {
    let replaced = |old: &str, new: &str| {
        let text = allowed.to_string().replace(old, new);
        serde_json::from_str(&text).unwrap_or_default()
    };
    match subject {
        Subject::Folder(folder) => replaced(folder, &format!("{folder}-other")),
        Subject::Recipients(names) => names.iter().fold(allowed.clone(), |call, name| {
            stranger(&call, name, &format!("x@{STRANGER}"))
        }),
        Subject::Hosts(hosts) => hosts.iter().fold(allowed.clone(), |call, host| {
            stranger(&call, host, STRANGER)
        }),
        Subject::Program(_) => json!({"tool": "terminal", "args": {"command": "another-program"}}),
    }
}

/// The call with every text that holds `old` holding `new` instead.
fn stranger(call: &Value, old: &str, new: &str) -> Value {
    match call {
        Value::String(text) => Value::String(text.replace(old, new)),
        Value::Array(items) => items.iter().map(|item| stranger(item, old, new)).collect(),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), stranger(value, old, new)))
            .collect(),
        other => other.clone(),
    }
}

/// Arguments that TOML can hold: no null.
fn plain(args: &Map<String, Value>) -> Map<String, Value> {
    args.iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn examples(call: &Value) -> toml_edit::Value {
    let mut array = Array::new();
    array.push(toml(call));
    toml_edit::Value::Array(array)
}

fn toml(value: &Value) -> toml_edit::Value {
    match value {
        Value::Null => "".into(),
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => integer.into(),
            None => number.as_f64().unwrap_or_default().into(),
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => toml_edit::Value::Array(items.iter().map(toml).collect()),
        Value::Object(map) => {
            let mut table = InlineTable::new();
            for (key, value) in map.iter().filter(|(_, value)| !value.is_null()) {
                table.insert(key, toml(value));
            }
            toml_edit::Value::InlineTable(table)
        }
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> Array {
    words.collect()
}

/// Lower-case letters, digits and dashes.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars().take(60) {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}
