//! The hash-chained log of every decision: appended by any number of processes, redacted, rotated,
//! checked and read back.

mod event;
mod line;
mod log;
mod read;
mod redact;
mod rotate;
mod verify;

pub use event::{DecisionRecord, Event, EventKind};
pub use log::{AuditLog, FILE_NAME};
pub use read::{Entries, Entry, ReadError, entries, entries_of};
pub use redact::Redactor;
pub use rotate::files;
pub use verify::{Broken, Fault, Verified, verify, verify_reader};

#[cfg(test)]
mod tests;
