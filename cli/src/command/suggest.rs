//! `agentsfence suggest`: the narrowest rules that would have saved the most questions.

use std::path::Path;

use agentsfence_core::audit::Entry;
use agentsfence_core::settings::{self, SourceText};
use serde_json::Value;

use super::config;
use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::World;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::replay::earlier::{Earlier, Source};
use crate::replay::play;
use crate::suggest::{Suggester, Suggestion};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence suggest
  agentsfence suggest -p work --since 30d
  agentsfence suggest --from audit     from the questions that were really asked
  agentsfence suggest --apply          write them to the settings, with their examples
";

/// How long a suggested rule holds.
const DAYS: i64 = 90;

/// Arguments of `suggest`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// How many rules at the most.
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 5)]
    count: usize,
    /// Append the rules to the settings of the profile.
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    earlier: Earlier,
    #[command(flatten)]
    world: World,
}

/// Suggests rules from the history of the chosen profile.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let profile = Profiles::select_one(global)?.1;
    let mut suggester = Suggester::default();
    match args.earlier.from {
        Source::Replay => replayed(args, global, ui, &mut suggester)?,
        Source::Audit => args.earlier.each_event(&profile, ui, |entry| {
            logged(entry, &mut suggester);
        })?,
    }
    let expires = jiff::Zoned::now()
        .saturating_add(jiff::Span::new().days(DAYS))
        .strftime("%Y-%m-%d")
        .to_string();
    let suggestions = suggester.suggestions(&expires, args.count);
    if !args.apply || suggestions.is_empty() {
        ui.document(&serde_json::json!({ "suggestions": suggestions }));
    }
    if suggestions.is_empty() {
        ui.data("no question came up often enough in the same form");
        return Ok(Exit::Fine);
    }
    for suggestion in &suggestions {
        ui.section(&format!(
            "{} ({} questions)",
            suggestion.words(),
            suggestion.count()
        ));
        ui.data(suggestion.toml().trim_end());
    }
    if !args.apply {
        ui.hint("--apply writes them to the settings, `agentsfence undo` takes them back");
        return Ok(Exit::Fine);
    }
    config::change(global, ui, "suggest --apply", |file, text| {
        appended(file, text, &suggestions).map(Some)
    })
}

/// Looks at every call of the host's history.
fn replayed(
    args: &Args,
    global: &Global,
    ui: &Ui,
    suggester: &mut Suggester,
) -> anyhow::Result<()> {
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let history = args.earlier.history(global, ui)?;
    let sessions = history.sessions(None, args.earlier.since()?)?;
    let bar = ui.bar("looking at earlier questions", sessions.len());
    for session in &sessions {
        let recording = history.recording(session)?;
        play::play(&recording, &engine, &defaults, |replayed| {
            suggester.add(replayed.decision, replayed.args);
        });
        bar.advance(1);
    }
    Ok(())
}

/// Looks at one line of the log. Content that is not kept is left empty in the rule's example.
fn logged(entry: &Entry, suggester: &mut Suggester) {
    let Some(record) = &entry.event.decision else {
        return;
    };
    let mut args = record.args.clone();
    let not_kept = record.basis.iter().flat_map(|basis| &basis.not_kept.args);
    for name in not_kept {
        if args.get(name).is_some_and(Value::is_object) {
            args.insert(name.clone(), Value::from(""));
        }
    }
    suggester.add(&record.decision(&entry.event.reason), &args);
}

/// The settings with the rules that they do not have yet. An error when the result would not be
/// valid.
fn appended(file: &Path, old: &str, suggestions: &[Suggestion]) -> anyhow::Result<String> {
    let mut new = old.to_owned();
    for suggestion in suggestions
        .iter()
        .filter(|suggestion| !old.contains(&format!("\"{}\"", suggestion.id())))
    {
        if !new.is_empty() && !new.ends_with("\n\n") {
            new.push_str(if new.ends_with('\n') { "\n" } else { "\n\n" });
        }
        new.push_str(suggestion.toml());
    }
    if let Err(faults) = settings::read(&SourceText::new(file, new.as_str()), None) {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(
            Problem::new(format!("nothing was written: {}", lines.join("; ")))
                .hint("`agentsfence config validate` checks the settings as they are")
                .into(),
        );
    }
    Ok(new)
}
