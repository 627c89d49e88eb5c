//! Python values to the core's, by hand: bounded in depth and size, and honest about what could
//! not be taken over (such a call is never a read).

use agentsfence_core::limits;
use agentsfence_core::model::ToolCall;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};
use smol_str::SmolStr;

/// A tool call from the host's `tool_name` and `args`.
pub(crate) fn tool_call(
    tool: Option<&Bound<'_, PyAny>>,
    args: Option<&Bound<'_, PyAny>>,
) -> ToolCall {
    let mut reader = Reader::default();
    let tool = tool.map(|name| reader.text(name)).unwrap_or_default();
    let args = if let Some(Ok(dict)) = args.map(|args| args.cast::<PyDict>()) {
        reader.dict(dict, 0)
    } else {
        reader.note("the arguments are not an object");
        Map::new()
    };
    ToolCall {
        unreadable: reader.unreadable,
        ..ToolCall::new(tool, args)
    }
}

/// A tool's result: the host passes JSON text or a value. A result that is too large tells
/// nothing, so that what comes from it stays unknown.
pub(crate) fn result(value: Option<&Bound<'_, PyAny>>) -> Value {
    let mut reader = Reader::default();
    let result = value.map_or(Value::Null, |value| reader.value(value, 0));
    if reader.bytes > limits::ARGS_BYTES {
        return Value::Null;
    }
    result
}

/// The structure inside a result that is JSON text. Needs no interpreter.
pub(crate) fn parse_result(result: Value) -> Value {
    match result {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        }
        other => other,
    }
}

/// An identifier among the host's keyword arguments; empty when missing or not text.
pub(crate) fn id(event: &Bound<'_, PyDict>, key: &Bound<'_, PyString>) -> SmolStr {
    match event.get_item(key) {
        Ok(Some(value)) => plain_text(&value).map(SmolStr::from).unwrap_or_default(),
        _ => SmolStr::default(),
    }
}

/// A user's message: text, or a list of parts of which only the text parts count.
pub(crate) fn message(value: &Bound<'_, PyAny>) -> String {
    if let Some(text) = plain_text(value) {
        return text;
    }
    let Ok(parts) = value.cast::<PyList>() else {
        return String::new();
    };
    let texts: Vec<String> = parts.iter().filter_map(|part| part_text(&part)).collect();
    texts.join("\n")
}

fn part_text(part: &Bound<'_, PyAny>) -> Option<String> {
    if let Some(text) = plain_text(part) {
        return Some(text);
    }
    let part = part.cast::<PyDict>().ok()?;
    plain_text(&part.get_item("text").ok()??)
}

fn plain_text(value: &Bound<'_, PyAny>) -> Option<String> {
    let text = value.cast::<PyString>().ok()?;
    Some(text.to_string_lossy().into_owned())
}

/// Reads one call's values and remembers the first thing that could not be read faithfully.
#[derive(Default)]
struct Reader {
    bytes: usize,
    unreadable: Option<SmolStr>,
}

impl Reader {
    fn note(&mut self, why: &str) {
        if self.unreadable.is_none() {
            self.unreadable = Some(why.into());
        }
    }

    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Value {
        if let Ok(text) = value.cast::<PyString>() {
            return Value::String(self.string(text));
        }
        if value.is_none() {
            return Value::Null;
        }
        // A bool is an int in Python: it has to be asked first.
        if let Ok(flag) = value.cast::<PyBool>() {
            return Value::Bool(flag.is_true());
        }
        if value.cast::<PyInt>().is_ok() {
            return self.integer(value);
        }
        if let Ok(float) = value.cast::<PyFloat>() {
            return self.float(float.value());
        }
        if depth >= limits::ARGS_DEPTH {
            self.note("the arguments are nested too deeply");
            return Value::Null;
        }
        if let Ok(dict) = value.cast::<PyDict>() {
            return Value::Object(self.dict(dict, depth + 1));
        }
        if let Ok(list) = value.cast::<PyList>() {
            return self.items(list.iter(), depth);
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return self.items(tuple.iter(), depth);
        }
        self.note("an argument is not a JSON value");
        Value::Null
    }

    fn items<'py>(
        &mut self,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
        depth: usize,
    ) -> Value {
        let mut out = Vec::new();
        for item in items {
            if self.is_full() {
                break;
            }
            out.push(self.value(&item, depth + 1));
        }
        Value::Array(out)
    }

    fn dict(&mut self, dict: &Bound<'_, PyDict>, depth: usize) -> Map<String, Value> {
        let mut out = Map::with_capacity(dict.len());
        for (key, value) in dict.iter() {
            if self.is_full() {
                break;
            }
            let key = self.text(&key);
            let value = self.value(&value, depth);
            out.insert(key, value);
        }
        out
    }

    fn text(&mut self, value: &Bound<'_, PyAny>) -> String {
        if let Ok(text) = value.cast::<PyString>() {
            return self.string(text);
        }
        self.note("a name is not text");
        String::new()
    }

    /// Text that is too large is not even copied, since the interpreter waits meanwhile.
    fn string(&mut self, text: &Bound<'_, PyString>) -> String {
        let letters = text.len().unwrap_or(usize::MAX);
        if letters > limits::ARGS_BYTES {
            self.bytes = limits::ARGS_BYTES.saturating_add(1);
            self.note("the arguments are too large");
            return String::new();
        }
        let text = if let Ok(text) = text.to_str() {
            text.to_owned()
        } else {
            self.note("an argument has text that is not valid Unicode");
            text.to_string_lossy().into_owned()
        };
        self.bytes = self.bytes.saturating_add(text.len());
        text
    }

    fn integer(&mut self, value: &Bound<'_, PyAny>) -> Value {
        if let Ok(small) = value.extract::<i64>() {
            return small.into();
        }
        if let Ok(large) = value.extract::<u64>() {
            return large.into();
        }
        self.note("an argument has a number that is too large");
        Value::Null
    }

    fn float(&mut self, float: f64) -> Value {
        if let Some(number) = Number::from_f64(float) {
            return Value::Number(number);
        }
        self.note("an argument has a number that is not finite");
        Value::Null
    }

    /// Every value costs a little, so that a huge list of nothing is bounded too.
    fn is_full(&mut self) -> bool {
        self.bytes = self.bytes.saturating_add(1);
        let full = self.bytes > limits::ARGS_BYTES;
        if full {
            self.note("the arguments are too large");
        }
        full
    }
}
