//! The writer: appends lines to `audit.jsonl` from any number of threads and processes.
//!
//! The file is locked for one append at a time. A writer remembers where the file ended; when it
//! ends elsewhere, another process has written, and the last line is read again to continue its
//! chain.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::fs::{FlockOperation, flock};

use super::line::{self, GENESIS, Link};
use super::{Event, EventKind, rotate};
use crate::settings::AuditSettings;
use crate::store::private;

/// The name of the file in our folder of a host home.
pub const FILE_NAME: &str = "audit.jsonl";
/// How much of the end is read at first to find the last line.
const TAIL: u64 = 16 * 1024;
/// After how many appends it is checked that the path still leads to the open file.
const CHECK_EVERY: u32 = 64;
/// How often a log that others keep putting aside is opened again.
const REOPENINGS: usize = 4;

/// The audit log of one home.
#[derive(Debug)]
pub struct AuditLog {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    settings: AuditSettings,
    open: Option<Open>,
    buffer: Vec<u8>,
}

/// The file as this process last left it.
#[derive(Debug)]
struct Open {
    file: File,
    process: u32,
    length: u64,
    sequence: u64,
    link: Link,
    /// Appended since the last look at whether the path still leads to this file.
    unchecked: u32,
}

impl AuditLog {
    /// The log of our folder of a host home.
    pub fn new(folder: &Path, settings: AuditSettings) -> Self {
        Self {
            path: folder.join(FILE_NAME),
            state: Mutex::new(State {
                settings,
                open: None,
                buffer: Vec::with_capacity(2_048),
            }),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Other settings from now on.
    pub fn set(&self, settings: &AuditSettings) {
        self.state().settings = settings.clone();
    }

    /// Appends an event; on disk, flushed, when this returns and the event is urgent.
    pub fn append(&self, event: &Event, at_millis: i64) -> io::Result<()> {
        let mut state = self.state();
        if !state.settings.enabled {
            return Ok(());
        }
        let State {
            settings,
            open,
            buffer,
        } = &mut *state;
        let mut file = match open.take() {
            Some(file) if file.process == std::process::id() => file,
            _ => Open::of(&self.path)?,
        };
        for _ in 0..REOPENINGS {
            file.lock()?;
            let outcome = self.append_locked(&mut file, settings, buffer, event, at_millis);
            file.unlock();
            // What failed half way is not trusted: the next append looks at the file anew.
            match outcome? {
                Appended::Yes => {
                    *open = Some(file);
                    return Ok(());
                }
                Appended::AndPutAside => return Ok(()),
                Appended::ElsewhereNow => file = Open::of(&self.path)?,
            }
        }
        Err(io::Error::other("the log kept being put aside"))
    }

    fn append_locked(
        &self,
        open: &mut Open,
        settings: &AuditSettings,
        buffer: &mut Vec<u8>,
        event: &Event,
        at: i64,
    ) -> io::Result<Appended> {
        let urgent = event.is_urgent();
        if !open.is_at(&self.path, urgent)? {
            return Ok(Appended::ElsewhereNow);
        }
        match open.catch_up(at, buffer)? {
            Tail::Known => {}
            Tail::PutAside => return Ok(Appended::ElsewhereNow),
            Tail::Unreadable => {
                rotate::put_aside(&self.path, &format!("damaged-{at}"))?;
                return Ok(Appended::ElsewhereNow);
            }
        }
        open.write(event, at, buffer)?;
        if open.length >= settings.max_bytes {
            open.write(&Event::new(EventKind::LogRotated), at, buffer)?;
            rotate::put_aside(&self.path, &format!("{:012}", open.sequence))?;
            rotate::remove_old(&self.path, settings.keep_days);
            let mut next = Open::of(&self.path)?;
            next.lock()?;
            let begun = next.begin_after(open, at, buffer);
            next.unlock();
            begun?;
            open.file.sync_data()?;
            return Ok(Appended::AndPutAside);
        }
        if urgent {
            open.file.sync_data()?;
        }
        Ok(Appended::Yes)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| {
            let mut state = poisoned.into_inner();
            state.open = None;
            self.state.clear_poison();
            state
        })
    }
}

/// How an append ended.
enum Appended {
    Yes,
    /// The file was full and a new one begins.
    AndPutAside,
    /// Another process put the file aside.
    ElsewhereNow,
}

/// What the end of the file is.
enum Tail {
    /// The line that the next one continues is known.
    Known,
    /// The file was closed and put aside.
    PutAside,
    /// Somebody changed the last line.
    Unreadable,
}

impl Open {
    fn of(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            private::folder(folder)?;
        }
        Ok(Self {
            file: private::appended_file(path)?,
            process: std::process::id(),
            length: u64::MAX,
            sequence: 0,
            link: GENESIS,
            unchecked: 0,
        })
    }

