//! `dd`: operands `if=`, `of=` and numbers.

use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::state::State;
use super::super::value::{Stream, Taint};
use super::super::walk::Walker;
use crate::model::Marks;

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, "dd".into(), &mut inner);
    let mut content = call.input.taint.content;
    for word in &call.words {
        let start = word.known_start();
        if start.starts_with("if=") {
            content = true;
            run.file(&word.behind(3), Touch::Read);
        } else if start.starts_with("of=") {
            run.file(&word.behind(3), Touch::Write);
        } else if word.unknown && !start.contains('=') {
            run.file(word, Touch::Write);
        }
    }
    run.flush(Marks::empty());
    Stream::of(Taint {
        content,
        ..call.input.taint
    })
}
