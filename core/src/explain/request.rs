//! Reading a call in any of the spellings that hosts, hooks and model APIs use.
//!
//! | spelling | tool | arguments |
//! |---|---|---|
//! | plain | `tool` | `args` |
//! | the host's hook | `tool_name` | `args` |
//! | a shell hook's payload | `tool_name` | `tool_input` |
//! | an OpenAI tool call | `function.name` | `function.arguments`, a JSON text |
//!
//! What names a tool is a call, however odd its arguments are: it is decided, and its arguments
//! marked unreadable, so that nothing strange is ever allowed by accident. Anything else is an
//! error that says what was expected.

use serde_json::{Map, Value};
use smol_str::SmolStr;

use super::shape::{self, ReadError};
use crate::limits;
use crate::model::{AbsPath, CallIds, Environment, ToolCall};
use crate::policy::Policy;
use crate::target::path;

/// What applies to a call that does not say it itself.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// Where relative paths start.
    pub cwd: AbsPath,
    /// The user's home.
    pub home: AbsPath,
    /// The host's home; `None` is `.hermes` in the home.
    pub hermes_home: Option<AbsPath>,
    /// The bounds of calls that name none.
    pub authority: Authority,
    /// Whether a human could answer a question.
    pub interactive: bool,
}

/// Where the bounds of a call come from.
#[derive(Clone, Debug, Default)]
pub enum Authority {
    /// Nothing was said: reads only.
    #[default]
    Fallback,
    /// A preset by name.
    Preset(PresetName),
    /// The owner's messages, in order.
    Intents(Vec<String>),
    /// A policy written out.
    Policy(Box<Policy>),
}

/// The presets that a call can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetName {
    /// Reads only.
    ReadOnly,
    /// Work inside the project at `cwd`.
    CodeTask,
    /// Everything but what the guards stop.
    FullTrust,
}

impl PresetName {
    /// Every preset with its name.
    pub const ALL: [(&'static str, Self); 3] = [
        ("read_only", Self::ReadOnly),
        ("code_task", Self::CodeTask),
        ("full_trust", Self::FullTrust),
    ];

    /// A preset by name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, preset)| preset)
    }
}

/// An earlier call of the same session with what it returned.
#[derive(Clone, Debug)]
pub struct PreviousCall {
    /// The call.
    pub call: ToolCall,
    /// What the tool returned.
    pub result: Value,
}

/// A call and everything that its decision depends on.
#[derive(Clone, Debug)]
pub struct Request {
    /// Echoed in the answer.
    pub id: Option<Value>,
    /// The call.
    pub call: ToolCall,
    /// The host's ids, where given.
    pub ids: CallIds,
    /// What relative names mean.
    pub environment: Environment,
    /// Where the bounds come from.
    pub authority: Authority,
    /// Earlier calls, oldest first.
    pub previous: Vec<PreviousCall>,
    /// Whether a human could answer a question.
    pub interactive: bool,
}

impl Request {
    /// Reads one call from JSON text.
    pub fn from_json(text: &str, defaults: &Defaults) -> Result<Self, ReadError> {
        let value: Value = serde_json::from_str(text).map_err(ReadError::not_json)?;
        Self::from_value(value, defaults)
    }

    /// Reads one call from a JSON value.
    pub fn from_value(value: Value, defaults: &Defaults) -> Result<Self, ReadError> {
        let Value::Object(mut fields) = value else {
            return Err(ReadError::wrong("the call", "an object", &value));
        };
        let call = take_call(&mut fields)?;
        let environment = environment(&fields, defaults)?;
        Ok(Self {
            id: fields.get("id").cloned(),
            ids: ids(&fields),
            environment,
            authority: authority(&mut fields, defaults)?,
            previous: previous(&mut fields)?,
            interactive: shape::boolean(&fields, "interactive")?.unwrap_or(defaults.interactive),
            call,
        })
    }
}

