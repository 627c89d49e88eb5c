//! `agentsfence policy`: look at bounds, and try to get around them.

mod attack;
mod compile;
mod diff;
mod lint;
mod show;
mod state;

use clap::Subcommand;

use crate::args::Global;
use crate::exit::Exit;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence policy compile 'Summarise my inbox. Do not send anything.'
  agentsfence policy show --session 20270101_101500_ab12
  agentsfence policy diff before.json after.json
  agentsfence policy attack call.json --intent 'Email the plan to ana@example.com'
  agentsfence policy lint
";

/// Arguments of `policy`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Change an allowed call as an attacker would, and show what still passes.
    Attack(attack::Args),
    /// Show what bounds a message sets, and which of its words set them.
    Compile(compile::Args),
    /// Compare two policies: what the second takes away and what it adds.
    Diff(diff::Args),
    /// Show the bounds of a session of the host, or which sessions there are.
    Show(show::Args),
    /// Find standing rules that never decide, or that contradict each other.
    Lint(lint::Args),
}

/// Runs one of them.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Attack(args) => attack::run(args, global, ui),
        Action::Compile(args) => compile::run(args, global, ui),
        Action::Diff(args) => diff::run(args, global, ui),
        Action::Show(args) => show::run(args, global, ui),
        Action::Lint(args) => lint::run(args, global, ui),
    }
}
