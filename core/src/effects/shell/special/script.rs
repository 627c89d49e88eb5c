//! Interpreters: `python manage.py migrate` runs a file of the project whose commands are known
//! from its framework.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::names::project_script;
use super::super::run;
use super::super::state::State;
use super::super::value::Stream;
use super::super::walk::Walker;

/// Reads the interpreter's arguments by its data, and those of a well-known script by that
/// script's data too.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let output = run::apply(walker, call, &arguments, state);
    if let Some((first, rest)) = arguments.operands.split_first()
        && arguments.rest.is_none()
        && let Some(script) = first.exact().and_then(project_script)
    {
        walker.program(script, rest.to_vec(), call.input, state, call.span);
    }
    output
}
