//! `agentsfence classify`: what a call does, without judging it.

use std::path::PathBuf;

use agentsfence_core::effects::effects;
use agentsfence_core::explain::AnswerEffect;
use agentsfence_core::model::RiskClass;
use serde_json::json;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::render;
use crate::explain::source::{self, World};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence classify call.json
  agentsfence classify --tool terminal --arg command='tar xf a.tgz && rm a.tgz'
";

/// Arguments of `classify`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
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

/// Shows the effects of one call.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let defaults = args.world.defaults()?;
    let request = source::request(
        args.call.as_deref(),
        args.tool.as_deref(),
        &args.args,
        &defaults,
    )?;
    let catalog = args.world.engine(global)?.catalog;
    let found = effects(&request.call, &request.environment, catalog);
    let risk = found
        .iter()
        .map(|effect| effect.risk)
        .max()
        .unwrap_or(RiskClass::Unknown);
    let views: Vec<_> = found.iter().map(AnswerEffect::new).collect();
    ui.document(
        &json!({"id": request.id, "tool": request.call.tool, "risk": risk, "effects": views}),
    );
    ui.data(&render::classification(&request.call.tool, &found));
    Ok(Exit::Fine)
}
