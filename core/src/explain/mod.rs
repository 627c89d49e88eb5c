//! A call in, a decision out: the public contract of `agentsfence explain`.
//!
//! The same functions decide here and in the host; only sessions and durable state are missing.
//! Nothing is executed, opened or connected to.

mod answer;
mod judge;
mod recompute;
mod request;
mod shape;

pub use answer::{Answer, AnswerEffect};
pub use judge::{Engine, Judged, Session};
pub use recompute::{Missing, Recomputed, Recomputer, Source};
pub use request::{Authority, Defaults, PresetName, PreviousCall, Request};
pub use shape::ReadError;
