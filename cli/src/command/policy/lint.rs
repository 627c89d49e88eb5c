//! `policy lint`: standing rules that can never decide anything, or that contradict each other.

use std::path::PathBuf;

use agentsfence_core::settings::{self, Finding, FindingKind};
use serde_json::json;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::ui::Ui;

/// Arguments of `policy lint`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A settings file with rules [default: `config.toml` of the profile].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// A project's file on top of it; it may only tighten.
    #[arg(long, value_name = "FILE")]
    project: Option<PathBuf>,
}

/// Reads the rules, which runs their examples, and looks for what is odd about them.
pub(super) fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let file = match &args.file {
        Some(file) => file.clone(),
        None => Profiles::select_one(global)?
            .1
            .data()
            .join(settings::FILE_NAME),
    };
    for given in args.file.iter().chain(&args.project) {
        if !given.exists() {
            return Err(Problem::new(format!("{} does not exist", given.display())).into());
        }
    }
    let settings = settings::load(&file, args.project.as_deref()).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Problem::new(lines.join("\n")).hint("`agentsfence config edit` opens the file")
    })?;
    let now = jiff::Timestamp::now().as_second();
    let findings = settings::lint(&settings.standing, now);
    let rules = settings.standing.rules().len();
    ui.document(&json!({
        "file": file,
        "rules": rules,
        "findings": findings.iter().map(document).collect::<Vec<_>>(),
    }));
    for finding in &findings {
        ui.bad(&format!("{}: {}", finding.place, finding.message));
    }
    if findings.is_empty() {
        ui.good(&format!("{rules} rules, nothing odd"));
        return Ok(Exit::Fine);
    }
    Ok(Exit::Found)
}

fn document(finding: &Finding) -> serde_json::Value {
    let kind = match finding.kind {
        FindingKind::Dead => "dead",
        FindingKind::Shadowed => "shadowed",
        FindingKind::Contradiction => "contradiction",
    };
    json!({ "kind": kind, "rule": finding.rule, "place": finding.place, "message": finding.message })
}
