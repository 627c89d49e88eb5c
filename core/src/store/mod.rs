//! Durable state: one SQLite file per host home, shared by every process on that home.
