//! Why a file was left alone: what is wrong, where, and what to add by hand.

use std::fmt;

use super::edit::Edit;
use super::tree::Tree;

/// A place in a file; both count from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// An edit that was not made. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, lower case, no full stop.
    pub what: String,
    /// Where.
    pub place: Option<Place>,
    /// The lines that the user could add instead; empty where that would not help.
    pub by_hand: Vec<String>,
}

impl Refusal {
    /// Says what is wrong.
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            place: None,
            by_hand: Vec::new(),
        }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: Option<Place>) -> Self {
        self.place = place;
        self
    }

    /// Adds what the user could write.
    #[must_use]
    pub(super) fn by_hand(mut self, edit: &Edit<'_>) -> Self {
        self.by_hand = edit.by_hand();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(formatter, "line {}, column {}: ", place.line, place.column)?;
        }
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for Refusal {}

/// The bytes are not UTF-8: names the first that is not.
pub(super) fn not_utf8(bytes: &[u8]) -> Refusal {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    let before = bytes.get(..valid).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .count()
        + 1;
    Refusal::new("the file is not UTF-8, so it is left alone").at(Some(Place { line, column }))
}

/// The value at the edit's path is of a kind that cannot be edited into what is wanted.
pub(super) fn wrong_shape(what: String, tree: Option<&Tree<'_>>, edit: &Edit<'_>) -> Refusal {
    let place = tree.and_then(|tree| super::place::deepest(tree, edit.path()));
    Refusal::new(what).at(place).by_hand(edit)
}

/// Every candidate would have changed something else.
pub(super) fn no_safe_place(tree: &Tree<'_>, edit: &Edit<'_>) -> Refusal {
    let path = edit.path().join(".");
    Refusal::new(format!(
        "`{path}` is written in a way that cannot be edited without changing something else"
    ))
    .at(super::place::deepest(tree, edit.path()))
    .by_hand(edit)
}
