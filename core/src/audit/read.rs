//! Reading the log back: entries of one file or of all, in order, in constant memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Event, rotate};

/// An event and when it happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Counts the lines of the log from 1, over all its files.
    pub seq: u64,
    /// Milliseconds since the Unix epoch.
    pub at: i64,
    /// The process that wrote it.
    pub pid: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Why a line could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file could not be read.
    #[error("`{}` cannot be read: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The line is not an entry.
    #[error("`{}` line {line}: not an entry of the log: {error}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// Counted from 1.
        line: u64,
        /// Why.
        error: serde_json::Error,
    },
}

/// The entries of one file. A last line without its end is still being written and left out.
#[derive(Debug)]
pub struct Entries<R> {
    reader: R,
    file: PathBuf,
    line: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Entries<R> {
    /// Entries from any reader; `file` is its name in errors.
    pub fn new(reader: R, file: &Path) -> Self {
        Self {
            reader,
            file: file.to_owned(),
            line: 0,
            buffer: Vec::new(),
        }
    }
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.buffer.clear();
        let file = || self.file.clone();
        match self.reader.read_until(b'\n', &mut self.buffer) {
            Ok(0) => return None,
            Ok(_) => self.line += 1,
            Err(error) => {
                return Some(Err(ReadError::Io {
                    file: file(),
                    error,
                }));
            }
        }
        let text = self.buffer.strip_suffix(b"\n")?;
        let line = self.line;
        let entry = serde_json::from_slice(text);
        Some(entry.map_err(|error| ReadError::Line {
            file: file(),
            line,
            error,
        }))
    }
}

/// The entries of one file.
pub fn entries_of(file: &Path) -> Result<Entries<BufReader<File>>, ReadError> {
    match File::open(file) {
        Ok(open) => Ok(Entries::new(
            BufReader::with_capacity(256 * 1024, open),
            file,
        )),
        Err(error) => Err(ReadError::Io {
            file: file.to_owned(),
            error,
        }),
    }
}

/// The entries of all files of the log in `folder`, the oldest first.
pub fn entries(folder: &Path) -> impl Iterator<Item = Result<Entry, ReadError>> + use<> {
    rotate::files(folder).into_iter().flat_map(|file| {
        let (entries, fault) = match entries_of(&file) {
            Ok(entries) => (Some(entries), None),
            Err(error) => (None, Some(Err(error))),
        };
        fault.into_iter().chain(entries.into_iter().flatten())
    })
}
