//! `tool_call`: the host unwraps deferred calls before its hooks, and so do we where it did not.
//! Batches, a single legacy form, and both as JSON text are understood.

use serde_json::{Map, Value};
use smol_str::{SmolStr, format_smolstr};

use super::super::Context;
use super::unknown;
use crate::limits;
use crate::model::{Effect, Marks, ToolCall};

/// Whether the tool only carries calls of other tools.
pub(super) fn is_bridge(tool: &str) -> bool {
    tool.eq_ignore_ascii_case("tool_call") || tool.eq_ignore_ascii_case("connectors__execute")
}

/// The effects of every carried call.
pub(super) fn unwrap(call: &ToolCall, context: &Context<'_>) -> Vec<Effect> {
    let Some(inner_context) = context.deeper() else {
        return vec![unknown(
            "calls are wrapped in calls too deep to be read",
            Marks::OVERSIZED,
        )];
    };
    let mut effects = Vec::new();
    if call.args.contains_key("name") || call.args.contains_key("tool") {
        effects.extend(one(&call.args, "", &inner_context));
    }
    if let Some(calls) = call.args.get("calls") {
        match as_json(calls) {
            Value::Array(items) if items.len() > limits::EFFECTS => {
                effects.push(unknown(
                    "it carries more calls than are read",
                    Marks::OVERSIZED,
                ));
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    effects.extend(entry(
                        item,
                        &format_smolstr!("calls.{index}"),
                        &inner_context,
                    ));
                }
            }
            single => effects.extend(entry(&single, "calls", &inner_context)),
        }
    }
    if effects.is_empty() {
        effects.push(unknown(
            "no call can be read from the arguments",
            Marks::UNPARSABLE,
        ));
    }
    effects
}

fn entry(value: &Value, arg: &str, context: &Context<'_>) -> Vec<Effect> {
    match as_json(value) {
        Value::Object(object) => one(&object, arg, context),
        _ => vec![unknown(
            "a carried call is not an object",
            Marks::UNPARSABLE,
        )],
    }
}

fn one(object: &Map<String, Value>, arg: &str, context: &Context<'_>) -> Vec<Effect> {
    let name = ["name", "tool", "tool_name"]
        .iter()
        .find_map(|key| object.get(*key).and_then(Value::as_str));
    let Some(name) = name else {
        return vec![unknown("a carried call has no name", Marks::UNPARSABLE)];
    };
    let args = ["arguments", "args", "input", "parameters"]
        .iter()
        .find_map(|key| Some((*key, object.get(*key)?)));
    let (key, args) = match args {
        None => ("arguments", Map::new()),
        Some((key, value)) => match as_json(value) {
            Value::Object(args) => (key, args),
            Value::Null => (key, Map::new()),
            _ => {
                return vec![unknown(
                    "the arguments of a carried call are not an object",
                    Marks::UNPARSABLE,
                )];
            }
        },
    };
    let prefix = if arg.is_empty() {
        SmolStr::new(key)
    } else {
        format_smolstr!("{arg}.{key}")
    };
    let mut effects = super::tool(&ToolCall::new(name, args), context);
    for effect in &mut effects {
        let inner = std::mem::take(&mut effect.span.arg);
        effect.span.arg = if inner.is_empty() {
            prefix.clone()
        } else {
            format_smolstr!("{prefix}.{inner}")
        };
    }
    effects
}

/// A value, read as JSON when it is text that holds JSON.
fn as_json(value: &Value) -> Value {
    match value {
        Value::String(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        other => other.clone(),
    }
}
