//! What shows that something takes its time; nothing at all where it would only leave control
//! characters in a log, or where it is over within half a second.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Ui;

/// What is over sooner shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// A spinner or a bar; it disappears when dropped.
#[derive(Debug)]
pub struct Progress(Option<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    since: Instant,
    drawn: AtomicBool,
}

impl Progress {
    /// Says what is going on by now.
    pub fn says(&self, what: &str) {
        if let Some(shown) = &self.0 {
            shown.bar.set_message(what.to_owned());
        }
    }

    /// `count` more of the bar's total are done.
    pub fn advance(&self, count: u64) {
        let Some(shown) = &self.0 else {
            return;
        };
        shown.bar.inc(count);
        if shown.since.elapsed() >= PATIENCE && !shown.drawn.swap(true, Ordering::Relaxed) {
            shown.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shown) = self.0.take() {
            shown.bar.finish_and_clear();
        }
    }
}

impl Ui {
    /// Shows that `what` is going on, on a terminal.
    pub fn progress(&self, what: &str) -> Progress {
        let bar = ProgressBar::new_spinner();
        if self.draws(&bar, what, "  {spinner} {msg}") {
            bar.enable_steady_tick(Duration::from_millis(100));
            return Progress(Some(Shown {
                bar,
                since: Instant::now(),
                drawn: AtomicBool::new(true),
            }));
        }
        Progress(None)
    }

    /// Shows how much of `total` is done, on a terminal.
    pub fn bar(&self, what: &str, total: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        let shows = self.draws(&bar, what, "  {msg} {bar:40} {pos}/{len}, {eta} left");
        Progress(shows.then(|| Shown {
            bar,
            since: Instant::now(),
            drawn: AtomicBool::new(false),
        }))
    }

    /// Prepares a bar; whether anybody would see it.
    fn draws(&self, bar: &ProgressBar, what: &str, template: &str) -> bool {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let ci = std::env::var_os("CI").is_some();
        if self.json || self.quiet || dumb || ci || !io::stderr().is_terminal() {
            return false;
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        true
    }
}
