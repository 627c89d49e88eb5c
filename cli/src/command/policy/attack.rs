//! `policy attack`: mutants of an allowed call, and which of them still pass.

use std::path::PathBuf;

use agentsfence_core::model::Verdict;
use serde_json::json;

use crate::args::Global;
use crate::attack::{self, Change};
use crate::exit::Exit;
use crate::explain::source::{self, World};
use crate::problem::Problem;
use crate::ui::Ui;

/// Arguments of `policy attack`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file with one call as JSON; `-` is standard input.
    #[arg(value_name = "CALL.json", conflicts_with = "tool")]
    call: Option<PathBuf>,
    /// A call from flags: the tool's name.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// An argument of that call: KEY=TEXT, or KEY:=JSON.
    #[arg(long = "arg", value_name = "KEY=VALUE", requires = "tool")]
    args: Vec<String>,
    #[command(flatten)]
    world: World,
}

/// Tries every mutant; finds something when another action runs unasked.
pub(super) fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    let request = source::request(
        args.call.as_deref(),
        args.tool.as_deref(),
        &args.args,
        &defaults,
    )?;
    let decision = engine.judge(&request).decision;
    if decision.verdict != Verdict::Allow {
        return Err(Problem::new(format!(
            "the call itself is not allowed: {}: {}",
            decision.verdict, decision.reason
        ))
        .hint("give the words that allow it with --intent, or a --preset")
        .into());
    }
    let tried = attack::try_all(&request, &decision, &engine, &request.authority);
    let holes = tried.iter().filter(|tried| tried.is_a_hole()).count();
    ui.document(&json!({ "mutants": tried, "passing": holes }));
    for tried in &tried {
        let line = format!(
            "{:<8} {} ({})",
            tried.verdict, tried.mutant.name, tried.rule
        );
        match (tried.is_a_hole(), tried.mutant.change) {
            (true, _) => ui.bad(&line),
            (false, Change::OtherSpelling) => ui.line(&format!("    {line}, the same action")),
            (false, Change::OtherAction) => ui.good(&line),
        }
    }
    ui.data(&format!(
        "{holes} of {} mutants run unasked although they do something else",
        tried.len()
    ));
    Ok(if holes == 0 { Exit::Fine } else { Exit::Found })
}
