//! The only place that prints: results on standard output, everything else on standard error.
//!
//! Colours appear only on a terminal without NO_COLOR, and meaning never depends on them. With
//! `--json` standard output carries exactly one document. A reader that goes away ends the
//! output, not the work: a half-done change would be worse than unread text.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use owo_colors::OwoColorize;
use serde::Serialize;

use crate::args::{Global, UsageRefusal};
use crate::exit::Exit;
use crate::problem::Problem;

pub mod ask;
pub mod progress;
mod wrap;

pub use ask::Answer;
pub use progress::Progress;
pub use wrap::{COLUMNS, wrapped};

/// Where output goes and how it looks, for one run.
#[derive(Debug)]
pub struct Ui {
    json: bool,
    quiet: bool,
    verbose: bool,
    out_colour: ColorChoice,
    err_colour: ColorChoice,
    documents: Cell<u32>,
    closed: Cell<bool>,
    failed: Cell<Option<io::ErrorKind>>,
}

impl Ui {
    /// The output that the flags and the terminal ask for.
    pub fn new(global: &Global) -> Self {
        let plain = global.no_color;
        Self {
            json: global.json,
            quiet: global.quiet,
            verbose: global.verbose > 0,
            out_colour: colour(plain, io::stdout().is_terminal()),
            err_colour: colour(plain, io::stderr().is_terminal()),
            documents: Cell::new(0),
            closed: Cell::new(false),
            failed: Cell::new(None),
        }
    }

    /// The same without anything for people on standard output, where a document of another kind
    /// than that of `--json` goes there.
    #[must_use]
    pub fn silent_if(&self, silent: bool) -> Self {
        Self {
            json: self.json || silent,
            documents: Cell::new(0),
            closed: Cell::new(false),
            failed: Cell::new(None),
            ..*self
        }
    }

    /// Whether `--json` was given.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Whether the reader of standard output is gone; long streams should stop.
    pub fn closed(&self) -> bool {
        self.closed.get()
    }

    /// The answer itself: printed even with `--quiet`. Nothing with `--json`.
    pub fn data(&self, text: &str) {
        if !self.json {
            self.write_out(text);
        }
    }

    /// A plain line for people.
    pub fn line(&self, text: &str) {
        let indent = text.len() - text.trim_start_matches(' ').len();
        self.told(&wrapped(text, &" ".repeat(indent + 2)));
    }

    /// `◆ Title` after a blank line.
    pub fn section(&self, title: &str) {
        self.told(&format!("\n{}", format!("◆ {title}").cyan().bold()));
    }

    /// `  ✓ text`.
    pub fn good(&self, text: &str) {
        self.told(&wrapped(&format!("  {} {text}", "✓".green()), "    "));
    }

    /// `  ⚠ text`, even with `--quiet`.
    pub fn warn(&self, text: &str) {
        if !self.json {
            self.write_out(&wrapped(&format!("  {} {text}", "⚠".yellow()), "    "));
        }
    }

    /// `  ✗ text`, even with `--quiet`.
    pub fn bad(&self, text: &str) {
        if !self.json {
            self.write_out(&wrapped(&format!("  {} {text}", "✗".red()), "    "));
        }
    }

    /// `    → text`: what to do about the line above.
    pub fn hint(&self, text: &str) {
        self.told(&wrapped(&format!("    {} {text}", "→".cyan()), "      "));
    }

    /// Something that went wrong beside the answer, on standard error.
    pub fn complain(&self, text: &str) {
        let text = format!("{} {text}", "warning:".yellow().bold());
        self.write_err(&wrapped(&text, "  "));
    }

