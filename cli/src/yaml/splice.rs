//! Replacing byte ranges of a text.

use std::ops::Range;

use super::layout::Text;

/// A range of the body and what to put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) at: Range<usize>,
    pub(super) text: String,
}

impl Change {
    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    pub(super) fn replace(at: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            at,
            text: text.into(),
        }
    }
}

/// The whole text with `changes` made; they do not overlap.
pub(super) fn apply(text: &Text<'_>, changes: &[Change]) -> String {
    let mut ordered: Vec<&Change> = changes.iter().collect();
    ordered.sort_by_key(|change| change.at.start);
    let mut result = String::with_capacity(text.body().len() + 128);
    result.push_str(text.mark());
    let mut done = 0;
    for change in ordered {
        result.push_str(text.slice(done, change.at.start));
        result.push_str(&change.text);
        done = change.at.end.max(done);
    }
    result.push_str(text.slice(done, text.body().len()));
    result
}
