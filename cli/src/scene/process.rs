//! A host's interpreter running a program of ours, with a deadline. Only this child is ever
//! stopped, by its own process id, and it is never waited for beyond that.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// The part that every program begins with.
const HOST: &str = include_str!("host.py");

/// Variables of ours that the host gets as well: where programs and libraries are, and the words'
/// language. Keys, homes and modes are left out.
const KEPT: [&str; 7] = [
    "PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "HERMES_BUNDLED_PLUGINS",
    "PYTHONUSERBASE",
];

/// How much of what a host complained about is kept, in bytes.
const COMPLAINTS: u64 = 64 << 10;

/// One run of a host.
#[derive(Debug)]
pub struct HostProcess {
    command: Command,
    python: PathBuf,
    deadline: Duration,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, and well.
    Done,
    /// By itself, with the last line that it complained with.
    Failed(String),
    /// It did not answer in time and was stopped.
    Hung {
        /// Its process id.
        pid: u32,
        /// Seconds.
        after: u64,
    },
}

impl HostProcess {
    /// Prepares `program` for an interpreter and a throw-away Hermes home. The user's own home is
    /// out of sight: `~` is the folder `user` below the throw-away home.
    pub fn new(python: &Path, hermes_home: &Path, program: &str, deadline: Duration) -> Self {
        let mut command = Command::new(python);
        command
            .args([OsString::from("-c"), format!("{HOST}\n{program}").into()])
            .env_clear()
            .envs(
                KEPT.iter()
                    .filter_map(|name| Some((name, std::env::var_os(name)?))),
            )
            .env("HOME", hermes_home.join("user"))
            .env("HERMES_HOME", hermes_home)
            .env(
                "HERMES_MANAGED_DIR",
                hermes_home.join("no-managed-settings"),
            )
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("TERM", "dumb")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Packages of the user stay where they are although `~` moves.
        if let (None, Some(home)) = (std::env::var_os("PYTHONUSERBASE"), std::env::home_dir()) {
            command.env("PYTHONUSERBASE", home.join(".local"));
        }
        Self {
            command,
            python: python.to_owned(),
            deadline,
        }
    }

    /// Sets a variable.
    #[must_use]
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Starts in this folder.
    #[must_use]
    pub fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it with `input` on its standard input; `each` gets every line that it reports.
    pub fn run(mut self, input: Vec<u8>, mut each: impl FnMut(&str)) -> anyhow::Result<End> {
        let started = Instant::now();
        let mut child = self
            .command
            .spawn()
            .with_context(|| format!("cannot start {}", self.python.display()))?;
        if let Some(mut stdin) = child.stdin.take() {
            // A host that does not read must not keep us; one that is gone needs no input.
            std::thread::spawn(move || stdin.write_all(&input));
        }
        let complaints = child.stderr.take().map(last_line);
        let lines = lines_of(&mut child);
        loop {
            let left = self.deadline.saturating_sub(started.elapsed());
            match lines.recv_timeout(left) {
                Ok(line) => each(&line),
                Err(RecvTimeoutError::Timeout) => return Ok(stopped(child, self.deadline)),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // Its output is closed: it is ending, or hangs while it does.
        while started.elapsed() < self.deadline {
            if let Some(status) = child.try_wait()? {
                if status.success() {
                    return Ok(End::Done);
                }
                let last = complaints.and_then(|lines| lines.recv_timeout(SHORT).ok());
                let last = last.unwrap_or_default();
                return Ok(End::Failed(format!("{status}: {last}")));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(stopped(child, self.deadline))
    }
}

/// How long the last words of a host that has ended may take to arrive.
const SHORT: Duration = Duration::from_millis(500);

fn stopped(mut child: Child, deadline: Duration) -> End {
    let pid = child.id();
    // It may have ended this very moment.
    let _ = child.kill();
    let _ = child.wait();
    End::Hung {
        pid,
        after: deadline.as_secs(),
    }
}

/// The lines as they come. The thread ends with the pipe, which a grandchild may hold open: it is
/// never waited for.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

/// The last line of a stream, once it ends.
fn last_line(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut last = String::new();
        let mut lines = BufReader::new(stream);
        let mut bytes = Vec::new();
        while let Ok(1..) = lines
            .by_ref()
            .take(COMPLAINTS)
            .read_until(b'\n', &mut bytes)
        {
            let line = String::from_utf8_lossy(&bytes);
            if !line.trim().is_empty() {
                line.trim().clone_into(&mut last);
            }
            bytes.clear();
        }
        let _ = sender.send(last);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stand-in for an interpreter: the shell, which gets the program as `-c` does.
    fn shell(script: &str, deadline: Duration) -> (Vec<String>, anyhow::Result<End>) {
        let folder = tempfile::tempdir().unwrap();
        let python = folder.path().join("python");
        fs_err::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs_err::set_permissions(&python, mode).unwrap();
        let mut lines = Vec::new();
        let process = HostProcess::new(&python, folder.path(), "", deadline);
        let end = process.run(vec![b'x'; 1 << 20], |line| lines.push(line.to_owned()));
        (lines, end)
    }

    #[test]
    fn a_host_that_hangs_is_stopped_and_what_it_said_counts() {
        let (lines, end) = shell("echo one; exec sleep 600", Duration::from_millis(300));
        assert_eq!(lines, ["one"]);
        assert!(matches!(end.unwrap(), End::Hung { .. }));
    }

    #[test]
    fn a_grandchild_that_keeps_the_pipe_keeps_nobody_waiting() {
        let started = Instant::now();
        let (lines, end) = shell("sleep 30 & echo one", Duration::from_millis(300));
        assert_eq!(lines, ["one"]);
        assert!(matches!(end.unwrap(), End::Hung { .. }));
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn the_last_complaint_is_told() {
        let (_, end) = shell(
            "echo first >&2; echo last >&2; exit 3",
            Duration::from_secs(20),
        );
        let End::Failed(why) = end.unwrap() else {
            panic!("it failed")
        };
        assert!(why.ends_with("last"), "{why}");
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let process = HostProcess::new(Path::new("/no/python"), Path::new("/"), "", SHORT);
        assert!(process.run(Vec::new(), |_| {}).is_err());
    }
}
