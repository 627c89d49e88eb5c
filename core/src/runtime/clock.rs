//! Time as the guard sees it: seconds since the Unix epoch that never run backwards, so that
//! setting the clock back cannot bring an expired task or grant to life again.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A clock that holds at its highest value when the system's clock is set back.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    highest: AtomicI64,
}

impl Clock {
    /// Now, in seconds since the Unix epoch.
    pub(crate) fn now(&self) -> i64 {
        self.not_before(system_millis() / 1000)
    }

    fn not_before(&self, seconds: i64) -> i64 {
        self.highest
            .fetch_max(seconds, Ordering::Relaxed)
            .max(seconds)
    }
}

/// The system's clock in milliseconds since the Unix epoch; 0 for times before it.
pub(crate) fn system_millis() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_set_back_does_not_move_us_back() {
        let clock = Clock::default();
        assert_eq!(clock.not_before(100), 100);
        assert_eq!(clock.not_before(40), 100);
        assert_eq!(clock.not_before(101), 101);
    }
}
