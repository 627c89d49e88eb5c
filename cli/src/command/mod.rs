//! The subcommands, one file each with its own arguments and one `run`. To add one: a file, its
//! `mod` line, a variant in [`Command`] and an arm in [`run`], all in alphabetical order.

pub mod completions;
pub mod doctor;
pub mod profiles;

use clap::Subcommand;

use crate::args::Global;
use crate::exit::Exit;
use crate::ui::Ui;

/// What the command can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print a completion script for your shell.
    Completions(completions::Args),
    /// Check that a profile is really protected.
    Doctor(doctor::Args),
    /// List the profiles and whether each is protected.
    Profiles(profiles::Args),
}

/// Runs one command.
pub fn run(command: Command, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    match command {
        Command::Completions(args) => completions::run(&args, ui),
        Command::Doctor(args) => doctor::run(&args, global, ui),
        Command::Profiles(args) => profiles::run(&args, global, ui),
    }
}
