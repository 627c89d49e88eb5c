//! `audit export`: events for other programs, one a line.
//!
//! OCSF: class 6003 "API Activity" of the category Application Activity, version 1.3.0.
//! OpenTelemetry: log records in the JSON encoding of OTLP, one request a line.

use agentsfence_core::audit::Entry;
use agentsfence_core::model::Verdict;
use serde_json::{Value, json};

use super::filter::Filter;
use crate::exit::Exit;
use crate::hermes::Profile;
use crate::ui::Ui;

/// Arguments of `audit export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// json (one event a line), csv, ocsf, or otel.
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = ["json", "csv", "ocsf", "otel"])]
    format: String,
    #[command(flatten)]
    filter: Filter,
}

/// The columns of the CSV.
const COLUMNS: &str = "seq,time,kind,session,tool,verdict,rule,risk,reason\r\n";

/// Writes the events on standard output, the oldest first.
pub(super) fn run(args: &Args, profile: &Profile, ui: &Ui) -> anyhow::Result<Exit> {
    if args.format == "csv" {
        ui.raw(COLUMNS);
    }
    super::for_each(profile, &args.filter, ui, |entry| {
        let line = match args.format.as_str() {
            "csv" => csv(&entry),
            "ocsf" => format!("{}\n", ocsf(&entry)),
            "otel" => format!("{}\n", otel(&entry)),
            _ => format!("{}\n", serde_json::to_string(&entry).unwrap_or_default()),
        };
        ui.raw(&line);
    })
}

fn csv(entry: &Entry) -> String {
    let event = &entry.event;
    let decision = event.decision.as_ref();
    let of = |text: Option<String>| text.unwrap_or_default();
    let fields = [
        entry.seq.to_string(),
        super::time(entry.at),
        event.kind.as_str().to_owned(),
        event.session.to_string(),
        of(decision.map(|decision| decision.tool.to_string())),
        of(decision.map(|decision| decision.verdict.to_string())),
        of(decision.map(|decision| decision.rule.to_string())),
        of(decision.map(|decision| decision.risk.to_string())),
        event.reason.clone(),
    ];
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    format!("{}\r\n", fields.join(","))
}

/// A CSV field (RFC 4180). A leading `=`, `+`, `-` or `@` would be a formula in a spreadsheet.
fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let safe = if formula {
        format!("'{field}")
    } else {
        field.to_owned()
    };
    if safe.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", safe.replace('"', "\"\""));
    }
    safe
}

fn ocsf(entry: &Entry) -> Value {
    let event = &entry.event;
    let decision = event.decision.as_ref();
    let (status_id, status, action_id) = match decision.map(|decision| decision.verdict) {
        Some(Verdict::Allow) | None => (1, "Success", 1),
        Some(Verdict::AskUser) => (99, "Asked", 99),
        Some(Verdict::Block) => (2, "Failure", 2),
    };
    json!({
        "class_uid": 6003, "class_name": "API Activity", "category_uid": 6, "activity_id": 99,
        "activity_name": event.kind.as_str(), "type_uid": 600_399, "time": entry.at,
        "severity_id": if status_id == 2 { 3 } else { 1 }, "status_id": status_id, "status": status,
        "action_id": action_id,
        "metadata": {"version": "1.3.0", "product": {"name": "AgentsFence", "vendor_name": "AgentsFence",
            "version": env!("CARGO_PKG_VERSION")}, "sequence": entry.seq},
        "actor": {"session": {"uid": event.session}, "process": {"pid": entry.pid}},
        "api": {"operation": decision.map(|decision| decision.tool.as_str())},
        "firewall_rule": decision.map(|decision| json!({"name": decision.rule})),
        "message": event.reason,
        "unmapped": {"risk": decision.map(|decision| decision.risk), "args": decision.map(|decision| &decision.args)},
    })
}

fn otel(entry: &Entry) -> Value {
    let event = &entry.event;
    let blocked = event
        .decision
        .as_ref()
        .is_some_and(|decision| decision.verdict == Verdict::Block);
    let (number, text) = if blocked { (13, "WARN") } else { (9, "INFO") };
    let mut attributes = vec![
        attribute(
            "agentsfence.seq",
            json!({"intValue": entry.seq.to_string()}),
        ),
        attribute("event.name", string(event.kind.as_str())),
        attribute("session.id", string(&event.session)),
    ];
    if let Some(decision) = &event.decision {
        attributes.push(attribute("gen_ai.tool.name", string(&decision.tool)));
        attributes.push(attribute(
            "agentsfence.verdict",
            string(decision.verdict.as_str()),
        ));
        attributes.push(attribute("agentsfence.rule", string(&decision.rule)));
        attributes.push(attribute(
            "agentsfence.risk",
            string(decision.risk.as_str()),
        ));
    }
    json!({"resourceLogs": [{
        "resource": {"attributes": [
            attribute("service.name", string("agentsfence")),
            attribute("service.version", string(env!("CARGO_PKG_VERSION"))),
            attribute("process.pid", json!({"intValue": entry.pid.to_string()})),
        ]},
        "scopeLogs": [{"scope": {"name": "agentsfence.audit"}, "logRecords": [{
            "timeUnixNano": (i128::from(entry.at) * 1_000_000).to_string(),
            "severityNumber": number, "severityText": text,
            "body": {"stringValue": event.reason}, "attributes": attributes,
        }]}],
    }]})
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "every caller makes the value for this call"
)]
fn attribute(key: &str, value: Value) -> Value {
    json!({"key": key, "value": value})
}

fn string(text: &str) -> Value {
    json!({"stringValue": text})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_can_neither_break_the_row_nor_become_a_formula() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
