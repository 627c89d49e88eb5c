//! Scores the reading of calls: class, targets, hidden code and marks.

use std::collections::BTreeSet;

use agentsfence_core::catalog::Catalog;
use agentsfence_core::effects::effects;
use agentsfence_core::explain::{AnswerEffect, Request};
use agentsfence_core::model::{Certainty, Effect, RiskClass};
use serde_json::json;

use crate::cases::{self, EffectCase};
use crate::report::Report;

/// The class is an accepted one.
pub const RISK: &str = "risk";
/// The class is not milder than every accepted one.
pub const NOT_MILDER: &str = "not milder";
/// Recipients, hosts and paths equal the labelled sets.
pub const TARGETS: &str = "targets";
/// Every labelled class is among the effects.
pub const CLASSES: &str = "classes found";
/// Hidden code is seen.
pub const OPAQUE: &str = "opaque";
/// What guards must notice is marked.
pub const FLAGS: &str = "flags";

/// Scores `tool_calls.jsonl`; `only` restricts it to categories or ids that start so.
pub fn run(only: &str) -> anyhow::Result<Report> {
    run_file("tool_calls.jsonl", only)
}

/// Scores `calls.jsonl`, the project's own cases, in the same way.
pub fn run_own(only: &str) -> anyhow::Result<Report> {
    run_file("calls.jsonl", only)
}

fn run_file(name: &str, only: &str) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let defaults = cases::defaults("alice");
    for case in cases::read::<EffectCase>(name)? {
        if !case.category.starts_with(only) && !case.id.starts_with(only) {
            continue;
        }
        let call = json!({"tool": case.tool, "args": case.args});
        let request = Request::from_value(call, &defaults)?;
        let found = effects(&request.call, &request.environment, Catalog::built_in());
        score(&case, &found, &mut report);
    }
    Ok(report)
}

fn score(case: &EffectCase, found: &[Effect], report: &mut Report) {
    let label = &case.expect;
    let worst = found
        .iter()
        .map(|effect| effect.risk)
        .max()
        .unwrap_or(RiskClass::Unknown);
    let shown = || format!("{} {}", case.tool, shorten(&case.args.to_string()));
    report.score(RISK, label.risk_ok.contains(&worst), &case.id, || {
        format!("want {:?} got {worst}: {}", label.risk_ok, shown())
    });
    let mildest = label
        .risk_ok
        .iter()
        .min()
        .copied()
        .unwrap_or(RiskClass::Read);
    report.score(NOT_MILDER, worst >= mildest, &case.id, || {
        format!("{worst} < {mildest}: {}", shown())
    });
    let missing: Vec<_> = label
        .effects
        .iter()
        .filter(|class| !found.iter().any(|effect| effect.risk == **class))
        .collect();
    report.score(CLASSES, missing.is_empty(), &case.id, || {
        format!("missing {missing:?}: {}", shown())
    });
    score_targets(case, found, report);
    if label.opaque == Some(true) {
        let seen = found
            .iter()
            .any(|effect| effect.certainty == Certainty::Opaque);
        report.score(OPAQUE, seen, &case.id, shown);
    }
    for flag in &label.flags {
        report.score(FLAGS, flagged(flag, found), &case.id, || {
            format!("{flag}: {}", shown())
        });
    }
}

fn score_targets(case: &EffectCase, found: &[Effect], report: &mut Report) {
    let views: Vec<_> = found.iter().map(AnswerEffect::new).collect();
    let mut wrong = Vec::new();
    let mut compare = |name: &str, want: Option<&Vec<String>>, got: BTreeSet<&str>| {
        let Some(want) = want else {
            return;
        };
        let want: BTreeSet<_> = want.iter().map(String::as_str).collect();
        if want != got {
            wrong.push(format!("{name} want {want:?} got {got:?}"));
        }
    };
    let label = &case.expect;
    compare(
        "recipients",
        label.recipients.as_ref(),
        views
            .iter()
            .flat_map(|view| view.recipients.iter().copied())
            .collect(),
    );
    compare(
        "hosts",
        label.domains.as_ref(),
        views
            .iter()
            .flat_map(|view| view.hosts.iter().copied())
            .collect(),
    );
    compare(
        "paths",
        label.paths.as_ref(),
        views
            .iter()
            .flat_map(|view| view.paths.iter().copied())
            .collect(),
    );
    if label.recipients.is_some() || label.domains.is_some() || label.paths.is_some() {
        report.score(TARGETS, wrong.is_empty(), &case.id, || {
            format!(
                "{}: {} {}",
                wrong.join("; "),
                case.tool,
                shorten(&case.args.to_string())
            )
        });
    }
}

/// Whether a labelled flag is among the marks. Flags are the marks' names in kebab case, shorter
/// in two places.
fn flagged(flag: &str, found: &[Effect]) -> bool {
    let name = match flag {
        "exfil" => "EXFILTRATION".to_owned(),
        other => other.replace('-', "_").to_ascii_uppercase(),
    };
    found
        .iter()
        .any(|effect| effect.marks.iter_names().any(|(known, _)| known == name))
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 150 {
        return text.to_owned();
    }
    text.chars().take(150).chain(['…']).collect()
}
