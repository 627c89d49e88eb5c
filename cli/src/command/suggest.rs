//! `agentsfence suggest`: the narrowest rules that would have saved the most questions.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use agentsfence_core::settings::{self, SourceText};

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::World;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::replay::history::History;
use crate::replay::play;
use crate::suggest::{Suggester, Suggestion};
use crate::time;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence suggest
  agentsfence suggest -p work --since 30d
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
    /// Only sessions since then: 7d, 12h or a date (2026-01-31).
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// The session database [default: `state.db` of the profile].
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Append the rules to the settings of the profile.
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    world: World,
}

/// Suggests rules from the history of the chosen profile.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let profile = Profiles::select_one(global)?.1;
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let history = History::open(
        &args
            .db
            .clone()
            .unwrap_or_else(|| profile.home.join("state.db")),
    )?;
    let since = args.since.as_deref().map(time::since).transpose()?;
    let progress = ui.progress("looking at earlier questions");
    let mut suggester = Suggester::default();
    for session in history.sessions(None, since)? {
        let recording = history.recording(&session)?;
        play::play(&recording, &engine, &defaults, |replayed| {
            suggester.add(&replayed.decision, &replayed.args);
        });
    }
    drop(progress);
    let expires = jiff::Zoned::now()
        .saturating_add(jiff::Span::new().days(DAYS))
        .strftime("%Y-%m-%d")
        .to_string();
    let suggestions = suggester.suggestions(&expires, args.count);
    ui.document(&serde_json::json!({ "suggestions": suggestions, "applied": args.apply }));
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
    if args.apply {
        let file = profile.data().join(settings::FILE_NAME);
        let added = apply(&file, &suggestions)?;
        ui.data(&format!("\n{added} rules added to {}", file.display()));
    } else {
        ui.hint("--apply writes them to the settings");
    }
    Ok(Exit::Fine)
}

/// Appends the rules that the file does not have yet. The file stays as it is when the result
/// would not be valid settings.
fn apply(file: &Path, suggestions: &[Suggestion]) -> anyhow::Result<usize> {
    let old = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(Problem::new(format!("cannot read {}: {error}", file.display())).into());
        }
    };
    let mut new = old.clone();
    let mut added = 0;
    for suggestion in suggestions
        .iter()
        .filter(|suggestion| !old.contains(&format!("\"{}\"", suggestion.id())))
    {
        if !new.is_empty() && !new.ends_with("\n\n") {
            new.push_str(if new.ends_with('\n') { "\n" } else { "\n\n" });
        }
        new.push_str(suggestion.toml());
        added += 1;
    }
    if let Err(faults) = settings::read(&SourceText::new(file, new.as_str()), None) {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(Problem::new(format!("nothing was written: {}", lines.join("; "))).into());
    }
    write(file, &new)?;
    Ok(added)
}

/// Replaces the file by a rename, readable by its owner only (as temporary files are made).
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    if !folder.exists() {
        use std::os::unix::fs::DirBuilderExt as _;
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
    }
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().sync_all()?;
    temporary.persist(file)?;
    Ok(())
}
