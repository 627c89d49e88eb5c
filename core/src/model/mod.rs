//! The shared vocabulary: what a call is, what it does, and what was decided about it.
//!
//! Everything else in the crate depends on these types and they depend on nothing of ours, so
//! the same word means the same thing in code, messages, JSON and documentation.

mod basis;
mod call;
mod capability;
mod decision;
mod effect;
mod environment;
mod hash;
mod marks;
mod risk;
mod session;
mod span;
mod target;

pub use basis::{Basis, NotKept};
pub use call::{CallIds, ToolCall};
pub use capability::{Capability, CapabilityPattern};
pub use decision::{Decision, EffectVerdict, Opinion, Stage, Verdict};
pub use effect::{Certainty, Effect};
pub use environment::Environment;
pub(crate) use hash::hash_of;
pub use marks::Marks;
pub use risk::RiskClass;
pub use session::{AutoAnswer, SessionState, Usage};
pub use span::Span;
pub use target::{
    AbsPath, Amount, Host, PathTarget, Reach, Recipient, RecipientKind, Resource, Target, UrlTarget,
};
