//! `patch`, `git apply` and `git am`: a diff that the command text holds names the files that it
//! changes; a diff in a file does not, and any file below the folder may be one of them.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream};
use super::super::walk::Walker;
use crate::effects::patch::{self, Edit, EditKind};
use crate::model::{Capability, PathTarget, Reach, Target};

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let mut folder = state.clone();
    for value in arguments.values("-d") {
        folder.enter_word(value);
    }
    let start = walker.effects.len();
    let output = generic::apply(walker, call, &arguments, state);
    let elsewhere = arguments.has("-i") || arguments.has("-o") || !arguments.operands.is_empty();
    let edits = match &call.input.text {
        Some(text) if !elsewhere => patch::paths(
            text,
            patch::Format::Diff {
                strip: strip(&arguments, None),
            },
        ),
        _ => Vec::new(),
    };
    let Some(at) = unnamed_write(walker, start) else {
        return output;
    };
    if edits.is_empty() {
        below_the_folder(walker, at, &folder);
        return output;
    }
    walker.effects.remove(at);
    touch(walker, call, &edits, arguments.has("-R"), &folder);
    output
}

/// The files of a diff that `git apply` or `git am` reads from its standard input.
pub(super) fn of_git(
    walker: &mut Walker<'_>,
    call: &Call<'_>,
    arguments: &Arguments<'_>,
    folder: &State,
) {
    let only_looks = ["--check", "--numstat", "--summary", "--stat"]
        .iter()
        .any(|option| arguments.has(option))
        && !arguments.has("--apply");
    let from_input = arguments
        .operands
        .iter()
        .all(|operand| operand.exact() == Some("-"));
    let Some(text) = call
        .input
        .text
        .as_deref()
        .filter(|_| from_input && !only_looks)
    else {
        return;
    };
    let mut folder = folder.clone();
    for value in arguments.values("--directory") {
        folder.enter_word(value);
    }
    let strip = strip(arguments, Some(1));
    let edits = patch::paths(text, patch::Format::Diff { strip });
    touch(walker, call, &edits, arguments.has("-R"), &folder);
}

/// `-p1`: how many leading components of a name go.
fn strip(arguments: &Arguments<'_>, default: Option<usize>) -> Option<usize> {
    arguments
        .values("-p")
        .last()
        .map_or(default, |value| value.exact()?.parse().ok())
}

/// The write that names no file.
pub(super) fn unnamed_write(walker: &Walker<'_>, start: usize) -> Option<usize> {
    walker
        .effects
        .iter()
        .skip(start)
        .position(|effect| effect.capability == Capability::FILE_WRITE && effect.targets.is_empty())
        .map(|at| start + at)
}

/// `patch` and unpackers refuse names that lead out of their folder: what they change is below.
pub(super) fn below_the_folder(walker: &mut Walker<'_>, at: usize, folder: &State) {
    let target = folder.folder().map(|folder| {
        Target::Path(PathTarget {
            path: folder.clone(),
            reach: Reach::Tree,
        })
    });
    if let Some(effect) = walker.effects.get_mut(at) {
        effect.targets.extend(target);
    }
}

fn touch(walker: &mut Walker<'_>, call: &Call<'_>, edits: &[Edit], reversed: bool, folder: &State) {
    let span = call.input.span.as_ref().unwrap_or(call.span);
    for edit in edits {
        let deletes = match edit.kind {
            EditKind::Delete => !reversed,
            EditKind::Add => reversed,
            EditKind::Update | EditKind::Move => false,
        };
        let how = if deletes { Touch::Delete } else { Touch::Write };
        for name in std::iter::once(&edit.path).chain(&edit.target) {
            let field = Field::known(name.as_str(), span.clone());
            walker.touch(&field, how, folder, &call.name);
        }
    }
}