fn take_call(fields: &mut Map<String, Value>) -> Result<ToolCall, ReadError> {
    if let Some(function) = fields.get_mut("function") {
        let Value::Object(function) = function else {
            return Err(ReadError::wrong("`function`", "an object", function));
        };
        let tool = tool_name(function, &["name"])?;
        return Ok(call(tool, function.remove("arguments")));
    }
    let tool = tool_name(fields, &["tool", "tool_name"])?;
    let args = ["args", "tool_input", "arguments"]
        .iter()
        .find_map(|key| fields.remove(*key));
    Ok(call(tool, args))
}

fn tool_name(fields: &Map<String, Value>, keys: &[&str]) -> Result<SmolStr, ReadError> {
    let found = keys
        .iter()
        .find_map(|key| fields.get(*key).map(|value| (*key, value)));
    match found {
        Some((_, Value::String(name))) if !name.trim().is_empty() => Ok(SmolStr::new(name)),
        Some((key, value)) => Err(ReadError::wrong(
            &format!("`{key}`"),
            "a tool's name",
            value,
        )),
        None => Err(ReadError::NoTool),
    }
}

/// The call, with arguments that are not an object of bounded depth kept but marked.
fn call(tool: SmolStr, args: Option<Value>) -> ToolCall {
    let args = match args {
        Some(Value::String(text)) => match serde_json::from_str(&text) {
            Ok(value) => Some(value),
            Err(_) => return unreadable(tool, Value::String(text), "the arguments are not JSON"),
        },
        other => other,
    };
    match args {
        None | Some(Value::Null) => ToolCall::new(tool, Map::new()),
        Some(Value::Object(map)) if too_deep(&map) => unreadable(
            tool,
            Value::Object(map),
            "the arguments are nested too deeply",
        ),
        Some(Value::Object(map)) => ToolCall::new(tool, map),
        Some(other) => unreadable(tool, other, "the arguments are not an object"),
    }
}

fn unreadable(tool: SmolStr, args: Value, why: &str) -> ToolCall {
    let mut map = Map::new();
    map.insert("arguments".to_owned(), args);
    ToolCall {
        unreadable: Some(SmolStr::new(why)),
        ..ToolCall::new(tool, map)
    }
}

