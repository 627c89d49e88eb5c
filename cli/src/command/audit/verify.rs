//! `audit verify`: does the chain hold, and does each line say what the engine decides?

use std::collections::BTreeMap;

use agentsfence_core::audit::{self, Entry, Verified};
use agentsfence_core::catalog;
use agentsfence_core::explain::{Missing, Recomputed, Recomputer, Source};
use serde_json::json;

use crate::exit::Exit;
use crate::explain::source::overlaid;
use crate::hermes::Profile;
use crate::problem::Problem;
use crate::ui::Ui;

/// How many lines that differ are listed for people.
const LISTED: usize = 20;

/// Arguments of `audit verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Also make each decision again from what its line holds, and compare the verdicts.
    #[arg(long)]
    reexec: bool,
}

/// Checks every file of the log.
pub(super) fn run(args: &Args, profile: &Profile, ui: &Ui) -> anyhow::Result<Exit> {
    let folder = profile.data();
    let progress = ui.progress("checking the log");
    let verified = audit::verify(&folder).map_err(|error| {
        Problem::new(format!(
            "the log in {} cannot be read: {error}",
            folder.display()
        ))
        .hint("run it as the user who owns that folder")
    })?;
    drop(progress);
    let again = args.reexec.then(|| again(profile, ui)).transpose()?;
    ui.document(&document(&verified, again.as_ref()));
    let chain = say_chain(&verified, ui);
    let decisions = again.map_or(Exit::Fine, |again| say_again(&again, ui));
    Ok(if chain == Exit::Fine {
        decisions
    } else {
        chain
    })
}

fn document(verified: &Verified, again: Option<&Again>) -> serde_json::Value {
    let mut document = json!({
        "lines": verified.lines, "files": verified.files, "truncated": verified.truncated,
        "broken": verified.broken.as_ref().map(|broken| json!({
            "file": broken.file, "line": broken.line, "fault": broken.fault.to_string(),
        })),
    });
    if let (Some(again), Some(entries)) = (again, document.as_object_mut()) {
        entries.insert("reexec".to_owned(), again.document());
    }
    document
}

fn say_chain(verified: &Verified, ui: &Ui) -> Exit {
    if let Some(broken) = &verified.broken {
        ui.bad(&format!(
            "{broken}; the {} lines before it hold",
            verified.lines
        ));
        ui.hint("keep the file as it is, and look at who could write it");
        return Exit::Found;
    }
    ui.data(&format!(
        "{} lines in {} files follow from each other",
        verified.lines, verified.files
    ));
    if verified.truncated {
        ui.warn("the last line has no end: it is being written, or the disk was full");
        ui.hint("the next line that the guard writes repairs it and says so");
        return Exit::Found;
    }
    Exit::Fine
}

/// What came of making the decisions again.
#[derive(Debug, Default)]
struct Again {
    same: BTreeMap<Source, usize>,
    beyond: BTreeMap<Missing, usize>,
    differing: Vec<serde_json::Value>,
    unreadable: usize,
}

fn again(profile: &Profile, ui: &Ui) -> anyhow::Result<Again> {
    let folder = profile.data();
    let catalog = overlaid(&folder.join(catalog::FOLDER))?;
    let mut recomputer = Recomputer::new(catalog);
    let mut again = Again::default();
    let progress = ui.progress("making the decisions again");
    for entry in audit::entries(&folder) {
        let Ok(entry) = entry else {
            again.unreadable += 1;
            continue;
        };
        match recomputer.take(&entry) {
            None => {}
            Some(Recomputed::Same(source)) => *again.same.entry(source).or_default() += 1,
            Some(Recomputed::Beyond(missing)) => *again.beyond.entry(missing).or_default() += 1,
            Some(Recomputed::Differs { verdict, rule }) => {
                again.differing.push(differing(&entry, verdict, &rule));
            }
        }
    }
    drop(progress);
    Ok(again)
}

fn differing(
    entry: &Entry,
    verdict: agentsfence_core::model::Verdict,
    rule: &str,
) -> serde_json::Value {
    let recorded = entry.event.decision.as_ref();
    json!({
        "seq": entry.seq,
        "tool": recorded.map(|decision| &decision.tool),
        "recorded": recorded.map(|decision| json!({"verdict": decision.verdict, "rule": decision.rule})),
        "decided": {"verdict": verdict, "rule": rule},
    })
}

impl Again {
    fn document(&self) -> serde_json::Value {
        let name = |value: &dyn std::fmt::Display| value.to_string();
        let same: BTreeMap<_, _> = self.same.iter().map(|(k, v)| (name(k), v)).collect();
        let beyond: BTreeMap<_, _> = self.beyond.iter().map(|(k, v)| (name(k), v)).collect();
        json!({
            "same": same, "beyond": beyond, "differing": self.differing,
            "unreadable": self.unreadable,
        })
    }
}

fn say_again(again: &Again, ui: &Ui) -> Exit {
    let same: usize = again.same.values().sum();
    let beyond: usize = again.beyond.values().sum();
    ui.data(&format!(
        "{same} decisions come out the same, {} differ, {beyond} cannot be made again",
        again.differing.len()
    ));
    for (source, count) in &again.same {
        ui.line(&format!("  {count:>7} the same {source}"));
    }
    for (missing, count) in &again.beyond {
        ui.line(&format!("  {count:>7} not made again: {missing}"));
    }
    for line in again.differing.iter().take(LISTED) {
        let said = |side: &str| {
            let of = |key: &str| {
                let found = line.get(side).and_then(|side| side.get(key));
                found.and_then(|value| value.as_str()).unwrap_or_default()
            };
            format!("{} by {}", of("verdict"), of("rule"))
        };
        ui.bad(&format!(
            "line {}: the log says {}, the engine {}",
            line["seq"],
            said("recorded"),
            said("decided")
        ));
    }
    if again.unreadable > 0 {
        ui.warn(&format!("{} lines could not be read", again.unreadable));
    }
    if again.differing.is_empty() {
        return Exit::Fine;
    }
    ui.hint("`agentsfence explain --audit SEQ` shows what the engine says to a line");
    Exit::Found
}
