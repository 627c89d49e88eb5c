//! `policy diff`: what the second of two policies takes away and adds.

use std::path::Path;

use agentsfence_core::policy::{Policy, Relation, compare, preset};
use agentsfence_core::target::path;
use serde_json::json;

use super::state;
use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::policy_file;
use crate::hermes::Profiles;
use crate::problem::Problem;
use crate::ui::Ui;

/// Arguments of `policy diff`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file with a policy as JSON, a preset's name, or `session:ID`.
    #[arg(value_name = "BEFORE")]
    before: String,
    /// The same, to compare with the first.
    #[arg(value_name = "AFTER")]
    after: String,
}

/// Compares them; differences are found (exit 1).
pub(super) fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let before = policy(&args.before, global)?;
    let after = policy(&args.after, global)?;
    let found = compare(&before, &after);
    let (word, exit) = match found.relation {
        Relation::Same => ("same", Exit::Fine),
        Relation::Narrower => ("narrower", Exit::Found),
        Relation::Wider => ("wider", Exit::Found),
        Relation::Mixed => ("mixed", Exit::Found),
    };
    match found.relation {
        Relation::Same => ui.good("both allow the same"),
        Relation::Narrower => ui.good("the second allows less and nothing more"),
        Relation::Wider => ui.warn("the second allows more and nothing less"),
        Relation::Mixed => ui.warn("the second allows more in some things and less in others"),
    }
    for line in &found.narrows {
        ui.data(&format!("- {line}"));
    }
    for line in &found.widens {
        ui.data(&format!("+ {line}"));
    }
    ui.document(&json!({
        "relation": word,
        "narrows": found.narrows,
        "widens": found.widens,
    }));
    Ok(exit)
}

fn policy(name: &str, global: &Global) -> anyhow::Result<Policy> {
    if let Some(session) = name.strip_prefix("session:") {
        return state::policy(&Profiles::select_one(global)?.1, session);
    }
    match name {
        "read_only" => return Ok(preset::read_only()),
        "full_trust" => return Ok(preset::full_trust()),
        "code_task" => {
            let here = std::env::current_dir().unwrap_or_default();
            return Ok(preset::code_task(&path::absolute(&here.to_string_lossy())));
        }
        _ => {}
    }
    let file = Path::new(name);
    if !file.exists() {
        return Err(Problem::new(format!("{name} does not exist"))
            .hint("give a file, `read_only`, `code_task`, `full_trust`, or `session:ID`")
            .into());
    }
    policy_file(file)
}
