//! The public JSON of a decision. Tests, editors and other tools rely on these keys.

use serde::Serialize;
use serde_json::Value;

use crate::model::{Certainty, Decision, Effect, Opinion, RiskClass, Span, Target, Verdict};

/// One decision as `explain --json` prints it.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// The `id` of the request, or null.
    pub id: Option<&'a Value>,
    /// The tool's name.
    pub tool: &'a str,
    /// ALLOW, ASK_USER or BLOCK.
    pub verdict: Verdict,
    /// The rule that decided.
    pub rule: &'a str,
    /// Why.
    pub reason: &'a str,
    /// The most severe class of the effects.
    pub risk: RiskClass,
    /// The capability of the effect that decided.
    pub capability: &'a str,
    /// Everything that the call does.
    pub effects: Vec<AnswerEffect<'a>>,
    /// What would have allowed it.
    pub allow_by: &'a [String],
    /// Every rule that had an opinion.
    pub trace: &'a [Opinion],
    /// Names the exact action.
    pub fingerprint: &'a str,
}

/// One effect of an [`Answer`].
#[derive(Debug, Serialize)]
pub struct AnswerEffect<'a> {
    /// What it does.
    pub capability: &'a str,
    /// How bad it is.
    pub risk: RiskClass,
    /// How much of it is known.
    pub certainty: Certainty,
    /// Who receives, normalised.
    pub recipients: Vec<&'a str>,
    /// Lower-case names without port.
    pub hosts: Vec<&'a str>,
    /// Absolute and normalised.
    pub paths: Vec<&'a str>,
    /// `kind:name` of records.
    pub resources: Vec<String>,
    /// Sums of money: `EUR 12.50`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amounts: Vec<String>,
    /// What a guard must notice, in lower case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The program, when the call is a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<&'a str>,
    /// Why the effect is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'a str>,
    /// Where in the arguments it comes from.
    pub span: &'a Span,
}

impl<'a> Answer<'a> {
    /// The public view of a decision.
    pub fn new(id: Option<&'a Value>, decision: &'a Decision) -> Self {
        Self {
            id,
            tool: &decision.tool,
            verdict: decision.verdict,
            rule: &decision.rule,
            reason: &decision.reason,
            risk: decision.risk,
            capability: decision.capability.as_str(),
            effects: decision.effects.iter().map(AnswerEffect::new).collect(),
            allow_by: &decision.allow_by,
            trace: &decision.trace,
            fingerprint: &decision.fingerprint,
        }
    }
}

impl<'a> AnswerEffect<'a> {
    /// The public view of an effect.
    pub fn new(effect: &'a Effect) -> Self {
        Self {
            capability: effect.capability.as_str(),
            risk: effect.risk,
            certainty: effect.certainty,
            recipients: unique(effect.recipients().map(|recipient| recipient.name.as_str())),
            hosts: unique(effect.hosts().map(crate::model::Host::as_str)),
            paths: unique(effect.paths().map(|path| path.path.as_str())),
            resources: effect.targets.iter().filter_map(resource).collect(),
            amounts: effect.targets.iter().filter_map(amount).collect(),
            marks: effect
                .marks
                .iter_names()
                .map(|(name, _)| name.to_ascii_lowercase())
                .collect(),
            program: effect.program.as_deref(),
            why: effect.why.as_deref(),
            span: &effect.span,
        }
    }
}

fn unique<'a>(items: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

fn resource(target: &Target) -> Option<String> {
    match target {
        Target::Resource(resource) => Some(format!("{}:{}", resource.kind, resource.name)),
        _ => None,
    }
}

fn amount(target: &Target) -> Option<String> {
    let Target::Amount(amount) = target else {
        return None;
    };
    let sign = if amount.cents < 0 { "-" } else { "" };
    let cents = amount.cents.unsigned_abs();
    let text = format!(
        "{} {sign}{}.{:02}",
        amount.currency,
        cents / 100,
        cents % 100
    );
    Some(text.trim_start().to_owned())
}
