//! A lock that survives a panic of its holder.
//!
//! What a panicking holder left behind is not trusted: it is thrown away, and the next holder
//! starts from nothing, which for sessions means from the store.

use std::sync::{Mutex, MutexGuard};

/// A mutex whose content is reset when a holder panicked.
#[derive(Debug, Default)]
pub(crate) struct ResetLock<T>(Mutex<T>);

impl<T: Default> ResetLock<T> {
    pub(crate) fn new(content: T) -> Self {
        Self(Mutex::new(content))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        match self.0.lock() {
            Ok(guard) => guard,
            Err(poisoned) => {
                let mut guard = poisoned.into_inner();
                *guard = T::default();
                self.0.clear_poison();
                guard
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_a_panicked_holder_is_thrown_away() {
        let lock = ResetLock::<Vec<u8>>::default();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            lock.lock().push(1);
            let _held = lock.lock();
            panic!("half way");
        }));
        assert!(outcome.is_err());
        assert!(lock.lock().is_empty());
        lock.lock().push(2);
        assert_eq!(lock.lock().len(), 1);
    }
}