    fn lock(&self) -> io::Result<()> {
        Ok(flock(&self.file, FlockOperation::LockExclusive)?)
    }

    fn unlock(&self) {
        // Closing the file would release it too; there is nothing else to do about an error.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }

    /// Whether the path leads to this file. Looked at now and then, because it costs.
    fn is_at(&mut self, path: &Path, now: bool) -> io::Result<bool> {
        self.unchecked += 1;
        if !now && self.unchecked < CHECK_EVERY {
            return Ok(true);
        }
        self.unchecked = 0;
        let ours = self.file.metadata()?;
        Ok(fs::metadata(path)
            .is_ok_and(|there| there.ino() == ours.ino() && there.dev() == ours.dev()))
    }

    /// Learns the last line when another process has written.
    fn catch_up(&mut self, at: i64, buffer: &mut Vec<u8>) -> io::Result<Tail> {
        let length = self.file.metadata()?.len();
        if length == self.length {
            return Ok(Tail::Known);
        }
        if length == 0 {
            (self.length, self.sequence, self.link) = (0, 0, GENESIS);
            self.begin(at, buffer)?;
            return Ok(Tail::Known);
        }
        let (last, whole) = last_line(&self.file, length)?;
        if whole < length {
            self.file.set_len(whole)?;
        }
        self.length = whole;
        if whole == 0 {
            return self.catch_up(at, buffer);
        }
        let Some((body, link)) = line::split(&last) else {
            return Ok(Tail::Unreadable);
        };
        let Some(sequence) = line::sequence(body) else {
            return Ok(Tail::Unreadable);
        };
        (self.sequence, self.link) = (sequence, link);
        if line::is_last_of_its_file(body) {
            return Ok(Tail::PutAside);
        }
        if whole < length {
            let cut = length - whole;
            let repaired = Event::new(EventKind::LogRepaired).with("bytes", cut);
            self.write(&repaired, at, buffer)?;
        }
        Ok(Tail::Known)
    }

    /// Begins this file where another ends, unless another process already did.
    fn begin_after(&mut self, ended: &Self, at: i64, buffer: &mut Vec<u8>) -> io::Result<()> {
        if self.file.metadata()?.len() > 0 {
            return Ok(());
        }
        (self.length, self.sequence, self.link) = (0, ended.sequence, ended.link);
        self.begin(at, buffer)
    }

    fn begin(&mut self, at: i64, buffer: &mut Vec<u8>) -> io::Result<()> {
        let previous = blake3::Hash::from_bytes(self.link).to_hex();
        let opened = Event::new(EventKind::LogOpened)
            .with("prev", previous.as_str())
            .with("version", env!("CARGO_PKG_VERSION"));
        self.write(&opened, at, buffer)
    }

    fn write(&mut self, event: &Event, at: i64, buffer: &mut Vec<u8>) -> io::Result<()> {
        let sequence = self.sequence + 1;
        buffer.clear();
        let process = self.process;
        write!(buffer, "{{\"seq\":{sequence},\"at\":{at},\"pid\":{process}")?;
        let joint = buffer.len();
        serde_json::to_writer(&mut *buffer, event)?;
        // The event's opening brace becomes the comma, its closing one goes.
        if let Some(brace) = buffer.get_mut(joint) {
            *brace = b',';
        }
        buffer.pop();
        let link = line::close(buffer, &self.link);
        if let Err(error) = (&self.file).write_all(buffer) {
            // A part of a line must not be what the next line is appended to.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += buffer.len() as u64;
        (self.sequence, self.link) = (sequence, link);
        Ok(())
    }
}

/// The last whole line, without its line break, and where it ends.
fn last_line(file: &File, length: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut span = TAIL.min(length);
    loop {
        let start = length - span;
        let mut tail = vec![0; usize::try_from(span).unwrap_or(usize::MAX)];
        file.read_exact_at(&mut tail, start)?;
        let whole = tail
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map(|end| end + 1);
        let Some(end) = whole else {
            if start == 0 {
                return Ok((Vec::new(), 0));
            }
            span = (span * 2).min(length);
            continue;
        };
        let before = tail.get(..end - 1).unwrap_or_default();
        let begin = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map(|at| at + 1);
        if begin.is_none() && start > 0 {
            span = (span * 2).min(length);
            continue;
        }
        let line = before.get(begin.unwrap_or(0)..).unwrap_or_default();
        return Ok((line.to_vec(), start + end as u64));
    }
}
