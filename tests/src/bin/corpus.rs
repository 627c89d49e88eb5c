//! Prints the figures and the misses of a corpus: `corpus effects [PREFIX]`, `corpus verdicts [ID]`.

use std::io::Write as _;
use std::process::ExitCode;

use agentsfence_tests::{agentdojo, effects, messages, owner, verdicts};

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let corpus = arguments.next().unwrap_or_default();
    let only = arguments.next().unwrap_or_default();
    let report = match corpus.as_str() {
        "calls" => effects::run_own(&only)?,
        "effects" => effects::run(&only)?,
        "agentdojo" => agentdojo::run(&only)?,
        "messages" => messages::run(&only)?,
        "owner" => owner::run(&only)?,
        "verdicts" => verdicts::run(&only)?,
        _ => {
            writeln!(
                std::io::stderr(),
                "usage: corpus effects [CATEGORY or ID] | corpus calls [CATEGORY or ID] | corpus verdicts [ID] | corpus agentdojo [SUITE] | corpus messages [FILE] | corpus owner [FILE]"
            )?;
            return Ok(ExitCode::from(2));
        }
    };
    write!(std::io::stdout(), "{report}")?;
    Ok(ExitCode::SUCCESS)
}
