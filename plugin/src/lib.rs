//! The native half of the Hermes plugin: Python values in, the core's answers out.
//!
//! The Python half (`python/agentsfence`) is a loader that blocks every call until this module is
//! up, and a thin layer for what only the host's own process can tell.

mod convert;
mod decided;
mod guard;
mod hooks;
mod panics;
mod report;

/// What Python imports as `_native`.
#[pyo3::pymodule(name = "_native", gil_used = true)]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::hooks::Guard;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::panics::install();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
