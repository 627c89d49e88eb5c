//! `agentsfence replay`: decide every call that was ever made, from the host's own history.

use std::collections::HashMap;
use std::path::PathBuf;

use agentsfence_core::explain::{Authority, Defaults, Engine};
use agentsfence_core::model::Verdict;
use serde_json::Value;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::World;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::replay::history::History;
use crate::replay::play::{self, Replayed};
use crate::replay::summary::{Change, Summary, table};
use crate::replay::{Entry, Recording};
use crate::time;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence replay                       every session of this profile
  agentsfence replay -p work --since 7d
  agentsfence replay --policy strict.json  what would change under another policy?
  agentsfence replay --jsonl calls.jsonl --json
";

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Only this session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only sessions that began in the last days (7d) or hours (12h), or since a date (2026-01-31).
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// The session database [default: `state.db` of the profile].
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    db: Option<PathBuf>,
    /// One call a line instead of the host's history.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    #[command(flatten)]
    world: World,
}

/// Replays the history of the chosen profile.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let tried = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let progress = ui.progress("deciding earlier calls");
    let mut summary = Summary::default();
    for recording in recordings(args, global)? {
        replay(&recording?, &engine, &tried, &mut summary);
    }
    drop(progress);
    summary.finish();
    ui.document(&summary);
    show(&summary, ui);
    Ok(if summary.unreadable == 0 {
        Exit::Fine
    } else {
        Exit::Found
    })
}

type Recordings = Box<dyn Iterator<Item = anyhow::Result<Recording>>>;

fn recordings(args: &Args, global: &Global) -> anyhow::Result<Recordings> {
    if let Some(file) = &args.jsonl {
        return Ok(Box::new(std::iter::once(Ok(lines(file)?))));
    }
    let file = match &args.db {
        Some(file) => file.clone(),
        None => Profiles::select_one(global)?.1.home.join("state.db"),
    };
    let since = args.since.as_deref().map(time::since).transpose()?;
    let history = History::open(&file)?;
    let sessions = history.sessions(args.session.as_deref(), since)?;
    if let (Some(session), true) = (&args.session, sessions.is_empty()) {
        return Err(Problem::new(format!(
            "no session `{session}` with tool calls in {}",
            file.display()
        ))
        .into());
    }
    Ok(Box::new(
        sessions
            .into_iter()
            .map(move |session| history.recording(&session)),
    ))
}

/// A file of calls is one session without messages, unless its lines say otherwise.
fn lines(file: &std::path::Path) -> anyhow::Result<Recording> {
    let text = crate::explain::source::read_call(Some(file))?;
    let mut entries = Vec::new();
    for (index, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let mut call: Value = serde_json::from_str(line).map_err(|error| {
            Problem::new(format!(
                "{}:{}: not JSON: {error}",
                file.display(),
                index + 1
            ))
        })?;
        let result = call
            .as_object_mut()
            .and_then(|fields| fields.remove("result"));
        entries.push(Entry::Call {
            call,
            result: result.unwrap_or_default(),
            at: None,
        });
    }
    Ok(Recording {
        session: file.display().to_string(),
        entries,
        ..Recording::default()
    })
}

/// Counts a recording; when other bounds are tried, also what they change.
fn replay(recording: &Recording, engine: &Engine<'_>, tried: &Defaults, summary: &mut Summary) {
    let mut before: HashMap<usize, Verdict> = HashMap::new();
    let compares = !matches!(tried.authority, Authority::Fallback);
    if compares {
        let current = Defaults {
            authority: Authority::Fallback,
            ..tried.clone()
        };
        play::play(recording, engine, &current, |replayed| {
            before.insert(replayed.number, replayed.decision.verdict);
        });
    }
    let unreadable = play::play(recording, engine, tried, |replayed| {
        summary
            .changes
            .extend(change(&replayed, before.get(&replayed.number).copied()));
        summary.add(&replayed);
    });
    summary.unreadable += unreadable.len();
}

fn change(replayed: &Replayed<'_>, before: Option<Verdict>) -> Option<Change> {
    let before = before.filter(|before| *before != replayed.decision.verdict)?;
    Some(Change {
        session: replayed.session.to_owned(),
        call: replayed.number,
        tool: replayed.decision.tool.to_string(),
        before,
        after: replayed.decision.verdict,
        rule: replayed.decision.rule.to_string(),
    })
}

fn show(summary: &Summary, ui: &Ui) {
    let calls = summary.calls;
    ui.data(&format!(
        "{} calls: {} allowed, {} asked, {} blocked; {:.1} questions in a hundred calls",
        calls.all(),
        calls.allowed,
        calls.asked,
        calls.blocked,
        summary.asks_per_hundred
    ));
    if summary.unreadable > 0 {
        ui.warn(&format!("{} calls could not be read", summary.unreadable));
    }
    table(ui, "by tool", summary.tools.iter());
    table(ui, "by rule", summary.rules.iter());
    table(ui, "by session", summary.sessions.iter());
    if !summary.questions.is_empty() {
        ui.section("most frequent questions");
        for (question, count) in &summary.questions {
            ui.line(&format!("  {count:>6}  {question}"));
        }
    }
    if !summary.changes.is_empty() {
        ui.section("what changes");
        for change in &summary.changes {
            ui.line(&format!(
                "  {} call {}: {} {} -> {} ({})",
                change.session, change.call, change.tool, change.before, change.after, change.rule
            ));
        }
    }
}
