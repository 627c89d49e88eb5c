//! `redis-cli`: its operands are one command, whose first two words count.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::run;
use super::super::state::State;
use super::super::value::Stream;
use super::super::walk::Walker;
use crate::effects::{Source, sql};
use crate::model::{Capability, Certainty, Effect, RiskClass};

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    let output = run::apply(walker, call, &arguments, state);
    if arguments.operands.is_empty() || arguments.help {
        return output;
    }
    let words: Option<Vec<&str>> = arguments.operands.iter().map(|word| word.exact()).collect();
    let Some(words) = words else {
        let write = Effect::new(
            Capability::DB_WRITE,
            RiskClass::ExternalWrite,
            call.span.clone(),
        );
        walker.push(write.uncertain(Certainty::Opaque, "a word of the command is computed"));
        return output;
    };
    let command = words.join(" ").replace('\n', " ");
    let source = Source::derived(call.span.clone(), &command);
    for effect in sql::redis(&source, &walker.context) {
        walker.push(effect);
    }
    output
}
