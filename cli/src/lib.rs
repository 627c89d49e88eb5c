//! The command's modules, apart from `main` so that tests and benches can use them.
//!
//! Commands live in [`command`], one file each; only [`ui`] prints.

pub mod args;
pub mod attack;
pub mod command;
pub mod doctor;
pub mod exit;
pub mod explain;
pub mod hermes;
pub mod install;
pub mod live;
pub mod problem;
pub mod replay;
pub mod report;
pub mod scene;
pub mod settings;
pub mod suggest;
pub mod time;
pub mod trail;
pub mod ui;
pub mod yaml;

use std::process::ExitCode;

/// Parses this process's arguments, runs the command and gives its exit code.
pub fn run() -> ExitCode {
    match args::parse() {
        Ok(cli) => {
            let ui = ui::Ui::new(&cli.global);
            let result = command::run(cli.command, &cli.global, &ui);
            ui.finish(result).into()
        }
        Err(refusal) => ui::report_usage(&refusal).into(),
    }
}
