//! `agentsfence explain`: why is this call allowed, asked or blocked?

use std::path::PathBuf;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::{self, World};
use crate::explain::{render, stream};
use crate::problem::Problem;
use crate::ui::Ui;
use agentsfence_core::explain::{Answer, Request};
use agentsfence_core::model::Verdict;

const EXAMPLES: &str = "\
Examples:
  agentsfence explain call.json
  agentsfence explain --tool terminal --arg command='git push --force' --intent 'Fix the tests'
  agentsfence explain --jsonl calls.jsonl --preset code_task --cwd ~/proj > decisions.jsonl
  agentsfence explain call.json --exit-code; echo $?   # 0 ALLOW, 3 ASK_USER, 4 BLOCK
";

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// A file with one call as JSON; `-` is standard input.
    #[arg(value_name = "CALL.json", conflicts_with_all = ["jsonl", "tool"])]
    call: Option<PathBuf>,
    /// One call a line in, one decision a line out; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "tool")]
    jsonl: Option<PathBuf>,
    /// A call from flags: the tool's name.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// An argument of that call: KEY=TEXT, or KEY:=JSON.
    #[arg(long = "arg", value_name = "KEY=VALUE", requires = "tool")]
    args: Vec<String>,
    /// Exit with 0 for ALLOW, 3 for ASK_USER, 4 for BLOCK.
    #[arg(long, conflicts_with = "jsonl")]
    exit_code: bool,
    #[command(flatten)]
    world: World,
}

/// Explains one call or a stream of them.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let defaults = args.world.defaults()?;
    let engine = args.world.engine(global)?;
    if let Some(file) = &args.jsonl {
        return stream::run(file, &engine, &defaults, ui);
    }
    let request = request(args, &defaults)?;
    let judged = engine.judge(&request);
    ui.document(&Answer::new(request.id.as_ref(), &judged.decision));
    ui.data(&render::decision(&request, &judged, global.verbose > 0));
    Ok(if args.exit_code {
        of_verdict(judged.decision.verdict)
    } else {
        Exit::Fine
    })
}

fn request(args: &Args, defaults: &agentsfence_core::explain::Defaults) -> anyhow::Result<Request> {
    let unreadable = |error: agentsfence_core::explain::ReadError| {
        Problem::new(error.to_string())
            .hint("a call looks like {\"tool\": \"terminal\", \"args\": {\"command\": \"ls\"}}")
    };
    if let Some(tool) = &args.tool {
        let call = source::call_of_flags(tool, &args.args)?;
        return Ok(Request::from_value(call, defaults).map_err(unreadable)?);
    }
    let text = source::read_call(args.call.as_deref())?;
    Ok(Request::from_json(&text, defaults).map_err(unreadable)?)
}

const fn of_verdict(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Allow => Exit::Fine,
        Verdict::AskUser => Exit::Ask,
        Verdict::Block => Exit::Block,
    }
}
