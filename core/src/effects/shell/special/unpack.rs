//! `unzip`, `7z`, `unrar` and their kin: what they unpack lands in the current folder unless told
//! otherwise, and an archive alone says what that is.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::Stream;
use super::super::walk::Walker;
use super::patch;

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let start = walker.effects.len();
    let output = generic::apply(walker, call, &arguments, state);
    if let Some(at) = patch::unnamed_write(walker, start) {
        patch::below_the_folder(walker, at, state);
    }
    output
}
