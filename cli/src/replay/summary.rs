//! What a replay adds up to.

use std::collections::BTreeMap;

use agentsfence_core::model::Verdict;
use serde::Serialize;

use super::play::Replayed;
use crate::ui::Ui;

/// How many of the most frequent questions are kept.
const QUESTIONS: usize = 10;

/// Calls by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Would have run unasked.
    pub allowed: usize,
    /// Would have asked.
    pub asked: usize,
    /// Would not have run.
    pub blocked: usize,
}

impl Counts {
    /// Counts one decision.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Allow => self.allowed += 1,
            Verdict::AskUser => self.asked += 1,
            Verdict::Block => self.blocked += 1,
        }
    }

    /// All calls.
    pub fn all(self) -> usize {
        self.allowed + self.asked + self.blocked
    }

    /// Questions in a hundred calls; 0 without calls.
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of calls are far below 2^52"
    )]
    pub fn ask_rate(self) -> f64 {
        if self.all() == 0 {
            0.0
        } else {
            self.asked as f64 * 100.0 / self.all() as f64
        }
    }
}

/// A call whose verdict differs between two sets of bounds.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The session.
    pub session: String,
    /// Which call of the session, counted from 1.
    pub call: usize,
    /// The tool.
    pub tool: String,
    /// Under the current settings.
    pub before: Verdict,
    /// Under the settings that were tried.
    pub after: Verdict,
    /// The rule that decides now.
    pub rule: String,
}

/// What a replay adds up to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// All calls.
    pub calls: Counts,
    /// Questions in a hundred calls.
    pub asks_per_hundred: f64,
    /// Calls that could not be read.
    pub unreadable: usize,
    /// By tool.
    pub tools: BTreeMap<String, Counts>,
    /// By deciding rule.
    pub rules: BTreeMap<String, Counts>,
    /// By session.
    pub sessions: BTreeMap<String, Counts>,
    /// The most frequent questions, most frequent first: what would be asked, and how often.
    pub questions: Vec<(String, usize)>,
    /// How many verdicts are new against the current settings, by what they are now.
    pub newly: Counts,
    /// Verdicts that differ from those under the current settings, when others were tried.
    pub changes: Vec<Change>,
    #[serde(skip)]
    asked: BTreeMap<String, usize>,
}

impl Summary {
    /// Counts one call.
    pub fn add(&mut self, replayed: &Replayed<'_>) {
        let decision = replayed.decision;
        self.calls.add(decision.verdict);
        self.tools
            .entry(decision.tool.to_string())
            .or_default()
            .add(decision.verdict);
        self.rules
            .entry(decision.rule.to_string())
            .or_default()
            .add(decision.verdict);
        self.sessions
            .entry(replayed.session.to_owned())
            .or_default()
            .add(decision.verdict);
        if decision.verdict == Verdict::AskUser {
            let question = format!(
                "{} {}: {}",
                decision.tool, decision.capability, decision.reason
            );
            *self.asked.entry(question).or_default() += 1;
        }
    }

    /// Fills what follows from the counts.
    pub fn finish(&mut self) {
        self.asks_per_hundred = (self.calls.ask_rate() * 100.0).round() / 100.0;
        let mut questions: Vec<_> = std::mem::take(&mut self.asked).into_iter().collect();
        questions.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        questions.truncate(QUESTIONS);
        self.questions = questions;
    }
}

/// A table of counts by name for people; nothing when there are none.
pub fn table<'a>(ui: &Ui, title: &str, rows: impl Iterator<Item = (&'a String, &'a Counts)>) {
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or_default();
    ui.section(title);
    ui.line(&format!("  {:width$}  allowed    asked  blocked", ""));
    for (name, counts) in rows {
        ui.line(&format!(
            "  {name:width$}  {:>7}  {:>7}  {:>7}",
            counts.allowed, counts.asked, counts.blocked
        ));
    }
}
