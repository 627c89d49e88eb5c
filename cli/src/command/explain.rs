//! `agentsfence explain`: why is this call allowed, asked or blocked?

use std::path::PathBuf;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::{self, World};
use crate::explain::{Explained, past, render, stream};
use crate::hermes::Profiles;
use crate::replay::history::{self, History};
use crate::ui::Ui;
use agentsfence_core::explain::Answer;
use agentsfence_core::model::Verdict;
use serde_json::Value;

const EXAMPLES: &str = "\
Examples:
  agentsfence explain call.json
  agentsfence explain --tool terminal --arg command='git push --force' --intent 'Fix the tests'
  agentsfence explain --jsonl calls.jsonl --preset code_task --cwd ~/proj > decisions.jsonl
  agentsfence explain --audit 1042                     a line of the log
  agentsfence explain --session 20260131_090000 --call 7
  agentsfence explain call.json --exit-code; echo $?   # 0 ALLOW, 3 ASK_USER, 4 BLOCK
";

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// A file with one call as JSON; `-` is standard input.
    #[arg(value_name = "CALL.json", conflicts_with_all = ["jsonl", "tool", "audit", "session"])]
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
    /// The decision in this line of the profile's audit log.
    #[arg(long, value_name = "SEQ", conflicts_with_all = ["jsonl", "tool", "session"])]
    audit: Option<u64>,
    /// A call of this session of the host, decided with the messages and results before it.
    #[arg(long, value_name = "ID", requires = "number", conflicts_with_all = ["jsonl", "tool"])]
    session: Option<String>,
    /// Which call of that session, counted from 1.
    #[arg(long = "call", id = "number", value_name = "N", requires = "session")]
    number: Option<usize>,
    /// The session database [default: `state.db` of the profile].
    #[arg(long, value_name = "FILE", requires = "session")]
    db: Option<PathBuf>,
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
    if let Some(seq) = args.audit {
        let explained = past::of_log(&Profiles::select_one(global)?.1, seq)?;
        return Ok(show(args, Some(&seq.into()), &explained, global, ui));
    }
    if let (Some(session), Some(number)) = (&args.session, args.number) {
        let history = History::open(&history::file(args.db.as_deref(), global)?)?;
        let explained = past::of_session(&history, session, number, &engine, &defaults)?;
        return Ok(show(args, None, &explained, global, ui));
    }
    let request = source::request(
        args.call.as_deref(),
        args.tool.as_deref(),
        &args.args,
        &defaults,
    )?;
    let judged = engine.judge(&request);
    let explained = Explained {
        args: request.call.args,
        decision: judged.decision,
        notes: Vec::new(),
        bounds: judged.policy.in_words(),
    };
    Ok(show(args, request.id.as_ref(), &explained, global, ui))
}

fn show(args: &Args, id: Option<&Value>, explained: &Explained, global: &Global, ui: &Ui) -> Exit {
    ui.document(&Answer::new(id, &explained.decision));
    ui.data(&render::decision(explained, global.verbose > 0));
    if args.exit_code {
        of_verdict(explained.decision.verdict)
    } else {
        Exit::Fine
    }
}

const fn of_verdict(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Allow => Exit::Fine,
        Verdict::AskUser => Exit::Ask,
        Verdict::Block => Exit::Block,
    }
}
