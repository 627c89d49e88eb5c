//! Shell commands: a whole command line as bash reads it, or an argv that is already split.
//!
//! Words are resolved statically, wrappers unwrapped, programs looked up in policies/programs/.
//! What cannot be known is unresolved or opaque, never absent.

mod ansi_c;
mod arguments;
mod ast;
mod braces;
mod builtins;
mod decode;
mod dispatch;
mod files;
mod hidden;
mod inline;
mod lower;
mod names;
mod parse;
mod redirect;
mod roles;
mod run;
mod shape;
mod special;
mod state;
#[cfg(test)]
mod tests;
mod value;
mod variables;
mod walk;
mod words;

use std::collections::{HashSet, VecDeque};

use state::State;
use value::{Field, Stream};
use walk::Walker;

use super::{Context, Source};
use crate::model::{Capability, Effect, RiskClass, Span, Target};

/// Everything that a command line does; never empty.
pub(crate) fn command(source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    let Some(context) = context.deeper() else {
        let why = "commands are wrapped in too many layers";
        return vec![Effect::opaque(Capability::SHELL_EXEC, source.whole(), why)];
    };
    let mut state = State::new(context.environment);
    let mut walker = Walker::new(context, source);
    walker.effects.extend(hidden::effect(source));
    walker.text(source.text, &mut state);
    finish(walker.into_effects(), source.whole())
}

/// Everything that a program started with these words does; never empty. `None` is a word that is
/// not known; `span` is the place of the whole list.
pub(crate) fn argv(words: &[Option<&str>], span: &Span, context: &Context<'_>) -> Vec<Effect> {
    let Some(context) = context.deeper() else {
        let why = "commands are wrapped in too many layers";
        return vec![Effect::opaque(Capability::SHELL_EXEC, span.clone(), why)];
    };
    let fields: Vec<Field> = words
        .iter()
        .map(|word| match word {
            Some(text) => Field::known(*text, span.clone()),
            None => Field {
                splits: false,
                ..Field::unknown(span.clone())
            },
        })
        .collect();
    let mut state = State::new(context.environment);
    let source = Source::derived(span.clone(), "");
    let mut walker = Walker::new(context, &source);
    let text = words
        .iter()
        .flatten()
        .copied()
        .collect::<Vec<_>>()
        .join(" ");
    walker
        .effects
        .extend(hidden::effect(&Source::derived(span.clone(), &text)));
    walker.dispatch(fields, &Stream::default(), &mut state, span);
    finish(walker.into_effects(), span.clone())
}

/// Leaves each target once, in the order of their first mention.
fn keep_once(targets: &mut Vec<Target>) {
    if targets.len() < 2 {
        return;
    }
    let mut seen = HashSet::with_capacity(targets.len());
    let mut is_new: VecDeque<bool> = targets.iter().map(|target| seen.insert(target)).collect();
    targets.retain(|_| is_new.pop_front().unwrap_or(true));
}

/// Never empty; each effect and each of its targets once.
fn finish(effects: Vec<Effect>, whole: Span) -> Vec<Effect> {
    let mut kept: Vec<Effect> = Vec::with_capacity(effects.len());
    let mut seen = HashSet::new();
    for mut effect in effects {
        keep_once(&mut effect.targets);
        // Reads without targets say nothing more the second time.
        let key = (
            effect.capability.clone(),
            effect.risk,
            effect.certainty,
            effect.span.clone(),
            effect.marks,
            effect.targets.clone(),
        );
        if seen.insert(key) {
            kept.push(effect);
        }
    }
    if kept.is_empty() {
        kept.push(Effect::new(Capability::SYSTEM_READ, RiskClass::Read, whole));
    }
    kept
}
