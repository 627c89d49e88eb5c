//! From the word that names a program to what is known about it.

use crate::catalog::program::{Command, Programs};
use crate::model::Environment;

use super::value::Field;

/// Folders of the system: a program there is the one of that name.
const SYSTEM_FOLDERS: [&str; 12] = [
    "/bin",
    "/usr/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/snap/bin",
    "/usr/games",
    "/usr/libexec",
    "/usr/lib/git-core",
];

/// Folders below a home or project in which installers put the programs that the user chose.
const USER_FOLDERS: [&str; 14] = [
    ".cargo/bin",
    ".local/bin",
    "bin",
    "go/bin",
    ".bun/bin",
    ".deno/bin",
    ".npm-global/bin",
    ".pyenv/bin",
    ".pyenv/shims",
    ".rbenv/shims",
    ".asdf/shims",
    ".volta/bin",
    ".poetry/bin",
    ".krew/bin",
];

/// Programs that set what protects the user, known by their name wherever they stand.
const PROTECTORS: [&str; 2] = ["agentsfence", "hermes"];

/// Files that frameworks put into a project, known by their name wherever they stand.
const PROJECT_SCRIPTS: [&str; 7] = [
    "artisan",
    "gradlew",
    "manage.py",
    "mvnw",
    "rails",
    "rake",
    "setup.py",
];

/// The program that a file of the project is, when frameworks give it a well-known name.
pub(super) fn project_script(text: &str) -> Option<&'static str> {
    let name = text.rsplit('/').next().unwrap_or_default();
    PROJECT_SCRIPTS.into_iter().find(|script| *script == name)
}

/// What a program's name says.
#[derive(Debug)]
pub(super) enum Named<'c> {
    /// A program of the catalogue, and its subcommand when the name holds it (`git-push`).
    Known {
        name: String,
        command: &'c Command,
        subcommand: Option<String>,
    },
    /// A file that is started by its path.
    File,
    /// No program that the catalogue names.
    Unknown,
}

/// Looks a program up.
pub(super) fn lookup<'c>(text: &str, programs: &'c Programs) -> Named<'c> {
    let name = match text.rsplit_once('/') {
        None => text,
        Some((folder, name)) if SYSTEM_FOLDERS.contains(&folder) => name,
        // A copy of what protects the user does what the original does.
        Some((_, name)) if PROTECTORS.contains(&name) => name,
        // The programs of a virtual environment and of a package are those of that name.
        Some((folder, name))
            if folder.ends_with("venv/bin") || folder.ends_with("node_modules/.bin") =>
        {
            return match known(name, programs) {
                named @ Named::Known { .. } => named,
                _ => Named::File,
            };
        }
        Some(_) => return Named::File,
    };
    known(name, programs)
}

fn known<'c>(name: &str, programs: &'c Programs) -> Named<'c> {
    if let Some(command) = programs.get(name) {
        return Named::Known {
            name: name.to_owned(),
            command,
            subcommand: None,
        };
    }
    let lower = name.to_ascii_lowercase();
    let bare = [".exe", ".cmd", ".bat"]
        .iter()
        .find_map(|ending| lower.strip_suffix(ending))
        .unwrap_or(&lower);
    if bare != name
        && let Some(command) = programs.get(bare)
    {
        return Named::Known {
            name: bare.to_owned(),
            command,
            subcommand: None,
        };
    }
    if let Some((program, subcommand)) = name.split_once('-')
        && let Some(command) = programs.get(program)
        && command.subcommands.contains_key(subcommand)
    {
        return Named::Known {
            name: program.to_owned(),
            command,
            subcommand: Some(subcommand.to_owned()),
        };
    }
    versioned(name, programs)
}

/// `python3.12`, `clang-17`: the version is no part of the name.
fn versioned<'c>(name: &str, programs: &'c Programs) -> Named<'c> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    if bare.is_empty() || bare == name {
        return Named::Unknown;
    }
    match programs.get(bare) {
        Some(command) => Named::Known {
            name: bare.to_owned(),
            command,
            subcommand: None,
        },
        None => Named::Unknown,
    }
}

/// Whether a value of `PATH` finds the usual programs first: it begins with the old value or with
/// folders of the system or of the user's own installers.
pub(super) fn is_usual_path(value: &Field, environment: &Environment) -> bool {
    for part in value.known_start().split(':') {
        if part.is_empty() {
            continue;
        }
        let in_home = part
            .strip_prefix(environment.home.as_str())
            .and_then(|rest| rest.strip_prefix('/'));
        let usual = SYSTEM_FOLDERS.contains(&part)
            || part.ends_with("venv/bin")
            || part.ends_with("/node_modules/.bin")
            || in_home.is_some_and(|rest| {
                USER_FOLDERS.contains(&rest)
                    || [".nvm/", ".local/", ".sdkman/", ".rustup/", ".fnm/"]
                        .iter()
                        .any(|start| rest.starts_with(start))
            })
            || [
                "/usr/",
                "/opt/",
                "/nix/",
                "/snap/",
                "/Applications/",
                "/Library/",
            ]
            .iter()
            .any(|start| part.starts_with(start));
        if !usual {
            return false;
        }
    }
    // Only an old value behind it makes the rest known; without one nothing usual is found.
    value.unknown || value.known_start().contains("/bin")
}
