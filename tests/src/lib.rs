//! Corpora of labelled cases under `data/`, scored against the engine.
//!
//! `corpus` (the binary) prints the figures and the misses; `tests/corpora.rs` holds the figures.

pub mod agentdojo;
pub mod cases;
pub mod effects;
pub mod messages;
pub mod owner;
pub mod report;
pub mod verdicts;
