//! The append-only, hash-chained log of what was decided and why.
