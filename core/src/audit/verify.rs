//! Checking the chain: the first line that does not follow from the one before is named.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::line::{self, GENESIS, Link};
use super::rotate;

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is no line of this log.
    NotALine,
    /// It does not follow from the line before: one of the two was changed, or one between them
    /// is missing.
    Chain,
    /// Its number does not follow.
    Sequence,
    /// The file does not continue the one before it.
    FileMissing,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotALine => "is not a line of this log",
            Self::Chain => "was changed, or does not follow from the line before",
            Self::Sequence => "is out of order",
            Self::FileMissing => "does not continue the file before it",
        })
    }
}

/// Where the chain breaks first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The file.
    pub file: PathBuf,
    /// Counted from 1.
    pub line: u64,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, fault } = self;
        write!(f, "`{}` line {line} {fault}", file.display())
    }
}

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Lines that follow from each other.
    pub lines: u64,
    /// Files that were read.
    pub files: u64,
    /// The last line has no end: it was being written, or the disk was full.
    pub truncated: bool,
    /// Where the chain breaks first; `None` when it holds.
    pub broken: Option<Broken>,
}

/// The chain so far.
#[derive(Debug)]
struct Chain {
    link: Link,
    sequence: u64,
    started: bool,
}

/// Checks all files of the log in `folder`, the oldest first.
pub fn verify(folder: &Path) -> io::Result<Verified> {
    let mut verified = Verified::default();
    let mut chain = Chain {
        link: GENESIS,
        sequence: 0,
        started: false,
    };
    for file in rotate::files(folder) {
        let reader = BufReader::with_capacity(256 * 1024, File::open(&file)?);
        verify_file(reader, &file, &mut chain, &mut verified)?;
        if verified.broken.is_some() {
            break;
        }
    }
    Ok(verified)
}

/// Checks one file alone; its first line says what it continues.
pub fn verify_reader(reader: impl BufRead, file: &Path) -> io::Result<Verified> {
    let mut verified = Verified::default();
    let mut chain = Chain {
        link: GENESIS,
        sequence: 0,
        started: false,
    };
    verify_file(reader, file, &mut chain, &mut verified)?;
    Ok(verified)
}

fn verify_file(
    mut reader: impl BufRead,
    file: &Path,
    chain: &mut Chain,
    verified: &mut Verified,
) -> io::Result<()> {
    verified.files += 1;
    let mut buffer = Vec::with_capacity(4_096);
    let mut number = 0;
    loop {
        buffer.clear();
        if reader.read_until(b'\n', &mut buffer)? == 0 {
            return Ok(());
        }
        let Some(text) = buffer.strip_suffix(b"\n") else {
            verified.truncated = true;
            return Ok(());
        };
        number += 1;
        if let Err(fault) = chain.follow(text, number == 1) {
            let file = file.to_owned();
            let line = number;
            verified.broken = Some(Broken { file, line, fault });
            return Ok(());
        }
        verified.lines += 1;
    }
}

impl Chain {
    fn follow(&mut self, text: &[u8], first_of_file: bool) -> Result<(), Fault> {
        let (body, link) = line::split(text).ok_or(Fault::NotALine)?;
        let sequence = line::sequence(body).ok_or(Fault::NotALine)?;
        if first_of_file {
            let continued = line::continued(body).ok_or(Fault::FileMissing)?;
            if self.started && continued != self.link {
                return Err(Fault::FileMissing);
            }
            if !self.started {
                (self.link, self.sequence) = (continued, sequence.saturating_sub(1));
            }
            self.started = true;
        }
        if line::link(&self.link, body) != link {
            return Err(Fault::Chain);
        }
        if sequence != self.sequence + 1 {
            return Err(Fault::Sequence);
        }
        (self.link, self.sequence) = (link, sequence);
        Ok(())
    }
}
