//! Room for parsers that recurse: text that may be deep is read on a thread with a large stack.

use std::thread;

/// Text with fewer nesting characters than this is read on the caller's stack.
const SHALLOW: usize = 200;
/// More brackets open at once than any interpreter takes (CPython: 200).
const BRACKETS: usize = 200;
/// Reserved, not used, until the depth needs it.
const STACK_BYTES: usize = 512 * 1024 * 1024;

/// Runs `work` where `weight` levels of nesting fit; `None` when there is no room or it failed.
pub(super) fn with_room<T: Send>(weight: usize, work: impl FnOnce() -> T + Send) -> Option<T> {
    if weight < SHALLOW {
        return Some(work());
    }
    thread::scope(|scope| {
        let reader = thread::Builder::new()
            .name("agentsfence-reader".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .ok()?;
        reader.join().ok()
    })
}

/// Whether brackets nest deeper than an interpreter takes. Brackets in strings count too, which
/// only makes the answer stricter or leaves the rest to [`with_room`].
pub(super) fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > BRACKETS
    })
}
