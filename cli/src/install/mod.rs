//! Putting the guard into Hermes profiles and taking it out again.
//!
//! `plan` says what must change, `transaction` changes it so that a crash at any point leaves the
//! old or the new state, and `undo` takes the last change back byte for byte.

pub mod bundle;
mod crash;
pub mod file;
mod folder;
mod journal;
mod lock;
pub mod newcomers;
pub mod plan;
pub mod store;
mod transaction;

pub use bundle::Bundle;
pub use store::{Settled, Store, Undone};
pub use transaction::Transaction;
