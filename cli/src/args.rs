//! The command line: global flags, and one variant for each subcommand.

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser};

use crate::command::Command;

/// Examples come first: most people open help to copy a line.
const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

const EXAMPLES: &str = "\
Examples:
  agentsfence demo                     see it decide, in a throw-away home
  agentsfence install -p work          protect the profile `work`
  agentsfence doctor --all-profiles    does it really protect?
  agentsfence explain call.json        why is this call allowed, asked or blocked?
  agentsfence undo                     take back the last change
";

/// Bounds for AI agents: your words become a policy, and code decides every tool call against it.
#[derive(Debug, Parser)]
#[command(
    name = "agentsfence",
    version,
    before_help = EXAMPLES,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 fine, 1 found something, 2 wrong usage, bad input or not done."
)]
pub struct Cli {
    /// Flags that every command takes.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes, before or after its name.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// A Hermes profile; may be given several times [default: the one Hermes itself would use].
    #[arg(short, long = "profile", value_name = "NAME", global = true, action = ArgAction::Append)]
    pub profiles: Vec<String>,
    /// Every profile of this Hermes root.
    #[arg(long, global = true)]
    pub all_profiles: bool,
    /// One JSON document on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    /// No colours (also: the NO_COLOR variable).
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Say more, on standard error.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Only results, warnings and errors.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
}

/// Help, the version, or a usage error, with the flags that matter for printing it.
#[derive(Debug)]
pub struct UsageRefusal {
    /// What clap has to say.
    pub error: clap::Error,
    /// Whether `--json` is among the arguments.
    pub json: bool,
    /// Whether `--no-color` is among the arguments.
    pub no_color: bool,
}

/// The whole command, ready for parsing, help and completions.
pub fn command() -> clap::Command {
    Cli::command()
        .help_template(TEMPLATE)
        .mut_subcommands(|sub| {
            sub.help_template(TEMPLATE)
                .mut_subcommands(|inner| inner.help_template(TEMPLATE))
        })
}

/// Parses this process's arguments.
pub fn parse() -> Result<Cli, Box<UsageRefusal>> {
    parse_from(&std::env::args_os().collect::<Vec<_>>())
}

fn parse_from(arguments: &[OsString]) -> Result<Cli, Box<UsageRefusal>> {
    let given = |flag: &str| {
        arguments
            .iter()
            .take_while(|argument| *argument != "--")
            .any(|argument| argument == flag)
    };
    let refusal = |error| {
        Box::new(UsageRefusal {
            error,
            json: given("--json"),
            no_color: given("--no-color"),
        })
    };
    let matches = command()
        .try_get_matches_from(flags_after_the_command(arguments))
        .map_err(refusal)?;
    Cli::from_arg_matches(&matches).map_err(refusal)
}

/// Moves what stands before the subcommand's name behind it: clap keeps a global flag's values
/// from one of the two places only, and `-p a install -p b` means both.
fn flags_after_the_command(arguments: &[OsString]) -> Vec<OsString> {
    let mut arguments = arguments.iter();
    let mut moved: Vec<OsString> = arguments.next().cloned().into_iter().collect();
    let mut flags = Vec::new();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if !text.starts_with('-') || text == "--" {
            moved.push(argument.clone());
            break;
        }
        flags.push(argument.clone());
        if text == "-p" || text == "--profile" {
            flags.extend(arguments.next().cloned());
        }
    }
    moved.extend(flags);
    moved.extend(arguments.cloned());
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profiles(line: &str) -> Vec<String> {
        let arguments: Vec<_> = line.split(' ').map(Into::into).collect();
        parse_from(&arguments).unwrap().global.profiles
    }

    #[test]
    fn the_definition_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn profiles_may_stand_on_either_side_of_the_command() {
        assert_eq!(profiles("agentsfence -p a profiles"), ["a"]);
        assert_eq!(profiles("agentsfence profiles -p a -p b"), ["a", "b"]);
        assert_eq!(profiles("agentsfence -p a profiles -p b"), ["a", "b"]);
    }
}
