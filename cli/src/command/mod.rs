//! The subcommands, one file each with its own arguments and one `run`. To add one: a file, its
//! `mod` line, a variant in [`Command`] and an arm in [`run`], all in alphabetical order.

pub mod audit;
pub mod change;
pub mod classify;
pub mod completions;
pub mod config;
pub mod demo;
pub mod disable;
pub mod doctor;
pub mod enable;
pub mod explain;
pub mod install;
pub mod policy;
pub mod profiles;
pub mod replay;
pub mod report;
pub mod setup;
pub mod status;
pub mod suggest;
pub mod test;
pub mod undo;
pub mod uninstall;

use clap::Subcommand;

use crate::args::Global;
use crate::exit::Exit;
use crate::ui::Ui;

/// What the command can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read, check, count and export the log of decisions.
    Audit(audit::Args),
    /// Show what a call does, without judging it.
    Classify(classify::Args),
    /// Print a completion script for your shell.
    Completions(completions::Args),
    /// Read and change the settings of a profile.
    Config(config::Args),
    /// See it decide, in a throw-away home.
    Demo(demo::Args),
    /// Take the plugin out of a profile's list; its files stay.
    Disable(disable::Args),
    /// Check that a profile is really protected.
    Doctor(doctor::Args),
    /// Put an installed plugin into a profile's list.
    Enable(enable::Args),
    /// Show why a call is allowed, asked or blocked. Nothing is executed, opened or connected to.
    Explain(explain::Args),
    /// Copy the plugin into profiles and enable it.
    Install(install::Args),
    /// Look at bounds, and try to get around them.
    Policy(policy::Args),
    /// List the profiles and whether each is protected.
    Profiles(profiles::Args),
    /// Decide every call that a profile ever made. Nothing is executed, nothing is written.
    Replay(replay::Args),
    /// Write one page about what was decided, to read in a browser.
    Report(report::Args),
    /// Protect profiles step by step.
    Setup(setup::Args),
    /// Show the chosen profiles at a glance.
    Status(status::Args),
    /// Suggest the narrowest rules that would have saved the most questions.
    Suggest(suggest::Args),
    /// Play scenes of attacks and of honest work; each must come out right.
    Test(test::Args),
    /// Take the last change back, byte for byte.
    Undo(undo::Args),
    /// Disable the plugin and remove it.
    Uninstall(uninstall::Args),
}

/// Runs one command.
pub fn run(command: Command, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    match command {
        Command::Audit(args) => audit::run(&args, global, ui),
        Command::Classify(args) => classify::run(&args, global, ui),
        Command::Completions(args) => completions::run(&args, ui),
        Command::Config(args) => config::run(args, global, ui),
        Command::Demo(args) => demo::run(&args, ui),
        Command::Disable(args) => disable::run(&args, global, ui),
        Command::Doctor(args) => doctor::run(&args, global, ui),
        Command::Enable(args) => enable::run(&args, global, ui),
        Command::Explain(args) => explain::run(&args, global, ui),
        Command::Install(args) => install::run(&args, global, ui),
        Command::Policy(args) => policy::run(&args, global, ui),
        Command::Profiles(args) => profiles::run(&args, global, ui),
        Command::Replay(args) => replay::run(&args, global, ui),
        Command::Report(args) => report::run(&args, global, ui),
        Command::Setup(args) => setup::run(&args, global, ui),
        Command::Status(args) => status::run(&args, global, ui),
        Command::Suggest(args) => suggest::run(&args, global, ui),
        Command::Test(args) => test::run(&args, ui),
        Command::Undo(args) => undo::run(&args, global, ui),
        Command::Uninstall(args) => uninstall::run(&args, global, ui),
    }
}
