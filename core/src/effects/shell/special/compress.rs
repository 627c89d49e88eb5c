//! `gzip` and its kin: they replace a file by another, unless told to print or to keep.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use crate::model::Marks;

/// Program, the ending that it adds, whether it takes it away, whether it keeps the original.
const PROGRAMS: [(&str, &str, bool, bool); 14] = [
    ("gzip", ".gz", false, false),
    ("pigz", ".gz", false, false),
    ("gunzip", ".gz", true, false),
    ("unpigz", ".gz", true, false),
    ("bzip2", ".bz2", false, false),
    ("bunzip2", ".bz2", true, false),
    ("xz", ".xz", false, false),
    ("unxz", ".xz", true, false),
    ("lzma", ".lzma", false, false),
    ("unlzma", ".lzma", true, false),
    ("zstd", ".zst", false, true),
    ("unzstd", ".zst", true, true),
    ("lz4", ".lz4", false, true),
    ("compress", ".Z", false, false),
];

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let Some((_, ending, unpacks, keeps)) = PROGRAMS
        .into_iter()
        .find(|(name, ..)| *name == call.name.trim_start_matches('g') || *name == call.name)
    else {
        return generic::apply(walker, call, &arguments, state);
    };
    let reads = ["-c", "-t", "-l"]
        .iter()
        .any(|option| arguments.has(option));
    let mut decoded = call.input.taint;
    decoded.decoded |= unpacks || arguments.has("-d");
    if reads || arguments.operands.is_empty() || arguments.help {
        generic::apply(walker, call, &arguments, state);
        return Stream::of(decoded);
    }
    let unpacks = unpacks || arguments.has("-d");
    let keeps = (keeps || arguments.has("-k")) && !arguments.has("--rm");
    let recursive = arguments.has("-r");
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, call.name.as_str().into(), &mut inner);
    run.values(&arguments);
    for operand in &arguments.operands {
        if recursive {
            run.file(operand, Touch::Write);
            continue;
        }
        run.file(operand, if keeps { Touch::Read } else { Touch::Write });
        if !arguments.has("-o") {
            run.file(&other(operand, ending, unpacks), Touch::Write);
        }
    }
    run.flush(Marks::empty());
    Stream::of(Taint::default())
}

/// The file that is made from the operand.
fn other(operand: &Field, ending: &str, unpacks: bool) -> Field {
    let mut field = operand.clone();
    if unpacks {
        let text = operand.text.strip_suffix(ending).unwrap_or(&operand.text);
        text.clone_into(&mut field.text);
    } else {
        field.text.push_str(ending);
    }
    if !field.unknown {
        field.known_length = field.text.len();
    }
    field
}
