//! Arguments that are source text, handed to the analyser of their language.

use serde_json::Value;
use smol_str::SmolStr;

use super::super::{Context, Source, patch, script, shell, sql};
use crate::catalog::tool::Language;
use crate::model::{Capability, Certainty, Effect, Environment, Marks, RiskClass, Span, Target};
use crate::target::{path, text};

/// Where a command of a tool runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// On this machine, in the folder of the environment.
    Here,
    /// On this machine or elsewhere, in a folder that the call does not say.
    Elsewhere,
}

/// What the source text in an argument does.
pub(super) fn run(
    language: Language,
    arg: &SmolStr,
    value: &Value,
    place: Where,
    work_folder: Option<&str>,
    context: &Context<'_>,
) -> Vec<Effect> {
    let Some((source_text, is_text)) = source_text(language, value) else {
        return vec![not_text(arg)];
    };
    let environment = work_folder.map(|folder| Environment {
        cwd: path::resolve(folder, context.environment),
        ..context.environment.clone()
    });
    let context = match &environment {
        Some(environment) => context.in_environment(environment),
        None => context.clone(),
    };
    let source = if is_text {
        Source::argument(arg.clone(), &source_text)
    } else {
        Source::derived(Span::whole(arg.clone()), &source_text)
    };
    let mut effects = analyse(language, &source, &context);
    if place == Where::Elsewhere {
        for effect in &mut effects {
            forget_relative_paths(effect, language, context.environment);
        }
    }
    let folder = match (place, &environment) {
        (Where::Elsewhere, _) => Some(path::absolute("/")),
        (Where::Here, Some(environment)) => Some(environment.cwd.clone()),
        (Where::Here, None) => None,
    };
    if let Some(folder) = folder {
        for effect in &mut effects {
            effect.folder.get_or_insert_with(|| folder.clone());
        }
    }
    if text::is_hidden(&source_text) {
        for effect in &mut effects {
            effect.marks |= Marks::HIDDEN_TEXT;
        }
    }
    if !is_text && matches!(language, Language::Shell) {
        effects.push(not_text(arg));
    }
    effects
}

fn analyse(language: Language, source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    if source.text.trim().is_empty() {
        let capability = match language {
            Language::Shell | Language::RemoteShell => Capability::SHELL_EXEC,
            _ => Capability::CODE_EXEC,
        };
        return vec![Effect::new(
            capability,
            RiskClass::Execution,
            source.whole(),
        )];
    }
    match language {
        Language::Shell | Language::Input => shell::command(source, context),
        Language::RemoteShell => {
            let mut effects = shell::command(source, context);
            effects.push(Effect::opaque(
                Capability::SHELL_EXEC,
                source.whole(),
                "it runs on another machine",
            ));
            effects
        }
        Language::Python => script::python(source, context),
        Language::JavaScript => script::javascript(source, context),
        Language::Sql => sql::statements(source, sql::Dialect::Generic, context),
        Language::GraphQl => sql::graphql(source, context),
        Language::Cypher => sql::cypher(source, context),
        Language::Mongo => sql::mongo(source, context),
        Language::Redis => sql::redis(source, context),
        Language::Patch => patch::patch(source, context),
        Language::Other => script::other("", source, context),
    }
}

/// The text, and whether it stands in the argument as it is.
fn source_text(language: Language, value: &Value) -> Option<(String, bool)> {
    match value {
        Value::String(text) => Some((text.clone(), true)),
        Value::Array(items)
            if matches!(
                language,
                Language::Shell | Language::RemoteShell | Language::Redis
            ) =>
        {
            let words: Option<Vec<String>> =
                items.iter().map(|item| item.as_str().map(quote)).collect();
            Some((words?.join(" "), false))
        }
        Value::Array(_) | Value::Object(_) if language == Language::Mongo => {
            Some((value.to_string(), false))
        }
        Value::Null => Some((String::new(), true)),
        _ => None,
    }
}

/// A word as a shell would have to be given it.
fn quote(word: &str) -> String {
    let plain = !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_./=:@%+,~".contains(&byte));
    if plain {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn not_text(arg: &SmolStr) -> Effect {
    Effect::new(
        Capability::UNKNOWN,
        RiskClass::Unknown,
        Span::whole(arg.clone()),
    )
    .marked(Marks::UNPARSABLE)
    .uncertain(Certainty::Unresolved, "the argument is not text")
}

/// Where the folder of a command is not known, a relative path is no path that can be compared.
fn forget_relative_paths(effect: &mut Effect, language: Language, environment: &Environment) {
    let before = effect.targets.len();
    let remote = language == Language::RemoteShell;
    effect.targets.retain(|target| match target {
        Target::Path(target) => !remote && !target.path.is_within(&environment.cwd),
        _ => true,
    });
    if effect.targets.len() < before {
        *effect = effect.clone().uncertain(
            Certainty::Unresolved,
            "the folder that the command runs in is not in the call",
        );
    }
}
