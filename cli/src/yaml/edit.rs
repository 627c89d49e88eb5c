//! The edits, as plain operations on data: what the file must mean afterwards.

use serde_yaml::{Mapping, Value};

/// One change to a YAML file.
#[derive(Clone, Debug)]
pub enum Edit<'a> {
    /// Adds `item` to the list at `path`, unless it is there.
    Add {
        /// The keys that lead to the list.
        path: &'a [&'a str],
        /// The new last item.
        item: &'a str,
    },
    /// Takes every `item` out of the list at `path`.
    Remove {
        /// The keys that lead to the list.
        path: &'a [&'a str],
        /// The item.
        item: &'a str,
    },
    /// Sets the scalar at `path`.
    Set {
        /// The keys that lead to it.
        path: &'a [&'a str],
        /// Its new value.
        value: Scalar<'a>,
    },
}

/// A value of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text; quoted where a YAML 1.1 reader would take it for something else.
    Text(&'a str),
}

impl Scalar<'_> {
    fn value(self) -> Value {
        match self {
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Number(value.into()),
            Self::Text(value) => Value::String(value.to_owned()),
        }
    }
}

impl<'a> Edit<'a> {
    /// The keys that lead to the edited value.
    pub fn path(&self) -> &'a [&'a str] {
        match self {
            Self::Add { path, .. } | Self::Remove { path, .. } | Self::Set { path, .. } => path,
        }
    }

    /// Whether the data can carry the edit; says what is wrong if not.
    pub(super) fn check(&self, data: &Value) -> Result<(), String> {
        if !matches!(data, Value::Mapping(_) | Value::Null) {
            return Err(format!(
                "the top level is {}, not a mapping, so this is not a Hermes configuration",
                kind(data)
            ));
        }
        let mut value = data;
        let Some((last, parents)) = self.path().split_last() else {
            return Err("an edit needs a key".to_owned());
        };
        for (depth, key) in parents.iter().enumerate() {
            let Some(next) = value.get(*key) else {
                return Ok(());
            };
            if next.is_null() {
                return Ok(());
            }
            if matches!(self, Self::Remove { .. }) && !next.is_mapping() {
                return Ok(());
            }
            if !next.is_mapping() {
                let path = self.path().get(..=depth).unwrap_or_default().join(".");
                return Err(format!("`{path}` is {}, not a mapping", kind(next)));
            }
            value = next;
        }
        match value.get(*last) {
            None | Some(Value::Null) => Ok(()),
            Some(found) => self.check_leaf(found),
        }
    }

    fn check_leaf(&self, found: &Value) -> Result<(), String> {
        let path = self.path().join(".");
        match (self, found) {
            (Self::Set { .. }, Value::Mapping(_) | Value::Sequence(_) | Value::Tagged(_)) => {
                Err(format!("`{path}` is {}, not a single value", kind(found)))
            }
            // What is not in a list needs no taking out, whatever stands there.
            (Self::Set { .. } | Self::Remove { .. }, _) => Ok(()),
            (_, Value::Sequence(items)) => {
                match items.iter().position(|item| {
                    matches!(
                        item,
                        Value::Mapping(_) | Value::Sequence(_) | Value::Tagged(_)
                    )
                }) {
                    Some(at) => Err(format!(
                        "item {} of the list `{path}` is {}, not a name; Hermes ignores the whole list",
                        at + 1,
                        items.get(at).map_or("something else", kind)
                    )),
                    None => Ok(()),
                }
            }
            (Self::Add { .. }, _) => Err(format!(
                "`{path}` is {}, not a list; Hermes ignores it, and turning it into a list could enable what is off now",
                kind(found)
            )),
        }
    }

    /// What the data must be afterwards; `None` when it is so already.
    pub(super) fn intended(&self, data: &Value) -> Option<Value> {
        let mut intended = data.clone();
        let done = match self {
            Self::Add { path, item } => {
                let list = reach(&mut intended, path, true)?;
                add(list, item)
            }
            Self::Remove { path, item } => {
                let list = reach(&mut intended, path, false)?;
                remove(list, item)
            }
            Self::Set { path, value } => {
                let place = reach(&mut intended, path, true)?;
                let value = value.value();
                let changes = *place != value;
                *place = value;
                changes
            }
        };
        done.then_some(intended)
    }

    /// The shortest lines that say the same, for a file that we will not touch.
    pub(super) fn by_hand(&self) -> Vec<String> {
        let leaf = match self {
            Self::Add { item, .. } => format!("[{item}]"),
            Self::Set { value, .. } => super::render::scalar(*value),
            Self::Remove { .. } => return Vec::new(),
        };
        let path = self.path();
        path.iter()
            .enumerate()
            .map(|(depth, key)| {
                let indent = "  ".repeat(depth);
                if depth + 1 == path.len() {
                    format!("{indent}{key}: {leaf}")
                } else {
                    format!("{indent}{key}:")
                }
            })
            .collect()
    }
}

fn add(list: &mut Value, item: &str) -> bool {
    match list {
        Value::Sequence(items) => {
            if items.iter().any(|known| known.as_str() == Some(item)) {
                return false;
            }
            items.push(Value::String(item.to_owned()));
        }
        _ => *list = Value::Sequence(vec![Value::String(item.to_owned())]),
    }
    true
}

fn remove(list: &mut Value, item: &str) -> bool {
    let Value::Sequence(items) = list else {
        return false;
    };
    let before = items.len();
    items.retain(|known| known.as_str() != Some(item));
    items.len() != before
}

/// The value at `path`; with `create`, missing and null mappings on the way are made.
fn reach<'v>(data: &'v mut Value, path: &[&str], create: bool) -> Option<&'v mut Value> {
    path.iter().try_fold(data, |value, key| {
        if value.is_null() && create {
            *value = Value::Mapping(Mapping::new());
        }
        let mapping = value.as_mapping_mut()?;
        if create {
            Some(mapping.entry(Value::from(*key)).or_insert(Value::Null))
        } else {
            mapping.get_mut(*key)
        }
    })
}

/// What a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Sequence(_) => "a list",
        Value::Mapping(_) => "a mapping",
        Value::Tagged(_) => "a tagged value",
    }
}
