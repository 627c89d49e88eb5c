//! A tool call as the host is about to make it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use smol_str::SmolStr;

/// The host's identifiers of a call. Every one may be missing: the host's nested calls carry only
/// a task id, and its MCP call-back server carries none (facts: hermes_contracts 2.3, 9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct CallIds {
    /// The session whose policy applies.
    pub session: SmolStr,
    /// An alias of the session, or of a child's session.
    pub task: SmolStr,
    /// This call.
    pub call: SmolStr,
    /// The user's turn that it belongs to.
    pub turn: SmolStr,
}

/// A tool call: a name and its arguments, exactly as the tool would get them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The tool's name as the host gives it.
    pub tool: SmolStr,
    /// The arguments by name, in the caller's order.
    pub args: Map<String, Value>,
    /// Set when the arguments could not be taken over faithfully: a lone surrogate, too deep, not
    /// an object. Says why, for people. Such a call is never a read.
    pub unreadable: Option<SmolStr>,
}

impl ToolCall {
    /// A call of `tool` with `args`.
    pub fn new(tool: impl Into<SmolStr>, args: Map<String, Value>) -> Self {
        Self {
            tool: tool.into(),
            args,
            unreadable: None,
        }
    }

    /// A string argument by name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.args.get(name).and_then(Value::as_str)
    }
}
