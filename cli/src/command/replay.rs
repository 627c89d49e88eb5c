//! `agentsfence replay`: decide every call that was ever made, from the host's own history.

use std::collections::HashMap;
use std::path::PathBuf;

use agentsfence_core::explain::{Authority, Defaults, Engine};
use agentsfence_core::model::Verdict;
use serde_json::Value;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::World;
use crate::problem::Problem;
use crate::replay::history::{self, History};
use crate::replay::play::{self, Replayed};
use crate::replay::summary::{Change, Summary, table};
use crate::replay::{Entry, Recording};
use crate::time;
use crate::ui::{Ui, wrapped};

const EXAMPLES: &str = "\
Examples:
  agentsfence replay                       every session of this profile
  agentsfence replay -p work --since 7d
  agentsfence replay --config strict.toml  what would change under other settings?
  agentsfence replay --policy strict.json  and under another policy?
  agentsfence replay --jsonl calls.jsonl --json
";

/// How many changed verdicts are listed for people.
const CHANGES: usize = 50;

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
    let tried = Bounds {
        engine: args.world.engine(global)?,
        defaults: args.world.defaults()?,
    };
    let current = if args.world.tries_others() {
        Some(tried.current(global)?)
    } else {
        None
    };
    let (count, recordings) = recordings(args, global, ui)?;
    let bar = ui.bar("deciding earlier calls", count);
    let mut summary = Summary::default();
    for recording in recordings {
        replay(&recording?, &tried, current.as_ref(), &mut summary);
        bar.advance(1);
    }
    drop(bar);
    summary.finish();
    ui.document(&summary);
    show(&summary, args.world.tries_others(), ui);
    Ok(if summary.unreadable == 0 {
        Exit::Fine
    } else {
        Exit::Found
    })
}

/// What calls are decided under.
struct Bounds {
    engine: Engine<'static>,
    defaults: Defaults,
}

impl Bounds {
    /// The bounds of the profile: its settings, and the recorded words.
    fn current(&self, global: &Global) -> anyhow::Result<Self> {
        Ok(Self {
            engine: World::current_engine(global)?,
            defaults: Defaults {
                authority: Authority::Fallback,
                ..self.defaults.clone()
            },
        })
    }
}

type Recordings = Box<dyn Iterator<Item = anyhow::Result<Recording>>>;

/// How many sessions there are, and each of them.
fn recordings(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<(usize, Recordings)> {
    if let Some(file) = &args.jsonl {
        return Ok((1, Box::new(std::iter::once(Ok(lines(file)?)))));
    }
    let since = args.since.as_deref().map(time::since).transpose()?;
    let history = History::open(&history::file(args.db.as_deref(), global)?)?;
    history.warn_if_newer(ui);
    let sessions = history.sessions(args.session.as_deref(), since)?;
    if let (Some(session), true) = (&args.session, sessions.is_empty()) {
        return Err(history.no_session(session).into());
    }
    let count = sessions.len();
    let each = sessions
        .into_iter()
        .map(move |session| history.recording(&session));
    Ok((count, Box::new(each)))
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
            .hint("each line is one call, as `agentsfence explain --jsonl` reads them")
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
fn replay(recording: &Recording, tried: &Bounds, current: Option<&Bounds>, summary: &mut Summary) {
    let mut before: HashMap<usize, Verdict> = HashMap::new();
    if let Some(current) = current {
        play::play(recording, &current.engine, &current.defaults, |replayed| {
            before.insert(replayed.number, replayed.decision.verdict);
        });
    }
    let unreadable = play::play(recording, &tried.engine, &tried.defaults, |replayed| {
        if let Some(change) = change(&replayed, before.get(&replayed.number).copied()) {
            summary.newly.add(change.after);
            summary.changes.push(change);
        }
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

fn show(summary: &Summary, compares: bool, ui: &Ui) {
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
        ui.hint("they name no tool, or are no JSON; the host did not run them either");
    }
    table(ui, "by tool", summary.tools.iter());
    table(ui, "by rule", summary.rules.iter());
    table(ui, "by session", summary.sessions.iter());
    if !summary.questions.is_empty() {
        ui.section("most frequent questions");
        for (question, count) in &summary.questions {
            ui.line(&wrapped(&format!("  {count:>6}  {question}"), "          "));
        }
    }
    if compares {
        show_changes(summary, ui);
    }
}

/// What differs from the current settings, counted and listed.
fn show_changes(summary: &Summary, ui: &Ui) {
    let newly = summary.newly;
    ui.section("against the current settings");
    ui.data(&format!(
        "  newly blocked {}, newly asked {}, newly allowed {}",
        newly.blocked, newly.asked, newly.allowed
    ));
    for change in summary.changes.iter().take(CHANGES) {
        ui.line(&format!(
            "  {} call {}: {} {} -> {} ({})",
            change.session, change.call, change.tool, change.before, change.after, change.rule
        ));
    }
    let more = summary.changes.len().saturating_sub(CHANGES);
    if more > 0 {
        ui.line(&format!("  and {more} more; --json lists all"));
    }
}
