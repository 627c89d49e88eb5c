//! A program of the catalogue with its arguments: its data applied, effects made.

use smol_str::SmolStr;

use super::arguments::Arguments;
use super::dispatch::Call;
use super::roles::Run;
use super::state::State;
use super::value::{Field, Stream, Taint};
use super::walk::Walker;
use crate::catalog::program::{
    Command, Does, Operands, Outcome, Programs, Role, UnknownOptions, When,
};
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Target};
use crate::target::host;

/// Applies the program's data to its arguments.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    apply(walker, call, &arguments, state)
}

/// Applies the program's data to arguments that were read.
pub(super) fn apply(
    walker: &mut Walker<'_>,
    call: &Call<'_>,
    arguments: &Arguments<'_>,
    state: &mut State,
) -> Stream {
    let label = SmolStr::new(&arguments.label);
    if arguments.help {
        let mut effect = Effect::new(Capability::SYSTEM_READ, RiskClass::Read, call.span.clone());
        effect.program = Some(label);
        walker.push(effect);
        return Stream::of(Taint::default());
    }
    let start = walker.effects.len();
    if !arguments.assignments.is_empty() {
        walker.variables_of_command(&arguments.assignments, call.span, state);
    }
    let outcome = settle(arguments);
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, label, &mut inner);
    run.expect_input(outcome.stdin.as_ref());
    run.enter_folders(arguments);
    run.values(arguments);
    run.operands(&arguments.operands, &outcome.operands);
    if outcome
        .does
        .iter()
        .any(|does| does.capability == Capability::PACKAGE_INSTALL)
    {
        run.packages(&arguments.operands, &outcome.operands);
        if names_source(arguments) {
            run.mark(Marks::UNKNOWN_ORIGIN);
        }
    }
    run.standard_input(outcome.stdin.as_ref());
    let does = finish_targets(&mut run, arguments, outcome.does);
    run.own_effects(&does);
    if outcome.dry_run {
        run.only_read();
    }
    let known = runs_project_tool(run.walker.context.catalog.programs(), arguments);
    run.flush(outcome.marks | known);
    let runs_inner = arguments.rest.is_some();
    if let Some((role, words)) = &arguments.rest {
        run.rest(role, words, inner_marks(arguments));
    }
    let downloads = std::mem::take(&mut inner.downloads);
    state.downloads = downloads;
    doubts(walker, call, arguments);
    if walker.effects.len() == start && !runs_inner {
        walker.push(plain_read(call, arguments));
    }
    walker.place(start, &inner);
    let mut taint = call.input.taint;
    taint.content |= walker.effects.iter().skip(start).any(|effect| {
        effect.capability == Capability::FILE_READ || effect.marks.contains(Marks::SECRET)
    });
    taint.decoded |= decodes(call);
    if let Some(text) = copies(call, arguments) {
        return Stream {
            text: Some(text),
            span: call.input.span.clone(),
            ..Stream::of(taint)
        };
    }
    taint.network |= walker.effects.iter().skip(start).any(is_fetch);
    Stream::of(taint)
}

/// `PROJECT_CODE` where a package runner starts a tool that projects are built and checked with, and
/// nothing chooses another package or registry for it.
fn runs_project_tool(programs: &Programs, arguments: &Arguments<'_>) -> Marks {
    let is_runner = arguments.chain.last().is_some_and(|command| {
        command
            .does
            .iter()
            .any(|does| does.capability == Capability::PACKAGE_RUN)
    });
    let chooses = arguments.options.iter().any(|given| given.value.is_some());
    let tool = arguments
        .rest
        .as_ref()
        .and_then(|(_, words)| words.first()?.exact())
        .and_then(|name| programs.get(name));
    if is_runner && !chooses && tool.is_some_and(|tool| tool.project_tool) {
        Marks::PROJECT_CODE
    } else {
        Marks::empty()
    }
}

/// Whether an option names where packages come from: another registry, a list on the network.
fn names_source(arguments: &Arguments<'_>) -> bool {
    arguments.options.iter().any(|given| {
        given
            .value
            .as_ref()
            .is_some_and(|value| value.unknown || value.text.contains("://"))
    })
}

/// What `cat` and `tee` print, when it is known: their input.
fn copies(call: &Call<'_>, arguments: &Arguments<'_>) -> Option<String> {
    let copies = match call.name.as_str() {
        "cat" => {
            arguments.options.is_empty()
                && arguments
                    .operands
                    .iter()
                    .all(|operand| operand.exact() == Some("-"))
        }
        "tee" | "sponge" => true,
        _ => false,
    };
    call.input.text.clone().filter(|_| copies)
}

/// Whether the output is decoded from something that does not show it.
fn decodes(call: &Call<'_>) -> bool {
    let has = |options: &[&str]| {
        call.words
            .iter()
            .any(|word| options.contains(&word.text.as_str()))
    };
    match call.name.as_str() {
        "base64" | "base32" | "basenc" | "gbase64" => has(&[
            "-d", "-D", "--decode", "-di", "-id", "-d-", "--decod", "--dec",
        ]),
        "xxd" => has(&["-r", "-revert"]) || call.words.iter().any(|word| word.text.contains("-r")),
        "openssl" => has(&["-d"]),
        "uudecode" | "gpg" | "age" => true,
        _ => false,
    }
}

