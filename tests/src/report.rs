//! Figures and misses of a run, as text for people.

use std::fmt::{self, Write as _};

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Right.
    pub right: usize,
    /// All.
    pub all: usize,
}

impl Figure {
    /// Counts one more.
    pub fn count(&mut self, right: bool) {
        self.all += 1;
        self.right += usize::from(right);
    }

    /// The share in per cent; 100 of nothing.
    #[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
    pub fn percent(self) -> f64 {
        if self.all == 0 {
            100.0
        } else {
            self.right as f64 * 100.0 / self.all as f64
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>4} of {:>4}  {:6.2} %",
            self.right,
            self.all,
            self.percent()
        )
    }
}

/// One case that came out wrong.
#[derive(Clone, Debug)]
pub struct Miss {
    /// Which figure it counts against.
    pub figure: &'static str,
    /// The case.
    pub id: String,
    /// What was expected and what came.
    pub text: String,
}

/// The outcome of one runner.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Named figures in the order of printing.
    pub figures: Vec<(&'static str, Figure)>,
    /// What went wrong.
    pub misses: Vec<Miss>,
}

impl Report {
    /// Counts a case under a figure, and keeps the miss.
    pub fn score(
        &mut self,
        figure: &'static str,
        right: bool,
        id: &str,
        text: impl FnOnce() -> String,
    ) {
        match self.figures.iter_mut().find(|(name, _)| *name == figure) {
            Some((_, count)) => count.count(right),
            None => self.figures.push((
                figure,
                Figure {
                    right: usize::from(right),
                    all: 1,
                },
            )),
        }
        if !right {
            self.misses.push(Miss {
                figure,
                id: id.to_owned(),
                text: text(),
            });
        }
    }

    /// A figure by name; nothing of nothing when no case counted.
    pub fn figure(&self, name: &str) -> Figure {
        self.figures
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, f)| *f)
            .unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for miss in &self.misses {
            writeln!(text, "{:<12} {:<8} {}", miss.figure, miss.id, miss.text)?;
        }
        for (name, figure) in &self.figures {
            writeln!(text, "{name:<24} {figure}")?;
        }
        f.write_str(&text)
    }
}
