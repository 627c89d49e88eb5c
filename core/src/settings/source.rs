//! A settings file's text and where things stand in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::DeArray;

use super::SettingsError;

/// A settings file as it was read.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The file, for messages.
    pub file: PathBuf,
    /// Its content.
    pub text: String,
}

impl SourceText {
    /// Text that was read from `file`.
    pub fn new(file: &Path, text: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            text: text.into(),
        }
    }

    /// The line of a byte offset, counted from 1.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().iter().take(offset);
        1 + before.filter(|byte| **byte == b'\n').count()
    }

    /// Where a key stands in the table that starts at `table`; `None` when it names no key of it.
    pub(super) fn key_within(&self, table: usize, key: &str) -> Option<usize> {
        let mut at = table;
        for (number, line) in self.text.get(table..)?.split_inclusive('\n').enumerate() {
            if number > 0 && line.trim_start().starts_with('[') {
                return None;
            }
            let name = line.split_once('=').map(|(name, _)| name.trim());
            if name.is_some_and(|name| name.trim_matches(['"', '\'']) == key) {
                return Some(at);
            }
            at += line.len();
        }
        None
    }

    /// A fault at a place of the file.
    pub fn fault(
        &self,
        span: &Range<usize>,
        key: &str,
        message: impl Into<String>,
    ) -> SettingsError {
        SettingsError {
            file: self.file.clone(),
            line: self.line(span.start),
            key: key.to_owned(),
            message: message.into(),
            hint: String::new(),
        }
    }
}

/// The `[[rule]]` entries of one file.
#[derive(Clone, Copy, Debug)]
pub struct RuleSource<'a> {
    /// The file that they stand in.
    pub source: &'a SourceText,
    /// The entries, with their places.
    pub rules: &'a DeArray<'a>,
    /// Set for the file of a project: rules that allow are faults there.
    pub may_only_tighten: bool,
}
