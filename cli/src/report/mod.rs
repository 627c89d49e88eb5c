//! One self-contained HTML page about what was decided: no scripts, no network, light and dark.

mod chart;
mod page;

pub use page::html;

use std::collections::{BTreeMap, HashMap};

use agentsfence_core::model::Verdict;

use crate::replay::summary::Counts;

/// Decisions listed for one session, and on the whole page; further ones are counted only.
const LISTED: usize = 500;
const LISTED_IN_ALL: usize = 10_000;

/// Everything that the page shows.
#[derive(Debug, Default)]
pub struct Report {
    /// Where the decisions come from: "replay of the profile `work`".
    pub source: String,
    /// When it was made, for people.
    pub made: String,
    /// All decisions.
    pub calls: Counts,
    /// By day (`2026-01-31`), where times are known.
    pub days: BTreeMap<String, Counts>,
    /// By tool.
    pub tools: BTreeMap<String, Counts>,
    /// By rule.
    pub rules: BTreeMap<String, Counts>,
    /// By session.
    pub sessions: HashMap<String, SessionReport>,
    /// How many decisions are listed.
    listed: usize,
}

/// One session of the page.
#[derive(Debug, Default)]
pub struct SessionReport {
    /// The host's session id.
    pub id: String,
    /// Where it stands among the sessions.
    place: usize,
    /// The owner's messages, where the source holds them.
    pub words: Vec<String>,
    /// The newest bounds in words.
    pub policy: Vec<String>,
    /// Its decisions by verdict.
    pub calls: Counts,
    /// The first decisions.
    pub decisions: Vec<DecisionLine>,
    /// How many more there are.
    pub more: usize,
}

/// One decision of the page.
#[derive(Clone, Debug)]
pub struct DecisionLine {
    /// Seconds since the epoch, where known.
    pub at: Option<i64>,
    /// The answer.
    pub verdict: Verdict,
    /// The tool.
    pub tool: String,
    /// The rule that decided.
    pub rule: String,
    /// Why.
    pub reason: String,
    /// What the call was, shortened.
    pub action: String,
}

impl Report {
    /// A report without decisions yet.
    pub fn new(source: impl Into<String>) -> Self {
        let made = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M %Z").to_string();
        Self {
            source: source.into(),
            made,
            ..Self::default()
        }
    }

    /// The session of that name; a new one where there is none yet.
    pub fn session(&mut self, id: &str) -> &mut SessionReport {
        let place = self.sessions.len();
        let fresh = || SessionReport {
            id: id.to_owned(),
            place,
            ..SessionReport::default()
        };
        self.sessions.entry(id.to_owned()).or_insert_with(fresh)
    }

    /// The sessions in order of appearance.
    pub fn in_order(&self) -> Vec<&SessionReport> {
        let mut sessions: Vec<_> = self.sessions.values().collect();
        sessions.sort_by_key(|session| session.place);
        sessions
    }

    /// Adds a decision to a session.
    pub fn add(&mut self, session: &str, line: DecisionLine) {
        self.calls.add(line.verdict);
        self.tools
            .entry(line.tool.clone())
            .or_default()
            .add(line.verdict);
        self.rules
            .entry(line.rule.clone())
            .or_default()
            .add(line.verdict);
        if let Some(day) = line.at.and_then(|at| when(at, "%Y-%m-%d")) {
            self.days.entry(day).or_default().add(line.verdict);
        }
        let room = self.listed < LISTED_IN_ALL;
        let session = self.session(session);
        session.calls.add(line.verdict);
        let listed = room && session.decisions.len() < LISTED;
        if listed {
            session.decisions.push(line);
        } else {
            session.more += 1;
        }
        self.listed += usize::from(listed);
    }
}

/// A time in the reader's zone.
fn when(at: i64, format: &str) -> Option<String> {
    let time = jiff::Timestamp::from_second(at).ok()?;
    Some(
        time.to_zoned(jiff::tz::TimeZone::system())
            .strftime(format)
            .to_string(),
    )
}
