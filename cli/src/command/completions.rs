//! `agentsfence completions`: scripts generated from the command line's own definition.

use clap::ValueEnum;
use clap_complete::{Shell, generate};

use crate::args;
use crate::exit::Exit;
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  source <(agentsfence completions bash)
  agentsfence completions zsh > ~/.zfunc/_agentsfence
  agentsfence completions fish > ~/.config/fish/completions/agentsfence.fish
";

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<Exit> {
    ui.raw(&script(args.shell));
    Ok(Exit::Fine)
}

/// Every shell's script with the name of the file that shells look for.
pub fn all() -> Vec<(String, String)> {
    Shell::value_variants()
        .iter()
        .map(|shell| {
            let name = clap_complete::Generator::file_name(shell, "agentsfence");
            (name, script(*shell))
        })
        .collect()
}

fn script(shell: Shell) -> String {
    let mut bytes = Vec::new();
    generate(shell, &mut args::command(), "agentsfence", &mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if shell == Shell::Zsh {
        guard_zsh(&text)
    } else {
        text
    }
}

/// Loaded by `eval` before `compinit`, `compdef` does not exist yet: then there is nothing to
/// register with, and an error at every start of the shell would help nobody.
fn guard_zsh(text: &str) -> String {
    text.replace(
        "    compdef _agentsfence agentsfence\n",
        "    (( $+functions[compdef] )) && compdef _agentsfence agentsfence\n    true\n",
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// `UPDATE_COMPLETIONS=1 cargo test -p agentsfence completions` writes the files.
    #[test]
    fn the_scripts_in_the_repository_are_current() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../completions");
        for (name, script) in all() {
            let file = folder.join(&name);
            if std::env::var_os("UPDATE_COMPLETIONS").is_some() {
                fs_err::create_dir_all(&folder).unwrap();
                fs_err::write(&file, &script).unwrap();
            }
            let kept = fs_err::read_to_string(&file).unwrap_or_default();
            assert!(kept == script, "completions/{name} is out of date");
        }
    }

    #[test]
    fn zsh_registers_only_where_it_can() {
        let text = script(Shell::Zsh);
        assert!(text.contains("$+functions[compdef]"));
        assert!(text.starts_with("#compdef agentsfence"));
    }
}
