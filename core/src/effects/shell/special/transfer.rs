//! `scp`, `rsync`, `sftp`: copies between machines; a colon before any slash makes a place remote.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use super::connect::ssh_options;
use crate::catalog::program::Role;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help || arguments.operands.len() < 2 && !is_single(call) {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, arguments.label.as_str().into(), &mut inner);
    run.values(&arguments);
    ssh_options(&mut run, &arguments);
    let (sources, target) = match arguments.operands.split_last() {
        Some((last, rest)) if !rest.is_empty() => (rest, Some(last)),
        _ => (arguments.operands.as_slice(), None),
    };
    // `sftp host` needs no colon.
    let is_remote = |place: &Field| call.name == "sftp" || is_remote(place);
    let sends = call.name != "sftp" && target.is_some_and(is_remote);
    let fetches = sources.iter().any(is_remote);
    for place in sources
        .iter()
        .chain(target)
        .filter(|place| is_remote(place))
    {
        run.apply(&Role::Host, &remote_host(place));
    }
    let deletes = [
        "--delete",
        "--del",
        "--delete-before",
        "--delete-after",
        "--delete-excluded",
        "--delete-during",
        "--delete-delay",
    ]
    .iter()
    .any(|option| arguments.has(option));
    for source in sources.iter().filter(|source| !is_remote(source)) {
        if arguments.has("--remove-source-files") {
            run.file(source, Touch::DeleteTree);
        } else {
            run.file(source, Touch::ReadTree);
        }
    }
    if sends {
        run.mark(Marks::SENDS_CONTENT);
    }
    let (targets, marks, unresolved) = run.take_targets();
    if sends || fetches || target.is_none() {
        let (capability, risk) = match (sends, deletes) {
            (true, true) => (Capability::new("net.delete"), RiskClass::Delete),
            (true, false) => (Capability::NET_SEND, RiskClass::ExternalWrite),
            (false, _) if call.name == "sftp" => (Capability::NET_SEND, RiskClass::ExternalWrite),
            (false, _) => (Capability::NET_FETCH, RiskClass::Read),
        };
        let mut effect = Effect::new(capability, risk, call.span.clone()).marked(marks);
        effect.targets = targets;
        if let Some(why) = unresolved {
            effect = effect.uncertain(Certainty::Unresolved, why);
        }
        if call.name == "sftp" {
            effect = effect.uncertain(
                Certainty::Opaque,
                "its commands are not shown, and they may write on both sides",
            );
        }
        run.add(effect);
    }
    if let Some(target) = target
        && !sends
    {
        if fetches {
            run.download(target);
        } else {
            run.file(target, Touch::Write);
        }
        if deletes {
            run.file(target, Touch::DeleteTree);
        }
    }
    if arguments.has("-n") && call.name == "rsync" || arguments.has("--list-only") {
        run.only_read();
    }
    run.flush(Marks::empty());
    generic::doubts(walker, call, &arguments);
    state.downloads = inner.downloads;
    Stream::of(Taint::default())
}

/// `sftp host`, `rsync host:folder/` lists.
fn is_single(call: &Call<'_>) -> bool {
    matches!(call.name.as_str(), "sftp" | "rsync") && !call.words.is_empty()
}

/// `host:path`, `user@host:path`, `scheme://host/...`; `sftp` takes a bare host too.
fn is_remote(place: &Field) -> bool {
    let text = place.known_start();
    if text.contains("://") {
        return true;
    }
    if place.unknown && !text.starts_with(['/', '.', '~']) && !text.contains('/') {
        // `$HOST:/tmp`, `$DEST`: where it goes is not known; a colon behind says a machine.
        return place.text.contains(':') || text.is_empty() && place.text.contains('@');
    }
    match text.find(':') {
        Some(colon) => {
            let head = text.get(..colon).unwrap_or_default();
            // `C:\x` is a drive; a host may have a name of one letter.
            let drive = head.len() == 1
                && text
                    .get(colon + 1..)
                    .is_some_and(|rest| rest.starts_with('\\'));
            !head.contains('/') && !drive
        }
        None => false,
    }
}

fn remote_host(place: &Field) -> Field {
    let text = place.known_start();
    let host = match text.split_once("://") {
        Some((_, rest)) => rest.split('/').next().unwrap_or(rest),
        None => text.split(':').next().unwrap_or(text),
    };
    if place.unknown && !text.contains(':') {
        return Field::unknown(place.span.clone());
    }
    Field::known(host, place.span.clone())
}
