//! `agentsfence report`: one page about what was decided, to read in a browser.

use std::path::PathBuf;

use agentsfence_core::explain::{Defaults, Engine};

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::{World, plain};
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::replay::history::History;
use crate::replay::play;
use crate::replay::{Entry, Recording};
use crate::report::{DecisionLine, Report, html};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence report -o report.html
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
    /// The session database [default: `state.db` of the profile].
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    world: World,
}

/// Writes the page.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let file = match &args.db {
        Some(file) => file.clone(),
        None => Profiles::select_one(global)?.1.home.join("state.db"),
    };
    let history = History::open(&file)?;
    let progress = ui.progress("deciding earlier calls");
    let mut report = Report::new(format!("replay of {}", file.display()));
    for session in history.sessions(None, None)? {
        add(
            &history.recording(&session)?,
            &engine,
            &defaults,
            &mut report,
        );
    }
    drop(progress);
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

fn add(recording: &Recording, engine: &Engine<'_>, defaults: &Defaults, report: &mut Report) {
    let words = recording.entries.iter().filter_map(|entry| match entry {
        Entry::Message(text) if !recording.child => Some(text.clone()),
        _ => None,
    });
    report.begin(&recording.session, words.collect());
    play::play(recording, engine, defaults, |replayed| {
        report.add(DecisionLine {
            at: replayed.at,
            verdict: replayed.decision.verdict,
            tool: replayed.decision.tool.to_string(),
            rule: replayed.decision.rule.to_string(),
            reason: replayed.decision.reason.clone(),
            action: serde_json::Value::Object(replayed.args)
                .to_string()
                .chars()
                .take(ACTION)
                .collect(),
        });
    });
}
