//! Errors for people: what happened, where, and what to do next.

use std::fmt;

use crate::exit::Exit;

/// An error with advice. Commands return it inside `anyhow::Error`; `ui` prints the message as
/// `error: ...` and each hint as `hint: ...`.
#[derive(Debug)]
pub struct Problem {
    message: String,
    hints: Vec<String>,
    exit: Exit,
}

impl Problem {
    /// Something that keeps the command from doing what was asked. Lower case, no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hints: Vec::new(),
            exit: Exit::Refused,
        }
    }

    /// Adds what the user can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Changes the exit code from [`Exit::Refused`].
    #[must_use]
    pub fn exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }

    /// The advice, in order.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// The exit code of a command that ends with this.
    pub fn exit_code(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
