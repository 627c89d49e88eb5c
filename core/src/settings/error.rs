//! What is wrong in a settings file: the file, the line, the key, and what would be right.

use std::fmt;
use std::path::PathBuf;

/// One fault of a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// The dotted key; empty when the fault is not about one.
    pub key: String,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// What would be right; empty when the message says it.
    pub hint: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        f.write_str(": ")?;
        if !self.key.is_empty() {
            write!(f, "`{}` ", self.key)?;
        }
        f.write_str(&self.message)?;
        if !self.hint.is_empty() {
            write!(f, " (hint: {})", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for SettingsError {}
