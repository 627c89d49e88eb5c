//! Explaining decisions: reading calls, streaming them, and showing the answers to people.

pub mod render;
pub mod source;
pub mod stream;
