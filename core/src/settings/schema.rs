//! The documentation and the JSON schema of the settings, written from the table of keys.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use super::Settings;
use super::key::{KEYS, Key, Kind, Value};

/// The reference of all settings, as Markdown.
pub fn reference() -> String {
    let defaults = Settings::default();
    let mut text = String::new();
    for key in KEYS {
        let default = in_toml(&(key.get)(&defaults));
        let kind = key.kind.in_words();
        let name = key.name;
        let doc = key.doc;
        let _ = write!(
            text,
            "## `{name}`\n\n{doc}\n\nTakes {kind}. Default: `{default}`.\n\n"
        );
    }
    text
}

/// `docs/src/settings.md`.
pub fn page() -> String {
    format!(
        "# Settings\n\n\
         <!-- Made from the table of keys: \
         UPDATE_DOCS=1 cargo test -p agentsfence-core --lib page_of_the_guide -->\n\n\
         They live in `<home>/agentsfence/config.toml`. `agentsfence config` reads and changes \
         them.\n\n{}\n",
        reference().trim_end()
    )
}

/// The JSON schema of `config.toml`.
pub fn json_schema() -> Json {
    let mut properties = Map::new();
    for key in KEYS {
        let schema = key_schema(key);
        match key.name.split_once('.') {
            None => {
                properties.insert(key.name.to_owned(), schema);
            }
            Some((section, name)) => {
                let entry = properties.entry(section).or_insert_with(
                    || json!({"type": "object", "additionalProperties": false, "properties": {}}),
                );
                if let Some(inner) = entry.get_mut("properties").and_then(Json::as_object_mut) {
                    inner.insert(name.to_owned(), schema);
                }
            }
        }
    }
    properties.insert(
        "rule".to_owned(),
        json!({"type": "array", "items": {"type": "object"}}),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "AgentsFence settings",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

fn key_schema(key: &Key) -> Json {
    let mut schema = match key.kind {
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Number { least, most, .. } => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Kind::Word(words) => json!({"enum": words}),
        Kind::List => json!({"type": "array", "items": {"type": "string"}}),
    };
    let default = match (key.get)(&Settings::default()) {
        Value::Flag(flag) => json!(flag),
        Value::Number(number) => json!(number),
        Value::Word(word) => json!(word),
        Value::List(list) => json!(list),
    };
    if let Some(entries) = schema.as_object_mut() {
        entries.insert("description".to_owned(), json!(key.doc));
        entries.insert("default".to_owned(), default);
    }
    schema
}

/// The value as TOML would spell it.
pub fn in_toml(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => toml::Value::from(word.as_str()).to_string(),
        Value::List(list) => toml::Value::from(list.clone()).to_string(),
    }
}
