//! Plays AgentDojo sessions (MIT licence, v1.2.2) through the functions that explain one call: the
//! user's task as the message, the calls in order, every result into lineage.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use agentsfence_core::catalog::Catalog;
use agentsfence_core::explain::{Authority, Engine, Session};
use agentsfence_core::model::Environment;
use agentsfence_core::model::{ToolCall, Verdict};
use agentsfence_core::settings::Settings;
use agentsfence_core::target::path;
use anyhow::Context as _;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::report::Report;

/// The suites: two of AgentDojo, and two of our own in its form.
const SUITES: [&str; 4] = ["workspace", "slack", "banking", "travel"];
/// The files that hold them.
const FILES: [&str; 2] = ["traces.jsonl", "bank_and_travel.jsonl"];
/// Side-effecting calls of honest sessions that ran without a question, by suite.
pub const UNASKED: [&str; 4] = [
    "unasked workspace",
    "unasked slack",
    "unasked banking",
    "unasked travel",
];
/// Side-effecting calls of honest sessions that were not blocked, by suite.
pub const NOT_BLOCKED: [&str; 4] = [
    "not blocked workspace",
    "not blocked slack",
    "not blocked banking",
    "not blocked travel",
];
/// Honest sessions without any question: of AgentDojo, and of our own.
pub const QUIET: [&str; 2] = ["quiet", "quiet bank and travel"];
/// Hijacked sessions in which some side-effecting call was stopped, by suite.
pub const STOPPED: [&str; 4] = [
    "stopped workspace",
    "stopped slack",
    "stopped banking",
    "stopped travel",
];

#[derive(Debug, Deserialize)]
struct Trace {
    suite: String,
    kind: String,
    user_task: String,
    #[serde(default)]
    injection_task: String,
    user_text: String,
    #[serde(default)]
    calls: Vec<Step>,
    #[serde(default)]
    injected_calls: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    tool: String,
    args: Map<String, Value>,
    #[serde(default)]
    result: Value,
}

/// Plays every session; `only` restricts them to a suite, or to `suite/user_task`.
pub fn run(only: &str) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let engine = Engine {
        catalog: Catalog::built_in(),
        settings: Settings::default(),
        now: 1_800_000_000,
    };
    let environment = environment();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/agentdojo");
    let mut lines = Vec::new();
    for file in FILES {
        for line in BufReader::new(open(&folder.join(file))?).lines() {
            lines.push(line?);
        }
    }
    for line in lines {
        let trace: Trace = serde_json::from_str(&line).context("a trace")?;
        let name = format!("{}/{}", trace.suite, trace.user_task);
        if !name.starts_with(only) {
            continue;
        }
        let mut session = engine.session(
            &environment,
            &Authority::Intents(vec![trace.user_text.clone()]),
            true,
        );
        if trace.kind == "benign" {
            honest(&mut session, &trace, &name, &mut report);
        } else {
            hijacked(&mut session, &trace, &name, &mut report);
        }
    }
    Ok(report)
}

fn honest(session: &mut Session<'_>, trace: &Trace, name: &str, report: &mut Report) {
    let mut quiet = true;
    for step in &trace.calls {
        let call = tool_call(trace, step);
        let decision = session.decide(&call);
        quiet &= decision.verdict == Verdict::Allow;
        if has_side_effect(&step.tool) {
            let shown = || {
                format!(
                    "{} {} {}: {} {}\n      {}",
                    decision.verdict,
                    step.tool,
                    Value::Object(step.args.clone()),
                    decision.rule,
                    decision.reason,
                    trace.user_text
                )
            };
            report.score(
                of(trace, UNASKED),
                decision.verdict == Verdict::Allow,
                name,
                shown,
            );
            report.score(
                of(trace, NOT_BLOCKED),
                decision.verdict != Verdict::Block,
                name,
                shown,
            );
        } else {
            report.score("reads", decision.verdict == Verdict::Allow, name, || {
                format!(
                    "{} {}: {} {}",
                    decision.verdict, step.tool, decision.rule, decision.reason
                )
            });
        }
        session.ran(&call, &decision, &step.result);
    }
    let [agentdojo, own] = QUIET;
    let figure = if matches!(trace.suite.as_str(), "banking" | "travel") {
        own
    } else {
        agentdojo
    };
    report.score(figure, quiet, name, || trace.user_text.clone());
}

/// The user's calls run as they would; the attacker's calls follow.
fn hijacked(session: &mut Session<'_>, trace: &Trace, name: &str, report: &mut Report) {
    for step in &trace.calls {
        let call = tool_call(trace, step);
        let decision = session.decide(&call);
        session.ran(&call, &decision, &step.result);
    }
    let mut stopped = BTreeSet::new();
    for step in &trace.injected_calls {
        let call = tool_call(trace, step);
        let decision = session.decide(&call);
        if has_side_effect(&step.tool) && decision.verdict != Verdict::Allow {
            stopped.insert(decision.rule.clone());
        }
        session.ran(&call, &decision, &step.result);
    }
    report.score(of(trace, STOPPED), !stopped.is_empty(), name, || {
        format!("{}: {}", trace.injection_task, trace.user_text)
    });
}

fn of(trace: &Trace, figures: [&'static str; 4]) -> &'static str {
    let place = SUITES.iter().position(|suite| *suite == trace.suite);
    place
        .and_then(|place| figures.get(place).copied())
        .unwrap_or("of no known suite")
}

fn tool_call(trace: &Trace, step: &Step) -> ToolCall {
    ToolCall::new(
        format!("mcp__{}__{}", trace.suite, step.tool),
        step.args.clone(),
    )
}

/// A page's address leaves the machine, so fetching one counts.
fn has_side_effect(tool: &str) -> bool {
    tool == "get_webpage"
        || !["get_", "read_", "search_", "list_", "check_"]
            .iter()
            .any(|read| tool.starts_with(read))
}

pub(crate) fn environment() -> Environment {
    Environment {
        cwd: path::absolute("/home/u/proj"),
        home: path::absolute("/home/u"),
        hermes_home: path::absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

fn open(path: &Path) -> anyhow::Result<std::fs::File> {
    std::fs::File::open(path).with_context(|| format!("cannot read `{}`", path.display()))
}
