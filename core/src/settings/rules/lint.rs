//! Rules that can never decide anything, and rules that contradict each other.

use super::{RuleVerdict, StandingRule, StandingRules, Words};
use crate::model::CapabilityPattern;

/// What is odd about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// It has expired.
    Dead,
    /// A stricter rule, or an equal one, matches everything that it matches.
    Shadowed,
    /// Another rule with the same matchers says the opposite.
    Contradiction,
}

/// One finding of the linter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is odd.
    pub kind: FindingKind,
    /// The rule that it is about.
    pub rule: String,
    /// The file and line of that rule.
    pub place: String,
    /// For people; lower case, no full stop.
    pub message: String,
}

/// Everything that is odd about the rules, in their order.
pub fn lint(rules: &StandingRules, now: i64) -> Vec<Finding> {
    let rules = rules.rules();
    let mut findings = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        if !rule.is_live(now) {
            findings.push(finding(
                FindingKind::Dead,
                rule,
                "it has expired: remove it or set a later `expires`",
            ));
            continue;
        }
        let others = rules
            .iter()
            .enumerate()
            .filter(|(place, other)| *place != number && other.is_live(now));
        for (place, other) in others {
            if let Some(found) = against(rule, number, other, place) {
                findings.push(found);
                break;
            }
        }
    }
    findings
}

fn against(
    rule: &StandingRule,
    number: usize,
    other: &StandingRule,
    place: usize,
) -> Option<Finding> {
    if !covers(other, rule) {
        return None;
    }
    let where_ = format!("`{}` ({})", other.id, other.place);
    let same = covers(rule, other);
    if same && other.verdict != rule.verdict {
        let opposite = rule.verdict == RuleVerdict::Allow || other.verdict == RuleVerdict::Allow;
        if opposite && other.verdict > rule.verdict {
            return Some(finding(
                FindingKind::Contradiction,
                rule,
                &format!(
                    "{where_} matches the same and says `{}`, which wins: remove one of them",
                    other.verdict.as_str()
                ),
            ));
        }
    }
    let decides_first = other.verdict > rule.verdict
        || (other.verdict == rule.verdict && (!same || place < number));
    decides_first.then(|| {
        finding(
            FindingKind::Shadowed,
            rule,
            &format!(
                "{where_} matches everything that it matches and says `{}`: it never decides",
                other.verdict.as_str()
            ),
        )
    })
}

fn finding(kind: FindingKind, rule: &StandingRule, message: &str) -> Finding {
    Finding {
        kind,
        rule: rule.id.clone(),
        place: rule.place.clone(),
        message: format!("rule `{}`: {message}", rule.id),
    }
}

/// Whether `wide` matches everything that `narrow` matches, as far as their texts show.
fn covers(wide: &StandingRule, narrow: &StandingRule) -> bool {
    // A rule that outlives the other still decides when the other is gone.
    let lasts = match (wide.expires_at, narrow.expires_at) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(ours), Some(theirs)) => ours >= theirs,
    };
    let (ours, theirs) = (&wide.entry, &narrow.entry);
    lasts
        && (wide.risks.is_empty()
            || (!narrow.risks.is_empty()
                && narrow.risks.iter().all(|risk| wide.risks.contains(risk))))
        && covers_capabilities(&wide.capabilities, &narrow.capabilities)
        && covers_globs(&ours.tool, &theirs.tool)
        && covers_globs(&ours.program, &theirs.program)
        && covers_globs(&ours.path, &theirs.path)
        && covers_globs(&ours.host, &theirs.host)
        && covers_globs(&ours.recipient, &theirs.recipient)
}

fn covers_capabilities(wide: &[CapabilityPattern], narrow: &[CapabilityPattern]) -> bool {
    wide.is_empty()
        || (!narrow.is_empty()
            && narrow
                .iter()
                .all(|theirs| wide.iter().any(|ours| ours.covers(theirs))))
}

fn covers_globs(wide: &Words, narrow: &Words) -> bool {
    if !wide.is_set() {
        return true;
    }
    narrow.is_set()
        && narrow
            .as_slice()
            .iter()
            .all(|theirs| wide.as_slice().iter().any(|ours| covers_glob(ours, theirs)))
}

/// The same text, a glob for everything, a folder's `/**` over what lies below it, or a glob over
/// plain text.
fn covers_glob(wide: &str, narrow: &str) -> bool {
    if wide == narrow || matches!(wide, "*" | "**" | "/**") {
        return true;
    }
    if let Some(folder) = wide.strip_suffix("/**")
        && !folder.contains(['*', '?', '[', '{'])
        && narrow
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    {
        return true;
    }
    let plain = !narrow.contains(['*', '?', '[', '{']);
    plain
        && globset::GlobBuilder::new(wide)
            .literal_separator(true)
            .build()
            .is_ok_and(|glob| glob.compile_matcher().is_match(narrow))
}
