//! Live probes: what the profile's own host enforces when it is really asked.

pub mod certificate;
mod probes;

pub use probes::{PROBES, Probe};
