//! What a rule is, and how it says what it thinks.

use smol_str::SmolStr;

use super::case::Case;
use crate::model::{Effect, Opinion, Stage, Verdict};

/// One rule of the table. Rules are independent: each looks at the case alone and never at what
/// another rule said.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Permanent kebab-case name; the same in traces, the audit log and the documentation.
    pub id: &'static str,
    /// The row of the order of decision.
    pub stage: Stage,
    /// What it does, in one line, for people.
    pub summary: &'static str,
    /// Adds the rule's opinions on the case.
    pub(crate) judge: fn(&Case<'_>, &mut Opinions<'_>),
}

/// Collects the opinions of one rule.
#[derive(Debug)]
pub(crate) struct Opinions<'o> {
    rule: &'static str,
    stage: Stage,
    all: &'o mut Vec<Opinion>,
}

impl<'o> Opinions<'o> {
    pub(crate) fn of(rule: &Rule, all: &'o mut Vec<Opinion>) -> Self {
        Self {
            rule: rule.id,
            stage: rule.stage,
            all,
        }
    }

    /// An opinion on one effect.
    pub(crate) fn about(&mut self, effect: usize, verdict: Verdict, reason: impl Into<String>) {
        self.add(Some(effect), verdict, reason.into(), None);
    }

    /// An opinion on one effect that rests on words of the owner or a line of the settings.
    pub(crate) fn citing(
        &mut self,
        effect: usize,
        verdict: Verdict,
        reason: impl Into<String>,
        cites: String,
    ) {
        self.add(Some(effect), verdict, reason.into(), Some(cites));
    }

    /// An opinion on the call as a whole.
    pub(crate) fn call(&mut self, verdict: Verdict, reason: impl Into<String>) {
        self.add(None, verdict, reason.into(), None);
    }

    fn add(
        &mut self,
        effect: Option<usize>,
        verdict: Verdict,
        reason: String,
        cites: Option<String>,
    ) {
        self.all.push(Opinion {
            rule: SmolStr::new_static(self.rule),
            stage: self.stage,
            verdict,
            effect,
            reason,
            cites: cites.filter(|cites| !cites.is_empty()),
        });
    }
}

/// The effect in a few words: what it does and to what.
pub(crate) fn in_words(effect: &Effect) -> String {
    match effect.targets.first() {
        Some(target) => {
            let more = match effect.targets.len() {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            };
            format!(
                "`{}` on `{}`{more}",
                effect.capability,
                super::message::escaped(&crate::policy::target_text(target))
            )
        }
        None => format!("`{}`", effect.capability),
    }
}
