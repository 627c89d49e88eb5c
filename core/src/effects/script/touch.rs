//! Effects of code whose arguments are known in part: a path, a URL, a command with holes.

use crate::effects::{Context, Source, shell};
use crate::model::{
    Capability, Certainty, Effect, Host, Marks, PathTarget, Reach, RiskClass, Span, Target,
};
use crate::target::{host, path, sensitive, url};

/// Stands in a text for a part that is not known.
pub(super) const HOLE: char = '\u{fffc}';

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// It is read.
    Read,
    /// It is created or changed.
    Write,
    /// It is deleted.
    Delete,
    /// Its mode or owner changes.
    Permission,
}

/// An effect on a file that code names by `text`, `None` when nothing of the name is known.
pub(super) fn file(
    action: Action,
    text: Option<&str>,
    reach: Reach,
    span: Span,
    context: &Context<'_>,
) -> Effect {
    let (capability, risk) = match action {
        Action::Read => (Capability::FILE_READ, RiskClass::Read),
        Action::Write => (Capability::FILE_WRITE, RiskClass::LocalWrite),
        Action::Delete => (Capability::FILE_DELETE, RiskClass::Delete),
        Action::Permission => (Capability::FILE_PERMISSION, RiskClass::PermissionChange),
    };
    with_file(
        Effect::new(capability, risk, span),
        action,
        text,
        reach,
        context,
    )
}

/// The same effect with the file as one more target.
pub(super) fn with_file(
    effect: Effect,
    action: Action,
    text: Option<&str>,
    reach: Reach,
    context: &Context<'_>,
) -> Effect {
    let start = text.map(|text| text.split(HOLE).next().unwrap_or_default());
    let (Some(text), Some(start)) = (text, start.filter(|start| !start.is_empty())) else {
        return effect.uncertain(Certainty::Unresolved, "the path is computed");
    };
    // Code does not expand `~` by itself.
    let literal = |text: &str| match text.strip_prefix("file://") {
        Some(rest) => rest.to_owned(),
        None if text.starts_with('~') => format!("./{text}"),
        None => text.to_owned(),
    };
    let known = start.len() == text.len();
    let target = if known {
        PathTarget {
            path: path::resolve(&literal(text), context.environment),
            reach,
        }
    } else {
        PathTarget {
            path: path::resolve(&format!("{}*", literal(start)), context.environment),
            reach: Reach::Pattern,
        }
    };
    let changes = action != Action::Read;
    let marks = sensitive::marks(&target, context.environment, changes);
    let effect = effect.with(Target::Path(target)).marked(marks);
    if known {
        return effect;
    }
    effect.uncertain(Certainty::Unresolved, "a part of the path is computed")
}

/// The same effect with the place that a URL names.
pub(super) fn with_url(effect: Effect, text: Option<&str>) -> Effect {
    let Some(text) = text else {
        return effect.uncertain(Certainty::Unresolved, "the URL is computed");
    };
    let start = text.split(HOLE).next().unwrap_or_default();
    let known = start.len() == text.len();
    if !known && !names_its_host(start) {
        return effect.uncertain(Certainty::Unresolved, "the host is computed");
    }
    let effect = match url::read(start) {
        Some(url::Place::Web(place, marks)) => effect.with(Target::Url(place)).marked(marks),
        Some(url::Place::File(_) | url::Place::Nowhere) => effect,
        None => effect.uncertain(Certainty::Unresolved, "the URL cannot be read"),
    };
    if known {
        return effect;
    }
    effect.uncertain(Certainty::Unresolved, "a part of the URL is computed")
}

/// Whether the known start of a URL reaches behind its host.
fn names_its_host(start: &str) -> bool {
    start
        .split_once("://")
        .is_some_and(|(_, rest)| rest.contains(['/', '?', '#']))
}

/// A host by name, or nothing when it is not one.
pub(super) fn host_named(text: &str) -> Option<Host> {
    if text.contains(HOLE) {
        return None;
    }
    host::host(text)
}

/// A shell command with holes: the shell reads it with variables in their place, and what fills
/// them may be more than a word.
pub(crate) fn shell(text: Option<&str>, span: &Span, context: &Context<'_>) -> Vec<Effect> {
    let unknown = |why: &str| Effect::opaque(Capability::SHELL_EXEC, span.clone(), why);
    let (Some(text), Some(inner)) = (text, context.deeper()) else {
        return vec![unknown("runs a command that the code computes")];
    };
    let holes = text.contains(HOLE);
    let command = text.replace(HOLE, "${computed}");
    let mut effects = shell::command(&Source::derived(span.clone(), &command), &inner);
    if holes {
        effects.push(unknown("a part of the command is computed"));
    }
    effects
}

/// A program and its arguments, `None` for those that are not known.
pub(super) fn argv(words: &[Option<String>], span: &Span, context: &Context<'_>) -> Vec<Effect> {
    let Some(inner) = context.deeper().filter(|_| !words.is_empty()) else {
        return shell(None, span, context);
    };
    let words: Vec<Option<&str>> = words.iter().map(Option::as_deref).collect();
    shell::argv(&words, span, &inner)
}

/// Code of unknown origin: fetched or decoded, then run.
pub(super) fn unknown_code(span: Span, why: &str) -> Effect {
    Effect::opaque(Capability::CODE_EXEC, span, why).marked(Marks::UNKNOWN_ORIGIN)
}
