//! The decision engine of AgentsFence and its session runtime.
//!
//! A tool call becomes a list of effects (`effects`), and each effect is judged against the
//! bounds that the owner's own words set for the task (`intent`, `policy`, `decide`). `runtime`
//! ties that to sessions, durable state and the audit log.
//!
//! Architecture invariants:
//! - `effects` and `decide` are pure: values in, values out, no input or output, no error.
//! - Modules depend only on those below them in this list: explain, runtime, decide, intent, policy,
//!   lineage, effects, target, catalog, store/audit/settings, model.
//! - No path from an error ends in "the tool runs".
//! - Nothing here knows Python or a terminal.

pub mod audit;
pub mod catalog;
pub mod decide;
pub mod effects;
pub mod explain;
pub mod intent;
pub mod limits;
pub mod lineage;
pub mod model;
pub mod policy;
pub mod runtime;
pub mod settings;
pub mod store;
mod tables;
pub mod target;
