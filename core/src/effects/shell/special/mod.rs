//! Programs whose arguments data alone cannot describe, one a file, by the name that the data
//! gives (`special: find`).

pub(super) mod awk;
mod compress;
mod connect;
mod curl;
mod dd;
mod find;
mod git;
mod patch;
mod redis;
mod request;
mod script;
pub(super) mod sed;
pub(super) mod shell;
mod sqlite;
mod tar;
mod transfer;
mod unpack;
mod wget;
mod xargs;

use super::dispatch::Call;
use super::run;
use super::state::State;
use super::value::Stream;
use super::walk::Walker;

/// Runs the named code.
pub(super) fn run(
    name: &str,
    walker: &mut Walker<'_>,
    call: Call<'_>,
    state: &mut State,
) -> Stream {
    match name {
        "compress" => compress::run(walker, &call, state),
        "connect" => connect::run(walker, &call, state),
        "curl" => curl::run(walker, &call, state),
        "dd" => dd::run(walker, &call, state),
        "env" => shell::env(walker, call, state),
        "httpie" => wget::httpie(walker, &call, state),
        "find" => find::run(walker, &call, state),
        "git" => git::run(walker, &call, state),
        "patch" => patch::run(walker, &call, state),
        "redis" => redis::run(walker, &call, state),
        "script" => script::run(walker, &call, state),
        "sed" => sed::run(walker, &call, state),
        "shell" => shell::run(walker, &call, state),
        "sqlite" => sqlite::run(walker, &call, state),
        "tar" => tar::run(walker, call, state),
        "transfer" => transfer::run(walker, &call, state),
        "unpack" => unpack::run(walker, &call, state),
        "wget" => wget::run(walker, &call, state),
        "xargs" => xargs::run(walker, &call, state),
        "parallel" => xargs::parallel(walker, &call, state),
        // A test refuses data that names something else; the data alone is read then.
        _ => run::run(walker, &call, state),
    }
}

/// The names that data may use.
#[cfg(test)]
pub(super) const NAMES: [&str; 20] = [
    "compress", "connect", "curl", "dd", "env", "find", "git", "httpie", "parallel", "patch",
    "redis", "script", "sed", "shell", "sqlite", "tar", "transfer", "unpack", "wget", "xargs",
];

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::catalog::program::{Command, Programs};

    fn check(command: &Command) {
        if let Some(special) = &command.special {
            assert!(
                NAMES.contains(&special.as_str()),
                "no code for `special: {special}`"
            );
        }
        command.subcommands.values().for_each(|inner| check(inner));
    }

    #[test]
    fn data_names_only_code_that_exists() {
        let programs = Programs::built_in();
        programs
            .names()
            .filter_map(|name| programs.get(name))
            .for_each(check);
        assert!(programs.len() > 300, "{} programs", programs.len());
    }
}
