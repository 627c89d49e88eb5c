//! `git`: settings that start programs, aliases, and what `checkout` takes for a file.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream};
use super::super::walk::Walker;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

/// Settings whose value is a command line.
const COMMANDS: [&str; 17] = [
    "core.pager",
    "core.editor",
    "core.sshcommand",
    "core.askpass",
    "core.gitproxy",
    "core.fsmonitor",
    "core.alternaterefscommand",
    "sequence.editor",
    "diff.external",
    "credential.helper",
    "gpg.program",
    "interactive.difffilter",
    "uploadpack.packobjectshook",
    "web.browser",
    "sendemail.sendmailcmd",
    "sendemail.smtpserver",
    "ssh.variant_command",
];
/// Endings of settings whose value is a command line.
const COMMAND_ENDINGS: [&str; 12] = [
    ".cmd",
    ".command",
    ".textconv",
    ".driver",
    ".clean",
    ".smudge",
    ".process",
    ".program",
    ".helper",
    ".uploadpack",
    ".receivepack",
    ".tocmd",
];
/// Settings that make git read code or settings from elsewhere.
const ELSEWHERE: [&str; 7] = [
    "core.hookspath",
    "include.path",
    "core.worktree",
    "init.templatedir",
    "core.attributesfile",
    "protocol.ext.allow",
    "safe.directory",
];

/// What a setting does to later commands.
enum Setting {
    /// Its value is a command line.
    Command,
    /// Its value names code elsewhere, or lifts a protection.
    Elsewhere,
    /// Nothing of that kind.
    Harmless,
}

fn setting(name: &str) -> Setting {
    let name = name.to_ascii_lowercase();
    if name.starts_with("alias.")
        || name.starts_with("pager.")
        || COMMANDS.contains(&name.as_str())
        || COMMAND_ENDINGS.iter().any(|ending| name.ends_with(ending))
    {
        return Setting::Command;
    }
    if ELSEWHERE.contains(&name.as_str())
        || name.starts_with("includeif.")
        || name.ends_with(".insteadof")
        || name.ends_with(".pushinsteadof")
        || name.ends_with(".proxy")
        || name.ends_with(".vcs")
        || name.ends_with(".sslverify")
    {
        return Setting::Elsewhere;
    }
    Setting::Harmless
}

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let mut inner = state.clone();
    let label = arguments.label.as_str().into();
    let mut run = Run::new(walker, call, label, &mut inner);
    run.enter_folders(&arguments);
    let mut alias = false;
    for value in arguments.outer_values("-c") {
        alias |= one_setting(&mut run, value, &arguments);
    }
    let subcommand = arguments
        .label
        .split(' ')
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    match subcommand.as_str() {
        "config" => config(&mut run, &arguments, call),
        "checkout" | "restore" | "switch" => overwritten(&mut run, &arguments, call, &subcommand),
        "clone" => cloned(&mut run, &arguments),
        _ => {}
    }
    for operand in &arguments.operands {
        if operand.known_start().starts_with("ext::") {
            let why = "the address runs a program of this machine";
            run.add(Effect::opaque(
                Capability::SHELL_EXEC,
                call.span.clone(),
                why,
            ));
        }
    }
    run.flush(Marks::empty());
    if matches!(subcommand.as_str(), "apply" | "am") {
        super::patch::of_git(walker, call, &arguments, &inner);
    }
    if alias {
        // The subcommand is an alias that the same command defines; it was followed.
        return Stream::default();
    }
    generic::apply(walker, call, &arguments, state)
}

/// A clone fills a folder from the network: the one that it names, or one named after the
/// repository.
fn cloned(run: &mut Run<'_, '_>, arguments: &Arguments<'_>) {
    let source = match arguments.operands.as_slice() {
        [source] => source,
        [_, folder] => return run.download(folder),
        _ => return,
    };
    let name = source.exact().and_then(|text| {
        let last = text.trim_end_matches('/').rsplit(['/', ':']).next()?;
        Some(last.strip_suffix(".git").unwrap_or(last))
    });
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        run.download(&Field::known(name, source.span.clone()));
    }
}

