//! Scores verdicts: tool calls under three presets, the user's own rules, and scenarios.

use agentsfence_core::catalog::Catalog;
use agentsfence_core::explain::{Authority, Defaults, Engine, PresetName, Request};
use agentsfence_core::model::{Decision, Verdict};
use agentsfence_core::settings::Settings;
use serde_json::{Value, json};

use crate::cases::{self, ReportCase};
use crate::report::Report;

/// Calls where a milder verdict is a hole.
pub const SECURITY: &str = "security";
/// Calls where a stricter verdict is friction.
pub const USABILITY: &str = "usability";
/// Not required.
pub const ADVISORY: &str = "advisory";
/// Verdicts under the user's own words.
pub const USER_RULE: &str = "user rule";
/// Calls of scenarios.
pub const SCENARIO: &str = "scenario";
/// Accepted classes.
pub const RISK: &str = "risk";

/// Scores `public_reports.jsonl`; `only` restricts it to ids that start so.
pub fn run(only: &str) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let engine = Engine {
        catalog: Catalog::built_in(),
        settings: Settings::default(),
        now: 1_800_000_000,
    };
    for case in cases::read::<ReportCase>("public_reports.jsonl")? {
        if !case.id.starts_with(only) {
            continue;
        }
        match case.kind.as_str() {
            "tool_call" => tool_call(&engine, &case, &mut report)?,
            "scenario" if case.input.get("calls").is_some() => {
                scenario(&engine, &case, &mut report)?;
            }
            _ => {}
        }
    }
    Ok(report)
}

fn tool_call(engine: &Engine<'_>, case: &ReportCase, report: &mut Report) -> anyhow::Result<()> {
    let figure = match text(&case.expect, "fail_type") {
        "security" => SECURITY,
        "usability" => USABILITY,
        _ => ADVISORY,
    };
    for (name, preset) in PresetName::ALL {
        let decision = decide(engine, &case.input, Authority::Preset(preset))?;
        let accepted = verdicts(
            case.expect
                .get("verdict_ok")
                .and_then(|sets| sets.get(name)),
        );
        report.score(
            figure,
            accepted.contains(&decision.verdict),
            &case.id,
            || {
                format!(
                    "{name}: want {accepted:?} got {}",
                    shown(&decision, &case.input)
                )
            },
        );
        if preset == PresetName::FullTrust {
            let classes = case.expect.get("risk_ok").cloned().unwrap_or_default();
            let right = classes
                .as_array()
                .is_some_and(|all| all.contains(&json!(decision.risk)));
            report.score(RISK, right, &case.id, || {
                format!("want {classes} got {}", shown(&decision, &case.input))
            });
        }
    }
    if let Some(rule) = case.expect.get("user_rule") {
        let words = text(rule, "words").to_owned();
        let decision = decide(engine, &case.input, Authority::Intents(vec![words.clone()]))?;
        let wanted = verdicts(Some(&json!([text(rule, "verdict")])));
        report.score(
            USER_RULE,
            wanted.contains(&decision.verdict),
            &case.id,
            || {
                format!(
                    "{words:?}: want {wanted:?} got {}",
                    shown(&decision, &case.input)
                )
            },
        );
    }
    Ok(())
}

fn scenario(engine: &Engine<'_>, case: &ReportCase, report: &mut Report) -> anyhow::Result<()> {
    let messages = match case.input.get("turns").and_then(Value::as_array) {
        Some(turns) => turns.iter().map(|turn| message(turn).to_owned()).collect(),
        None => vec![text(&case.input, "request").to_owned()],
    };
    let calls = case
        .input
        .get("calls")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let labels = case
        .expect
        .get("calls")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    for (call, label) in calls.iter().zip(&labels) {
        let decision = decide(engine, call, Authority::Intents(messages.clone()))?;
        let accepted = verdicts(label.get("verdict_ok"));
        report.score(
            SCENARIO,
            accepted.contains(&decision.verdict),
            &case.id,
            || {
                format!(
                    "{messages:?}: want {accepted:?} got {}",
                    shown(&decision, call)
                )
            },
        );
    }
    Ok(())
}

fn message(turn: &Value) -> &str {
    turn.as_str().unwrap_or_else(|| {
        turn.as_object()
            .and_then(|fields| fields.values().find_map(Value::as_str))
            .unwrap_or_default()
    })
}

fn decide(engine: &Engine<'_>, input: &Value, authority: Authority) -> anyhow::Result<Decision> {
    let defaults = Defaults {
        authority,
        ..cases::defaults("u")
    };
    let request = Request::from_value(input.clone(), &defaults)?;
    Ok(engine.judge(&request).decision)
}

/// The accepted verdicts; the files write ASK for ASK_USER.
fn verdicts(value: Option<&Value>) -> Vec<Verdict> {
    let names = value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    names
        .filter_map(|name| match name {
            "ALLOW" => Some(Verdict::Allow),
            "ASK" | "ASK_USER" => Some(Verdict::AskUser),
            "BLOCK" => Some(Verdict::Block),
            _ => None,
        })
        .collect()
}

fn shown(decision: &Decision, input: &Value) -> String {
    let args = input.get("args").cloned().unwrap_or_default();
    format!(
        "{} by {} ({}): {} {args}",
        decision.verdict, decision.rule, decision.risk, decision.tool
    )
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
