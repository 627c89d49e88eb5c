//! A panic is a bug of ours: it is written to Python's log, never over the host's screen.

use std::panic::{self, PanicHookInfo};

use pyo3::prelude::*;

/// Sends panic messages of this library to the `agentsfence` logger instead of standard error.
pub(crate) fn install() {
    panic::set_hook(Box::new(report));
}

fn report(info: &PanicHookInfo<'_>) {
    let place = info.location().map_or_else(
        || "unknown place".to_owned(),
        |at| format!("{}:{}", at.file(), at.line()),
    );
    // The payload may quote what the model wrote, so only the place is logged.
    log_error(&format!("internal error at {place}"));
}

/// Writes an error to the `agentsfence` logger; silent when the interpreter is going down.
fn log_error(message: &str) {
    let _ = Python::try_attach(|py| {
        // An exception that is being handled must not be lost or confused with ours.
        let pending = PyErr::take(py);
        if let Err(error) = log_with(py, message) {
            drop(error);
        }
        if let Some(pending) = pending {
            pending.restore(py);
        }
    });
}

fn log_with(py: Python<'_>, message: &str) -> PyResult<()> {
    py.import("logging")?
        .call_method1("getLogger", ("agentsfence",))?
        .call_method1("error", ("%s", message))?;
    Ok(())
}