/// `-c name=value`; gives whether it defines the subcommand that runs.
fn one_setting(run: &mut Run<'_, '_>, word: &Field, arguments: &Arguments<'_>) -> bool {
    let text = word.known_start();
    let Some((name, _)) = text.split_once('=') else {
        if word.unknown {
            let why = "the setting is not known, and it may run a program";
            run.add(Effect::opaque(
                Capability::SHELL_EXEC,
                word.span.clone(),
                why,
            ));
        }
        return false;
    };
    let value = word.behind(name.len() + 1);
    match setting(name) {
        Setting::Harmless => false,
        Setting::Elsewhere => {
            let why = format!("the setting `{name}` makes git run or read something else");
            run.add(Effect::opaque(
                Capability::SHELL_EXEC,
                word.span.clone(),
                why,
            ));
            false
        }
        Setting::Command => {
            let Some(alias) = name
                .to_ascii_lowercase()
                .strip_prefix("alias.")
                .map(str::to_owned)
            else {
                let helper = value.text.trim_start_matches('!');
                if !matches!(
                    helper,
                    "" | "true" | "false" | "cat" | "less" | "store" | "cache" | "osxkeychain"
                ) {
                    run.command(&value.behind(value.text.len() - helper.len()));
                }
                return false;
            };
            let runs = arguments.label.split(' ').nth(1) == Some(alias.as_str());
            match value.text.strip_prefix('!') {
                Some(_) => {
                    let why = "the alias runs a shell command";
                    run.add(Effect::opaque(
                        Capability::SHELL_EXEC,
                        word.span.clone(),
                        why,
                    ));
                    run.command(&value.behind(1));
                }
                None if runs => {
                    let text = format!("git {}", value.text);
                    let mut field = Field::known(text, value.span.clone());
                    field.unknown = value.unknown;
                    run.command(&field);
                }
                None => {}
            }
            runs
        }
    }
}

/// `git config name value`.
fn config(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, call: &Call<'_>) {
    let mut operands = arguments.operands.as_slice();
    if let Some((first, rest)) = operands.split_first()
        && matches!(first.exact(), Some("set" | "add"))
    {
        operands = rest;
    }
    let (Some(name), Some(_)) = (operands.first(), operands.get(1)) else {
        return;
    };
    if name.unknown {
        run.unresolve("the setting is not known before the command runs");
        return;
    }
    if matches!(setting(&name.text), Setting::Harmless) {
        return;
    }
    let why = format!(
        "the setting `{}` makes git run or read something else",
        name.text
    );
    let effect = Effect::opaque(Capability::SHELL_EXEC, call.span.clone(), why);
    run.add(effect.marked(Marks::PERSISTENCE));
}

/// `git checkout` of files throws their changes away; of a branch it does not.
fn overwritten(
    run: &mut Run<'_, '_>,
    arguments: &Arguments<'_>,
    call: &Call<'_>,
    subcommand: &str,
) {
    let creates = ["-b", "-B", "--orphan", "-t", "--detach", "-c", "-C"]
        .iter()
        .any(|option| arguments.has(option));
    let behind_dashes = call
        .words
        .iter()
        .position(|word| word.exact() == Some("--"))
        .and_then(|at| call.words.get(at + 1..))
        .unwrap_or_default();
    let operands = &arguments.operands;
    let files: Vec<&Field> = match subcommand {
        "checkout" if !behind_dashes.is_empty() => behind_dashes.iter().collect(),
        "checkout" if creates => Vec::new(),
        "checkout" if operands.len() > 1 => operands.iter().skip(1).collect(),
        "checkout" => operands.iter().filter(|word| is_like_file(word)).collect(),
        // Only the index changes.
        "restore" if arguments.has("--staged") && !arguments.has("--worktree") => Vec::new(),
        "restore" => operands.iter().collect(),
        _ => Vec::new(),
    };
    if files.is_empty() {
        return;
    }
    for file in &files {
        run.apply(&crate::catalog::program::Role::Path, file);
    }
    let (targets, _, unresolved) = run.take_targets();
    let mut effect = Effect::new(
        Capability::new("repo.discard"),
        RiskClass::Delete,
        call.span.clone(),
    );
    effect.targets = targets;
    if let Some(why) = unresolved {
        effect = effect.uncertain(Certainty::Unresolved, why);
    }
    run.add(effect);
}

/// `.`, a pattern, or a name with the ending of a file; `release-1.2` is a branch.
fn is_like_file(word: &Field) -> bool {
    let text = &word.text;
    if word.pattern
        || matches!(text.as_str(), "." | ".." | "./" | ":/")
        || text.starts_with("./")
        || text.starts_with("../")
        || text.ends_with('/')
    {
        return true;
    }
    let name = text.rsplit('/').next().unwrap_or(text);
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}
