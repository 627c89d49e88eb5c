//! Does it really protect? Every check looks at one thing and says what it saw, why that matters
//! and how to put it right. Checks live in `checks`, one a file; `registry` lists them.

mod answers;
mod checks;
pub mod docs;
mod mode;
pub mod registry;
pub mod sarif;
mod shell;
pub mod subject;

use serde::Serialize;

pub use subject::Subject;

/// One thing to look at.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Kebab-case and permanent.
    pub id: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// Why it matters, one sentence.
    pub why: &'static str,
    /// Looks, changes nothing.
    pub look: fn(&Subject) -> Outcome,
    /// Puts it right, where `doctor --fix` can.
    pub repair: Option<Repair>,
}

/// What `doctor --fix` can do about a check.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    /// What it will do, one line a step; nothing else is done.
    pub plan: fn(&Subject) -> Vec<String>,
    /// Does it.
    pub run: fn(&Subject) -> anyhow::Result<()>,
}

/// What a check saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it stands.
    pub status: Status,
    /// What was looked at: a path, a variable.
    pub looked_at: String,
    /// What was seen there.
    pub evidence: String,
    /// A command or an instruction.
    pub fix: Option<String>,
}

/// How a thing stands. Only `Fail` and `Unknown` keep a profile from being protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// Weakens protection or will break later.
    Warn,
    /// Could not be found out.
    Unknown,
    /// Not protected.
    Fail,
}

impl Outcome {
    /// As it should be.
    pub fn ok(looked_at: impl Into<String>, evidence: impl Into<String>) -> Self {
        Self::new(Status::Ok, looked_at, evidence)
    }

    /// Any status, with no fix yet.
    pub fn new(status: Status, looked_at: impl Into<String>, evidence: impl Into<String>) -> Self {
        Self {
            status,
            looked_at: looked_at.into(),
            evidence: evidence.into(),
            fix: None,
        }
    }

    /// Adds how to put it right, where something is wrong.
    #[must_use]
    pub fn fix_unless_ok(self, fix: impl Into<String>) -> Self {
        if self.status == Status::Ok {
            self
        } else {
            self.fix(fix)
        }
    }

    /// Adds how to put it right.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// A check and what it saw, as `--json` shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The check's id.
    pub id: &'static str,
    /// The check's title.
    pub title: &'static str,
    /// The heading that it stands under.
    pub section: &'static str,
    /// How it stands.
    pub status: Status,
    /// What was looked at.
    pub looked_at: String,
    /// What was seen there.
    pub evidence: String,
    /// Why it matters.
    pub why: &'static str,
    /// How to put it right.
    pub fix: Option<String>,
    /// Whether `doctor --fix` can do it.
    pub fixable: bool,
    /// The check's page in the guide.
    pub docs: String,
}

/// The answer for one profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// Nothing stands against it.
    Protected,
    /// Something could not be found out.
    Unverified,
    /// Something is wrong.
    NotProtected,
}

impl Verdict {
    /// The strictest reading of all findings.
    pub fn of(findings: &[Finding]) -> Self {
        match findings.iter().map(|finding| finding.status).max() {
            Some(Status::Fail) => Self::NotProtected,
            Some(Status::Unknown) | None => Self::Unverified,
            Some(Status::Ok | Status::Note | Status::Warn) => Self::Protected,
        }
    }

    /// The words of the closing line.
    pub fn words(self) -> &'static str {
        match self {
            Self::Protected => "PROTECTED",
            Self::Unverified => "UNVERIFIED",
            Self::NotProtected => "NOT PROTECTED",
        }
    }
}

/// Runs `checks` on one profile.
pub fn examine(checks: &[&Check], subject: &Subject) -> Vec<Finding> {
    checks.iter().map(|check| finding(check, subject)).collect()
}

fn finding(check: &Check, subject: &Subject) -> Finding {
    let outcome = (check.look)(subject);
    Finding {
        id: check.id,
        title: check.title,
        section: registry::section_of(check.id),
        status: outcome.status,
        looked_at: outcome.looked_at,
        evidence: outcome.evidence,
        why: check.why,
        fixable: check.repair.is_some() && outcome.status > Status::Note,
        fix: outcome.fix,
        docs: docs::anchor(check.id),
    }
}
