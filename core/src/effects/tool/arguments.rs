//! Walks the arguments of a call: every value with the path of keys that leads to it.

use serde_json::{Map, Value};
use smol_str::{SmolStr, format_smolstr};

use super::names::snake;
use crate::limits;

/// One value of the arguments.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// Where it stands: keys and indexes joined by `.` (`tasks.0.goal`).
    pub(super) arg: SmolStr,
    /// The keys alone, joined by `.` (`tasks.goal`), as written.
    pub(super) keys: SmolStr,
    /// The last key in snake case.
    pub(super) key: SmolStr,
    /// The path of the object that holds the key; empty at the top.
    pub(super) parent: SmolStr,
    /// The value.
    pub(super) value: &'a Value,
}

/// Whether what is inside a value is visited too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Visit it.
    Visit,
    /// The value was taken as a whole.
    Skip,
}

/// Visits every value in order, containers before what they hold. The depth is bounded by
/// [`within_limits`].
pub(super) fn visit<'a>(args: &'a Map<String, Value>, each: &mut dyn FnMut(&Node<'a>) -> Inside) {
    visit_object(args, "", "", each);
}

fn visit_object<'a>(
    object: &'a Map<String, Value>,
    arg: &str,
    keys: &str,
    each: &mut dyn FnMut(&Node<'a>) -> Inside,
) {
    for (key, value) in object {
        let node = Node {
            arg: join(arg, key),
            keys: join(keys, key),
            key: SmolStr::new(snake(key)),
            parent: SmolStr::new(arg),
            value,
        };
        visit_value(&node, each);
    }
}

fn visit_value<'a>(node: &Node<'a>, each: &mut dyn FnMut(&Node<'a>) -> Inside) {
    if each(node) == Inside::Skip {
        return;
    }
    match node.value {
        Value::Object(object) => visit_object(object, &node.arg, &node.keys, each),
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                let item = Node {
                    arg: format_smolstr!("{}.{index}", node.arg),
                    value,
                    ..node.clone()
                };
                visit_value(&item, each);
            }
        }
        _ => {}
    }
}

fn join(path: &str, key: &str) -> SmolStr {
    if path.is_empty() {
        SmolStr::new(key)
    } else {
        format_smolstr!("{path}.{key}")
    }
}

/// Whether the arguments are small and shallow enough to be read; else why not.
pub(super) fn within_limits(args: &Map<String, Value>) -> Result<(), &'static str> {
    let mut bytes = 0;
    let mut open: Vec<(&Value, usize)> = args.values().map(|value| (value, 1)).collect();
    for key in args.keys() {
        bytes += key.len();
    }
    while let Some((value, depth)) = open.pop() {
        if depth > limits::ARGS_DEPTH {
            return Err("the arguments are nested too deep to be read");
        }
        bytes += 1;
        match value {
            Value::String(text) => bytes += text.len(),
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(object) => {
                for (key, item) in object {
                    bytes += key.len();
                    open.push((item, depth + 1));
                }
            }
            _ => {}
        }
        if bytes > limits::ARGS_BYTES {
            return Err("the arguments are too large to be read");
        }
    }
    Ok(())
}

/// The text of a scalar: strings as they are, numbers and booleans as written.
pub(super) fn text(value: &Value) -> Option<std::borrow::Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.as_str().into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(flag) => Some(flag.to_string().into()),
        _ => None,
    }
}

/// Whether a flag is on, in the spellings that hosts and models use.
pub(super) fn is_true(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !matches!(
            text.trim().to_ascii_lowercase().as_str(),
            "" | "false" | "no" | "off" | "0" | "none" | "null"
        ),
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            _ => Map::new(),
        }
    }

    #[test]
    fn every_value_is_visited_with_its_path() {
        let args = object(json!({"a": 1, "taskList": [{"goal": "x"}, {"goal": "y"}]}));
        let mut seen = Vec::new();
        visit(&args, &mut |node| {
            if !node.value.is_object() && !node.value.is_array() {
                seen.push(format!("{} {} {}", node.arg, node.keys, node.parent));
            }
            Inside::Visit
        });
        assert_eq!(
            seen,
            [
                "a a ",
                "taskList.0.goal taskList.goal taskList.0",
                "taskList.1.goal taskList.goal taskList.1"
            ]
        );
    }

    #[test]
    fn deep_and_large_arguments_are_refused() {
        let mut deep = json!(1);
        for _ in 0..=limits::ARGS_DEPTH {
            deep = json!([deep]);
        }
        assert!(within_limits(&object(json!({"a": deep}))).is_err());
        let large = "x".repeat(limits::ARGS_BYTES + 1);
        assert!(within_limits(&object(json!({"a": large}))).is_err());
        assert!(within_limits(&object(json!({"a": [[1]]}))).is_ok());
    }
}
