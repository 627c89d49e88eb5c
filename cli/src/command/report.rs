//! `agentsfence report`: one page about what was decided, to read in a browser.

use std::path::PathBuf;

use agentsfence_core::audit::EventKind;
use agentsfence_core::explain::{Defaults, Engine};
use agentsfence_core::model::Decision;
use agentsfence_core::policy::Policy;
use serde_json::{Map, Value};

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::{World, plain};
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::replay::earlier::{Earlier, Source};
use crate::replay::play;
use crate::replay::{Entry, Recording};
use crate::report::{DecisionLine, Report, html};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence report -o report.html
  agentsfence report --from audit --since 30d
  agentsfence report -p work -o - > report.html
";

/// Characters of a call that the page shows.
const ACTION: usize = 200;

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// The page; `-` is standard output.
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "agentsfence-report.html"
    )]
    output: PathBuf,
    #[command(flatten)]
    earlier: Earlier,
    #[command(flatten)]
    world: World,
}

/// Writes the page.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let report = match args.earlier.from {
        Source::Replay => replayed(args, global, ui)?,
        Source::Audit => logged(args, global, ui)?,
    };
    let page = html(&report);
    if args.output.as_os_str() == "-" {
        ui.raw(&page);
        return Ok(Exit::Fine);
    }
    std::fs::write(&args.output, page).map_err(|error| {
        Problem::new(format!(
            "cannot write {}: {}",
            args.output.display(),
            plain(&error)
        ))
        .hint("name another place with -o FILE; `-o -` is standard output")
    })?;
    ui.data(&format!(
        "{} calls of {} sessions: {}",
        report.calls.all(),
        report.sessions.len(),
        args.output.display()
    ));
    ui.document(&serde_json::json!({
        "file": args.output, "calls": report.calls, "sessions": report.sessions.len(),
    }));
    Ok(Exit::Fine)
}

/// What the guard would decide about the host's history.
fn replayed(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Report> {
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let history = args.earlier.history(global, ui)?;
    let sessions = history.sessions(None, args.earlier.since()?)?;
    let bar = ui.bar("deciding earlier calls", sessions.len());
    let mut report = Report::new(format!("replay of {}", history.name()));
    for session in &sessions {
        add(
            &history.recording(session)?,
            &engine,
            &defaults,
            &mut report,
        );
        bar.advance(1);
    }
    Ok(report)
}

fn add(recording: &Recording, engine: &Engine<'_>, defaults: &Defaults, report: &mut Report) {
    let id = &recording.session;
    let words = recording.entries.iter().filter_map(|entry| match entry {
        Entry::Message(text) if !recording.child => Some(text.clone()),
        _ => None,
    });
    report.session(id).words.extend(words);
    let mut policy = Vec::new();
    play::play(recording, engine, defaults, |replayed| {
        policy = replayed.policy.in_words();
        let line = line(replayed.at, replayed.decision, replayed.args);
        report.add(id, line);
    });
    report.session(id).policy = policy;
}

/// What the guard decided, as its log says.
fn logged(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Report> {
    let profile = Profiles::select_one(global)?.1;
    let mut report = Report::new(format!("audit log of {}", profile.home.display()));
    args.earlier.each_event(&profile, ui, |entry| {
        let event = &entry.event;
        if matches!(
            event.kind,
            EventKind::PolicyCompiled | EventKind::PolicyAmended
        ) {
            let content = event.more.get("content").cloned().unwrap_or_default();
            if let Ok(policy) = serde_json::from_value::<Policy>(content) {
                report.session(&event.session).policy = policy.in_words();
            }
        }
        if let Some(record) = &event.decision {
            let decision = record.decision(&event.reason);
            let line = line(Some(entry.at / 1000), &decision, &record.args);
            report.add(&event.session, line);
        }
    })?;
    Ok(report)
}

fn line(at: Option<i64>, decision: &Decision, args: &Map<String, Value>) -> DecisionLine {
    DecisionLine {
        at,
        verdict: decision.verdict,
        tool: decision.tool.to_string(),
        rule: decision.rule.to_string(),
        reason: decision.reason.clone(),
        action: serde_json::to_string(args)
            .unwrap_or_default()
            .chars()
            .take(ACTION)
            .collect(),
    }
}