    /// Detail for `--verbose`, on standard error.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            self.write_err(&text.dimmed().to_string());
        }
    }

    /// A unified diff: added lines green, removed lines red.
    pub fn diff(&self, text: &str) {
        for line in text.lines() {
            let painted = match line.as_bytes().first() {
                Some(b'+') => line.green().to_string(),
                Some(b'-') => line.red().to_string(),
                Some(b'@') => line.cyan().to_string(),
                _ => line.to_owned(),
            };
            self.data(&painted);
        }
    }

    /// The document of `--json`. Nothing without it.
    pub fn document<T: Serialize + ?Sized>(&self, document: &T) {
        if !self.json {
            return;
        }
        let text = serde_json::to_string_pretty(document)
            .unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
        self.documents.set(self.documents.get() + 1);
        self.write_out(&text);
    }

    /// Raw text (a completion script, a stream of records), whatever the flags.
    pub fn raw(&self, text: &str) {
        let mut stream = AutoStream::new(io::stdout(), ColorChoice::AlwaysAnsi).lock();
        self.note(stream.write_all(text.as_bytes()));
    }

    /// Prints what went wrong, if anything did, and gives the exit code.
    pub fn finish(&self, result: anyhow::Result<Exit>) -> Exit {
        self.note(io::stdout().flush());
        let exit = match result {
            Ok(exit) => exit,
            Err(error) => self.report(&error),
        };
        if let Some(kind) = self.failed.get() {
            self.write_err(&format!(
                "{} cannot write to standard output: {kind}",
                "error:".red().bold()
            ));
            return Exit::Refused;
        }
        if self.closed() && exit == Exit::Found {
            return Exit::Fine;
        }
        exit
    }

    fn report(&self, error: &anyhow::Error) -> Exit {
        let message = chain(error);
        let problem = error.chain().find_map(|cause| cause.downcast_ref());
        let advice: Vec<String> = advice(error).into_iter().collect();
        let hints = problem.map_or(&advice[..], Problem::hints);
        let text = format!("{} {message}", "error:".red().bold());
        self.write_err(&wrapped(&text, "  "));
        for hint in hints {
            let text = format!("{} {hint}", "hint:".cyan().bold());
            self.write_err(&wrapped(&text, "  "));
        }
        if self.json && self.documents.get() == 0 {
            self.document(&serde_json::json!({ "error": message, "hints": hints }));
        }
        problem.map_or(Exit::Refused, Problem::exit_code)
    }

    fn told(&self, text: &str) {
        if !self.json && !self.quiet {
            self.write_out(text);
        }
    }

    fn write_out(&self, text: &str) {
        let mut stream = AutoStream::new(io::stdout(), self.out_colour).lock();
        self.note(writeln!(stream, "{text}"));
    }

    fn write_err(&self, text: &str) {
        let mut stream = AutoStream::new(io::stderr(), self.err_colour).lock();
        // Nothing is left to tell anyone when standard error itself is gone.
        let _ = writeln!(stream, "{text}");
    }

    fn note(&self, result: io::Result<()>) {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed.set(true),
            Err(error) => self.failed.set(Some(error.kind())),
            Ok(()) => {}
        }
    }
}

/// Prints help, the version or a usage error as clap words them.
pub fn report_usage(refusal: &UsageRefusal) -> Exit {
    let rendered = refusal.error.render();
    if !refusal.error.use_stderr() {
        let choice = colour(refusal.no_color, io::stdout().is_terminal());
        let mut stream = AutoStream::new(io::stdout(), choice);
        let _ = write!(stream, "{}", rendered.ansi());
        return Exit::Fine;
    }
    let choice = colour(refusal.no_color, io::stderr().is_terminal());
    let mut stream = AutoStream::new(io::stderr(), choice);
    let _ = write!(stream, "{}", rendered.ansi());
    if refusal.json {
        let text = rendered.to_string();
        let first = text.lines().next().unwrap_or_default();
        let message = first.strip_prefix("error: ").unwrap_or(first);
        let document = serde_json::json!({ "error": message, "hints": ["agentsfence --help"] });
        let _ = writeln!(io::stdout(), "{document:#}");
    }
    Exit::Refused
}

/// What to do about an error of the system that nobody explained.
fn advice(error: &anyhow::Error) -> Option<String> {
    let kind = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<io::Error>())?
        .kind();
    let words = match kind {
        io::ErrorKind::PermissionDenied => "run it as the user who owns that place",
        io::ErrorKind::NotFound => "something else removed it meanwhile: try again",
        io::ErrorKind::StorageFull => "make room on that disk, then try again",
        io::ErrorKind::ReadOnlyFilesystem => "that file system cannot be written",
        _ => "`agentsfence doctor` looks for what is wrong with the profile",
    };
    Some(words.to_owned())
}

/// `what: why: why`, without repeating a cause that its context already quotes.
fn chain(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !message.contains(&cause) {
            message.push_str(": ");
            message.push_str(&cause);
        }
    }
    message
}

fn colour(plain: bool, terminal: bool) -> ColorChoice {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if terminal && !plain && !refused && !dumb {
        ColorChoice::Always
    } else {
        ColorChoice::Never
    }
}
