//! `audit show`: events as a table or as JSON.

use std::collections::VecDeque;
use std::time::Duration;

use agentsfence_core::audit::Entry;
use owo_colors::OwoColorize;

use super::filter::Filter;
use crate::exit::Exit;
use crate::hermes::Profile;
use crate::ui::{COLUMNS, Ui};

/// How often a followed log is looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Arguments of `audit show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many events at the most; 0 for all.
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 50)]
    count: usize,
    /// Go on with new events until interrupted.
    #[arg(short, long)]
    follow: bool,
    #[command(flatten)]
    filter: Filter,
}

/// Shows the newest events.
pub(super) fn run(args: &Args, profile: &Profile, ui: &Ui) -> anyhow::Result<Exit> {
    let mut newest: VecDeque<Entry> = VecDeque::new();
    let exit = super::for_each(profile, &args.filter, ui, |entry| {
        if args.count > 0 && newest.len() == args.count {
            newest.pop_front();
        }
        newest.push_back(entry);
    })?;
    if !args.follow {
        ui.document(&newest);
        for entry in &newest {
            ui.data(&line(entry));
        }
        return Ok(exit);
    }
    for entry in &newest {
        follow_line(entry, ui);
    }
    let mut seen = newest.back().map_or(0, |entry| entry.seq);
    while !ui.closed() {
        std::thread::sleep(PAUSE);
        super::for_each(profile, &args.filter, ui, |entry| {
            if entry.seq > seen {
                seen = entry.seq;
                follow_line(&entry, ui);
            }
        })?;
    }
    Ok(exit)
}

/// A followed log has no end, so its JSON is one document a line.
fn follow_line(entry: &Entry, ui: &Ui) {
    if ui.json() {
        ui.raw(&format!(
            "{}\n",
            serde_json::to_string(entry).unwrap_or_default()
        ));
    } else {
        ui.data(&line(entry));
    }
}

/// One line a person can take in: what does not fit is cut, `explain --audit SEQ` shows it all.
fn line(entry: &Entry) -> String {
    let event = &entry.event;
    let time = super::time(entry.at);
    let begin = format!("{:>6} {time} {} ", entry.seq, event.session);
    let (what, rest) = match &event.decision {
        Some(decision) => (
            format!(
                "{:<8} {} ({})",
                decision.verdict, decision.tool, decision.rule
            ),
            serde_json::Value::Object(decision.args.clone()).to_string(),
        ),
        None => (event.kind.as_str().to_owned(), event.reason.clone()),
    };
    let used = begin.chars().count() + what.chars().count() + 1;
    let rest = cut(&rest, COLUMNS.saturating_sub(used));
    let text = format!("{}{} {rest}", begin.dimmed(), what.bold());
    text.trim_end().to_owned()
}

/// As much of the text as fits.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}
