//! `tar`: one letter decides what happens to the archive; options may stand without a dash.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream};
use super::super::walk::Walker;
use crate::catalog::program::{Role, Takes};
use crate::model::{Capability, Effect, Marks};

pub(super) fn run(walker: &mut Walker<'_>, mut call: Call<'_>, state: &mut State) -> Stream {
    unbundle(&mut call);
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let output = generic::apply(walker, &call, &arguments, state);
    if arguments.help {
        return output;
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, &call, arguments.label.as_str().into(), &mut inner);
    let has = |names: &[&str]| names.iter().any(|name| arguments.has(name));
    let extracts = has(&["-x"]);
    let changes_archive = has(&["-c", "-r", "-u", "-A", "--delete"]);
    run.enter_folders(&arguments);
    for archive in arguments.values("-f") {
        let remote = archive
            .text
            .split_once(':')
            .is_some_and(|(host, _)| !host.contains('/'));
        if remote && !has(&["--force-local"]) {
            let why = "the archive is on another machine";
            run.add(
                Effect::new(
                    Capability::NET_SEND,
                    crate::model::RiskClass::ExternalWrite,
                    call.span.clone(),
                )
                .uncertain(crate::model::Certainty::Unresolved, why),
            );
            continue;
        }
        // `-f` is read before `-C` takes effect, so it names a file of the caller's folder.
        let touch = if changes_archive {
            Touch::Write
        } else {
            Touch::Read
        };
        archive_file(&mut run, archive, touch, state);
    }
    if changes_archive {
        for operand in &arguments.operands {
            run.file(operand, Touch::ReadTree);
        }
    }
    if has(&["--remove-files"]) {
        for operand in &arguments.operands {
            run.file(operand, Touch::DeleteTree);
        }
    }
    if extracts && !has(&["-O"]) {
        if has(&["-P"]) {
            let anywhere = Field::known("/", call.span.clone());
            run.file(&anywhere, Touch::Write);
        }
        let here = Field::known(".", call.span.clone());
        run.file(&here, Touch::Write);
    }
    for action in arguments.values("--checkpoint-action") {
        match action.known_start().strip_prefix("exec=") {
            Some(_) => run.apply(&Role::Command, &action.behind("exec=".len())),
            None if action.unknown => run.apply(&Role::Command, action),
            None => {}
        }
    }
    run.flush(Marks::empty());
    let mut taint = call.input.taint;
    taint.decoded |= extracts;
    Stream::of(taint)
}

fn archive_file(run: &mut Run<'_, '_>, archive: &Field, touch: Touch, state: &State) {
    if archive.exact() == Some("-") {
        return;
    }
    let start = run.walker.effects.len();
    run.walker.touch(archive, touch, state, "tar");
    for effect in run.walker.effects.split_off(start) {
        run.add(effect);
    }
}

/// `tar xzf a.tgz -C out` is `tar -x -z -f a.tgz -C out`: values follow in the order of the letters.
fn unbundle(call: &mut Call<'_>) {
    let Some(first) = call.words.first().and_then(Field::exact) else {
        return;
    };
    if first.starts_with('-') || first.is_empty() || !first.bytes().all(|b| b.is_ascii_alphabetic())
    {
        return;
    }
    let letters = first.to_owned();
    let span = call.span.clone();
    let mut rest = call.words.split_off(1).into_iter();
    let mut words = Vec::new();
    for letter in letters.chars() {
        let spelling = format!("-{letter}");
        let takes = call
            .command
            .options
            .exact(&spelling)
            .is_some_and(|(_, spec)| spec.takes == Takes::Value);
        words.push(Field::known(spelling, span.clone()));
        if takes {
            words.extend(rest.next());
        }
    }
    words.extend(rest);
    call.words = words;
}
