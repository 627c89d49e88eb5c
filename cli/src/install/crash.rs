//! Places where a test kills the process. Debug builds only; nothing in a release.

/// Ends the process here when the test asked for this step.
#[cfg(debug_assertions)]
pub(super) fn point() {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static AT: LazyLock<Option<usize>> = LazyLock::new(|| {
        std::env::var("AGENTSFENCE_TEST_CRASH_AT")
            .ok()
            .and_then(|text| text.parse().ok())
    });
    static PASSED: AtomicUsize = AtomicUsize::new(0);
    if AT.is_some_and(|at| PASSED.fetch_add(1, Ordering::Relaxed) == at) {
        std::process::abort();
    }
}

/// Nothing in a release.
#[cfg(not(debug_assertions))]
pub(super) fn point() {}
