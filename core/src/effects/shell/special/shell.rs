//! Shells (`bash -c`, `sh script`, commands on standard input) and `env`.

use std::rc::Rc;

use super::super::arguments::{Arguments, is_name};
use super::super::dispatch::{Call, quoted};
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use crate::catalog::program::Role;
use crate::model::{Capability, Effect, RiskClass};

/// Whether the name is that of a shell.
pub(in super::super) fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "mksh" | "csh" | "tcsh" | "rbash"
    )
}

/// `bash [options] [-c text | script | -s] [arguments]`.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help || arguments.has("-n") && !arguments.has("-c") {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut child = state.child();
    for given in &arguments.options {
        if given.spec.role == Role::Script
            && let Some(file) = &given.value
        {
            walker.file_run(file, call.input, &child, call.span);
        }
    }
    let (first, rest) = match arguments.operands.split_first() {
        Some((first, rest)) => (Some(first), rest),
        None => (None, &[][..]),
    };
    let output = match first {
        Some(text) if arguments.has("-c") => {
            // The word behind the text is `$0`.
            let positional = rest.get(1..).unwrap_or_default().to_vec();
            child.arguments = Some(Rc::new(positional));
            command_text(walker, call, text, &mut child)
        }
        Some(script) if !arguments.has("-s") => script_file(walker, call, script, rest, &mut child),
        _ if call.input.given => {
            child.arguments = Some(Rc::new(arguments.operands.clone()));
            from_input(walker, call, &mut child)
        }
        _ => {
            let why = "it starts a shell whose commands are not shown";
            let mut effect = Effect::opaque(Capability::SHELL_EXEC, call.span.clone(), why);
            effect.program = Some(arguments.label.as_str().into());
            walker.push(effect);
            Stream::of(Taint::default())
        }
    };
    for file in child.downloads {
        if !state.downloads.contains(&file) {
            state.downloads.push(file);
        }
    }
    output
}

fn command_text(
    walker: &mut Walker<'_>,
    call: &Call<'_>,
    text: &Field,
    child: &mut State,
) -> Stream {
    let Some(script) = text.exact().map(str::to_owned).or_else(|| {
        // A pattern character in the text is one for the inner shell.
        (!text.unknown && text.pipe.is_none()).then(|| text.text.clone())
    }) else {
        let mut scratch = child.clone();
        let mut run = Run::new(walker, call, call.name.as_str().into(), &mut scratch);
        run.command(text);
        return Stream::of(text.taint);
    };
    walker.inner_script(&script, &text.span, child, call.input.clone())
}

fn script_file(
    walker: &mut Walker<'_>,
    call: &Call<'_>,
    script: &Field,
    rest: &[Field],
    child: &mut State,
) -> Stream {
    if matches!(script.exact(), Some("-" | "/dev/stdin")) && call.input.given {
        child.arguments = Some(Rc::new(rest.to_vec()));
        return from_input(walker, call, child);
    }
    if let Some(pipe) = &script.pipe
        && let Some(text) = pipe.text.clone()
    {
        child.arguments = Some(Rc::new(rest.to_vec()));
        return walker.inner_script(&text, &script.span, child, call.input.clone());
    }
    let mut scratch = child.clone();
    let mut run = Run::new(walker, call, call.name.as_str().into(), &mut scratch);
    run.apply(&Role::Script, script);
    run.flush(crate::model::Marks::empty());
    Stream::of(call.input.taint)
}

/// Commands from standard input.
fn from_input(walker: &mut Walker<'_>, call: &Call<'_>, child: &mut State) -> Stream {
    if let Some(text) = call.input.text.clone() {
        let span = call.input.span.clone().unwrap_or_else(|| call.span.clone());
        return walker.inner_script(&text, &span, child, Stream::default());
    }
    let mut scratch = child.clone();
    let mut run = Run::new(walker, call, call.name.as_str().into(), &mut scratch);
    run.standard_input(Some(&Role::Command));
    run.flush(crate::model::Marks::empty());
    Stream::of(call.input.taint)
}

/// `env [NAME=value ...] [-S text] [command]`.
pub(super) fn env(walker: &mut Walker<'_>, mut call: Call<'_>, state: &mut State) -> Stream {
    let split = call.words.iter().position(|word| {
        let text = word.known_start();
        text == "--split-string"
            || text == "-S"
            || text.starts_with("-S")
            || text.starts_with("--split-string=")
            || (text.starts_with("-v") && text.ends_with('S'))
    });
    let before_command = split.is_some_and(|at| {
        call.words.iter().take(at).all(|word| {
            word.text.starts_with('-')
                || word
                    .text
                    .split_once('=')
                    .is_some_and(|(name, _)| is_name(name))
        })
    });
    let Some(at) = split.filter(|_| before_command) else {
        if call.words.is_empty() {
            let listed = Capability::SYSTEM_ENVIRONMENT;
            walker.push(Effect::new(listed, RiskClass::Read, call.span.clone()));
            return Stream::of(Taint {
                content: true,
                ..Taint::default()
            });
        }
        return generic::run(walker, &call, state);
    };
    // `-S text`: the text is split like a command line and stands for the words.
    let rest = call.words.split_off(at);
    let (option, mut behind) = rest
        .split_first()
        .map_or((None, &[][..]), |(a, b)| (Some(a), b));
    let attached = option.and_then(|word| {
        let skip = if word.text.starts_with("--") {
            "--split-string=".len()
        } else {
            "-S".len()
        };
        (word.text.len() > skip && word.text.contains('S') || word.text.contains('='))
            .then(|| word.behind(skip))
            .filter(|value| !value.text.is_empty() || value.unknown)
    });
    let text = match attached {
        Some(value) => Some(value),
        None => behind.split_first().map(|(value, more)| {
            behind = more;
            value.clone()
        }),
    };
    let Some(text) = text else {
        return Stream::default();
    };
    if text.exact().is_none() {
        let mut scratch = state.clone();
        let mut run = Run::new(walker, &call, "env".into(), &mut scratch);
        run.command(&text);
        return Stream::of(text.taint);
    }
    let mut whole = text.text.clone();
    for word in behind {
        whole.push(' ');
        whole.push_str(&quoted(&word.text));
    }
    let input = call.input.clone();
    walker.inner_script(&whole, &text.span, &mut state.child(), input)
}
