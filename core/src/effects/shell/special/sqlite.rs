//! `sqlite3` and `duckdb`: the database is a file, so what the statements change is that file.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::{self, Known};
use super::super::run;
use super::super::state::State;
use super::super::value::Stream;
use super::super::walk::Walker;
use crate::model::{Certainty, Reach, RiskClass, Target};
use crate::target::sensitive;

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let start = walker.effects.len();
    let output = run::apply(walker, call, &arguments, state);
    let Some(file) = arguments.operands.first() else {
        return output;
    };
    if file.exact() == Some(":memory:") {
        return output;
    }
    let known = files::path(file, Reach::One, state);
    let environment = walker.context.environment;
    for effect in walker.effects.iter_mut().skip(start) {
        let changes = effect.capability.domain() == "db" && effect.risk != RiskClass::Read;
        if !changes {
            continue;
        }
        match &known {
            Known::Path(target) => {
                effect.marks |= sensitive::marks(target, environment, true);
                effect.targets.push(Target::Path(target.clone()));
            }
            Known::Stream => {}
            Known::Not(why) => {
                *effect = effect.clone().uncertain(Certainty::Unresolved, *why);
            }
        }
    }
    output
}
