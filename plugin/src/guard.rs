//! The wall between Rust and the host: nothing unwinds or errs through it into "the tool runs".

use std::panic::{AssertUnwindSafe, catch_unwind};

use agentsfence_core::runtime::Directive;
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What the model is told when deciding failed. It names no detail: those are in the log.
const INTERNAL_ERROR: &str = "AgentsFence blocked this call: an internal error kept it from being decided. hint: see the host's log, logger `agentsfence`, and run `agentsfence doctor`";

/// Runs the body of `pre_tool_call`: a panic is a block.
pub(crate) fn decision(
    py: Python<'_>,
    body: impl FnOnce() -> Directive,
) -> PyResult<Option<Bound<'_, PyDict>>> {
    let directive = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_panic| internal_error());
    render(py, directive)
}

/// Opens a guard: a panic is an exception, and the loader goes on blocking.
pub(crate) fn opening<T>(body: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(body))
        .map_err(|_panic| PyRuntimeError::new_err("the state could not be opened"))
}

/// Runs a body that may panic.
pub(crate) fn caught<T>(body: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(body)).ok()
}

/// Runs the body of any other hook: a panic, which the panic hook has logged, gives nothing.
pub(crate) fn observer<T: Default>(body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_default()
}

fn internal_error() -> Directive {
    Directive::Block {
        message: INTERNAL_ERROR.to_owned(),
    }
}

/// The host's spelling of a directive: `None` means no objection.
fn render(py: Python<'_>, directive: Directive) -> PyResult<Option<Bound<'_, PyDict>>> {
    let answer = PyDict::new(py);
    match directive {
        Directive::Allow => return Ok(None),
        Directive::Block { message } => {
            // The host ignores a block whose message is empty, and the tool would run.
            let message = if message.trim().is_empty() {
                INTERNAL_ERROR
            } else {
                message.as_str()
            };
            answer.set_item(intern!(py, "action"), intern!(py, "block"))?;
            answer.set_item(intern!(py, "message"), message)?;
        }
        Directive::Ask { message, rule_key } => {
            answer.set_item(intern!(py, "action"), intern!(py, "approve"))?;
            answer.set_item(intern!(py, "message"), message)?;
            answer.set_item(intern!(py, "rule_key"), rule_key)?;
        }
    }
    Ok(Some(answer))
}
