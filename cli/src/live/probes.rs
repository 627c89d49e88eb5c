//! The probes by name. What each does is in `probes.py`, under the same id.

/// One thing that is tried in the host.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Kebab-case and permanent; begins with `live-`.
    pub id: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// Why it matters, one sentence without a full stop.
    pub why: &'static str,
}

/// Every probe, in the order of the report.
pub static PROBES: &[Probe] = &[];