fn too_deep(args: &Map<String, Value>) -> bool {
    fn deeper_than(value: &Value, levels: usize) -> bool {
        match (levels.checked_sub(1), value) {
            (_, Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => false,
            (None, _) => true,
            (Some(rest), Value::Array(items)) => items.iter().any(|item| deeper_than(item, rest)),
            (Some(rest), Value::Object(map)) => map.values().any(|item| deeper_than(item, rest)),
        }
    }
    args.values()
        .any(|value| deeper_than(value, limits::ARGS_DEPTH))
}

fn ids(fields: &Map<String, Value>) -> CallIds {
    let id = |key: &str| SmolStr::new(fields.get(key).and_then(Value::as_str).unwrap_or_default());
    CallIds {
        session: id("session_id"),
        task: id("task_id"),
        call: id("tool_call_id"),
        turn: id("turn_id"),
    }
}

impl Defaults {
    /// The environment of a call that says nothing itself.
    pub fn environment(&self) -> Environment {
        self.environment_of(None, None, None)
    }

    fn environment_of(
        &self,
        cwd: Option<AbsPath>,
        home: Option<AbsPath>,
        hermes_home: Option<AbsPath>,
    ) -> Environment {
        let home = home.unwrap_or_else(|| self.home.clone());
        let hermes_home = hermes_home
            .or_else(|| self.hermes_home.clone())
            .unwrap_or_else(|| path::absolute(&format!("{home}/.hermes")));
        Environment {
            cwd: cwd.unwrap_or_else(|| self.cwd.clone()),
            home,
            hermes_home,
            links: Vec::new(),
            case_insensitive: false,
        }
    }
}

fn environment(fields: &Map<String, Value>, defaults: &Defaults) -> Result<Environment, ReadError> {
    let folder = |key| shape::folder(fields, key);
    Ok(defaults.environment_of(folder("cwd")?, folder("home")?, folder("hermes_home")?))
}

fn authority(fields: &mut Map<String, Value>, defaults: &Defaults) -> Result<Authority, ReadError> {
    if let Some(policy) = fields.remove("policy") {
        let policy = serde_json::from_value(policy).map_err(ReadError::policy)?;
        return Ok(Authority::Policy(Box::new(policy)));
    }
    if let Some(messages) = shape::texts(fields, "intents")? {
        return Ok(Authority::Intents(messages));
    }
    if let Some(message) = shape::text(fields, "intent")? {
        return Ok(Authority::Intents(vec![message]));
    }
    match shape::text(fields, "preset")? {
        None => Ok(defaults.authority.clone()),
        Some(name) => match PresetName::parse(&name) {
            Some(preset) => Ok(Authority::Preset(preset)),
            None => Err(ReadError::UnknownPreset { name }),
        },
    }
}

fn previous(fields: &mut Map<String, Value>) -> Result<Vec<PreviousCall>, ReadError> {
    let Some(value) = fields.remove("previous_calls") else {
        return Ok(Vec::new());
    };
    let Value::Array(items) = value else {
        return Err(ReadError::wrong("`previous_calls`", "a list", &value));
    };
    items
        .into_iter()
        .map(|item| {
            let Value::Object(mut fields) = item else {
                return Err(ReadError::wrong(
                    "an item of `previous_calls`",
                    "an object",
                    &item,
                ));
            };
            let call = take_call(&mut fields)?;
            Ok(PreviousCall {
                call,
                result: fields.remove("result").unwrap_or_default(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn defaults() -> Defaults {
        Defaults {
            cwd: path::absolute("/home/u/proj"),
            home: path::absolute("/home/u"),
            hermes_home: None,
            authority: Authority::Fallback,
            interactive: true,
        }
    }

    fn read(value: Value) -> Result<Request, ReadError> {
        Request::from_value(value, &defaults())
    }

    #[test]
    fn every_spelling_is_the_same_call() {
        let args = json!({"path": "a"});
        for value in [
            json!({"tool": "read_file", "args": args}),
            json!({"tool_name": "read_file", "args": args, "session_id": "s"}),
            json!({"hook_event_name": "pre_tool_call", "tool_name": "read_file", "tool_input": args}),
            json!({"function": {"name": "read_file", "arguments": args.to_string()}}),
            json!({"id": "c", "type": "function", "function": {"name": "read_file", "arguments": args}}),
        ] {
            let call = read(value.clone()).unwrap().call;
            assert_eq!(
                call,
                ToolCall::new("read_file", args.as_object().unwrap().clone()),
                "{value}"
            );
        }
    }

    #[test]
    fn odd_arguments_are_a_call_that_says_so() {
        let mut deep = json!(1);
        for _ in 0..limits::ARGS_DEPTH + 2 {
            deep = json!([deep]);
        }
        for args in [json!([1]), json!("{"), json!(3), json!({"a": deep})] {
            let call = read(json!({"tool": "t", "args": args})).unwrap().call;
            assert!(call.unreadable.is_some());
        }
        assert!(
            read(json!({"tool": "t"}))
                .unwrap()
                .call
                .unreadable
                .is_none()
        );
    }

    #[test]
    fn what_is_no_call_is_an_error_that_says_what_was_expected() {
        insta::assert_snapshot!(
            [
                read(json!([])).unwrap_err(),
                read(json!({"args": {}})).unwrap_err(),
                read(json!({"tool": 3})).unwrap_err(),
                read(json!({"tool": "t", "preset": "x"})).unwrap_err(),
                read(json!({"tool": "t", "cwd": "proj"})).unwrap_err(),
                read(json!({"tool": "t", "intents": "x"})).unwrap_err(),
                read(json!({"tool": "t", "interactive": "no"})).unwrap_err(),
                read(json!({"tool": "t", "policy": {"grant": []}})).unwrap_err(),
                Request::from_json("{", &defaults()).unwrap_err(),
            ]
            .map(|error| error.to_string())
            .join("\n")
        );
    }
}