fn is_fetch(effect: &Effect) -> bool {
    effect.capability.domain() == "net"
        && effect
            .targets
            .iter()
            .any(|target| matches!(target, Target::Url(_) | Target::Host(_)))
}

/// Effects for what the data does not say.
pub(super) fn doubts(walker: &mut Walker<'_>, call: &Call<'_>, arguments: &Arguments<'_>) {
    let label = &arguments.label;
    if arguments.unknown_subcommand {
        let why = format!("what `{label}` does is not known");
        let mut effect = Effect::opaque(Capability::SHELL_EXEC, call.span.clone(), why);
        effect.program = Some(SmolStr::new(label));
        walker.push(effect);
    }
    let Some(option) = &arguments.unknown_option else {
        return;
    };
    match arguments.unknown_options() {
        UnknownOptions::Ignored => {}
        UnknownOptions::Unresolved => {
            let why = format!("what `{option}` changes about `{label}` is not known");
            let mut effect = plain_read(call, arguments);
            effect = effect.uncertain(Certainty::Unresolved, why);
            walker.push(effect);
        }
        UnknownOptions::Exec => {
            let why = format!("what `{option}` makes `{label}` do is not known");
            let mut effect = Effect::opaque(Capability::SHELL_EXEC, call.span.clone(), why);
            effect.program = Some(SmolStr::new(label));
            walker.push(effect);
        }
    }
}

fn plain_read(call: &Call<'_>, arguments: &Arguments<'_>) -> Effect {
    let mut effect = Effect::new(Capability::SYSTEM_READ, RiskClass::Read, call.span.clone());
    effect.program = Some(SmolStr::new(&arguments.label));
    effect
}

fn inner_marks(arguments: &Arguments<'_>) -> Marks {
    arguments
        .chain
        .iter()
        .fold(Marks::empty(), |marks, command| marks | command.inner_marks)
}

/// What the command does after options and conditions.
struct Settled<'c> {
    does: Vec<&'c Does>,
    operands: Operands,
    stdin: Option<Role>,
    marks: Marks,
    dry_run: bool,
}

fn settle<'c>(arguments: &Arguments<'c>) -> Settled<'c> {
    let command: &'c Command = arguments.command();
    let mut own: Vec<&Does> = command.does.iter().collect();
    let mut added: Vec<&Does> = Vec::new();
    let mut settled = Settled {
        does: Vec::new(),
        operands: command.operands.clone(),
        stdin: command.stdin.clone(),
        marks: Marks::empty(),
        dry_run: false,
    };
    let mut outcomes: Vec<&'c Outcome> = Vec::new();
    for given in &arguments.options {
        outcomes.push(&given.spec.then);
        settled.dry_run |= given.spec.role == Role::DryRun && !is_no(given.value.as_ref());
    }
    for command in &arguments.chain {
        let command: &'c Command = command;
        outcomes.extend(
            command
                .when
                .iter()
                .filter(|when| holds(when, arguments))
                .map(|when| &when.then),
        );
    }
    for outcome in outcomes {
        added.extend(&outcome.does);
        if let Some(becomes) = &outcome.becomes {
            own = becomes.iter().collect();
        }
        if let Some(operands) = &outcome.operands {
            settled.operands = operands.clone();
        }
        if let Some(stdin) = &outcome.stdin {
            settled.stdin = Some(stdin.clone());
        }
        settled.marks |= outcome.marks;
        settled.dry_run |= outcome.dry_run;
    }
    own.extend(added);
    settled.does = own;
    settled
}

/// `--dry-run=none` is not one.
fn is_no(value: Option<&Field>) -> bool {
    value.is_some_and(|value| {
        value.unknown || matches!(value.text.as_str(), "none" | "false" | "no" | "0" | "off")
    })
}

fn holds(when: &When, arguments: &Arguments<'_>) -> bool {
    let operands = &arguments.operands;
    let count = operands.len();
    let text = |field: Option<&Field>, globs: &crate::catalog::program::Globs| {
        field.is_some_and(|field| globs.matches(&field.text))
    };
    (when.has.is_empty() || when.has.iter().any(|name| arguments.has(name)))
        && !when.lacks.iter().any(|name| arguments.has(name))
        && count >= when.at_least
        && when.at_most.is_none_or(|most| count <= most)
        && when
            .operand
            .as_ref()
            .is_none_or(|globs| operands.iter().any(|field| globs.matches(&field.text)))
        && when
            .first
            .as_ref()
            .is_none_or(|globs| text(operands.first(), globs))
        && when
            .last
            .as_ref()
            .is_none_or(|globs| text(operands.last(), globs))
        && when.value.iter().all(|(name, globs)| {
            arguments
                .values(name)
                .any(|value| globs.matches(&value.text))
        })
}

/// Adds the hosts that the program talks to when no argument names one.
fn finish_targets<'c>(
    run: &mut Run<'_, '_>,
    arguments: &Arguments<'c>,
    does: Vec<&'c Does>,
) -> Vec<&'c Does> {
    if run.has_place() {
        return does;
    }
    let hosts = arguments
        .chain
        .iter()
        .rev()
        .find(|command| !command.hosts.is_empty())
        .map(|command| command.hosts.as_slice())
        .unwrap_or_default();
    for name in hosts {
        if let Some(host) = host::host(name) {
            run.target(Target::Host(host));
        }
    }
    does
}
