//! Commands and code that calls start.

use super::text_of;
use crate::effects::script::python::calls::{Arguments, Site};
use crate::effects::script::python::python;
use crate::effects::script::python::reader::Reader;
use crate::effects::script::python::value::{HOLE, Origin, Value};
use crate::effects::script::touch;
use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, Environment};
use crate::target::path;

impl Reader<'_, '_> {
    pub(super) fn shell(&mut self, command: Option<&Value>, arguments: &Arguments, site: &Site) {
        let unknown = Value::Unknown;
        let environment = working_folder(arguments, self.context);
        for command in command.unwrap_or(&unknown).alternatives() {
            let command = match command {
                Value::List(words) => words.first().unwrap_or(&unknown),
                other => other,
            };
            let context = match &environment {
                Some(environment) => self.context.in_environment(environment),
                None => self.context.clone(),
            };
            let mut found = touch::shell(text_of(command), &site.span, &context);
            if matches!(command.origin(), Origin::Network | Origin::Decoded) {
                found.push(touch::unknown_code(
                    site.span.clone(),
                    "runs a command that was fetched or decoded",
                ));
            }
            self.effects.extend(found);
        }
    }

    pub(super) fn process(&mut self, arguments: &Arguments, site: &Site) {
        let unknown = Value::Unknown;
        let command = arguments
            .at(0, &["args", "cmd", "command"])
            .unwrap_or(&unknown);
        let by_shell = match arguments.named(&["shell"]) {
            None | Some(Value::Bool(false)) => false,
            Some(_) => true,
        };
        for one in command.alternatives() {
            match one {
                Value::List(items) if !by_shell => {
                    let words: Vec<_> = items.iter().map(word).collect();
                    let environment = working_folder(arguments, self.context);
                    let context = match &environment {
                        Some(environment) => self.context.in_environment(environment),
                        None => self.context.clone(),
                    };
                    let found = touch::argv(&words, &site.span, &context);
                    self.effects.extend(found);
                }
                other => {
                    let other = other.clone();
                    self.shell(Some(&other), arguments, site);
                }
            }
        }
    }

    pub(super) fn code(&mut self, arguments: &Arguments, site: &Site) -> Value {
        let code = arguments.at(0, &["source", "stmt"]).cloned();
        let code = code.unwrap_or(Value::Unknown);
        match (&code, code.origin()) {
            (_, Origin::Network | Origin::Decoded) => {
                self.effects.push(touch::unknown_code(
                    site.span.clone(),
                    "runs code that was fetched or decoded",
                ));
            }
            (Value::Text(text), Origin::Here) if text.is_known() => {
                let source = Source::derived(site.span.clone(), text.text.as_str());
                let found = python(&source, self.context);
                self.effects.extend(found);
            }
            _ => self.effects.push(Effect::opaque(
                Capability::CODE_EXEC,
                site.span.clone(),
                "runs code that is computed",
            )),
        }
        match site.name.as_str() {
            "compile" => code,
            _ => Value::Unknown,
        }
    }
}

/// The folder that a command is started in, when the call names one.
pub(super) fn working_folder(arguments: &Arguments, context: &Context<'_>) -> Option<Environment> {
    let folder = text_of(arguments.named(&["cwd"])?).filter(|text| !text.contains(HOLE))?;
    Some(Environment {
        cwd: path::resolve(folder, context.environment),
        ..context.environment.clone()
    })
}

pub(super) fn word(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) if text.is_known() => Some(text.text.to_string()),
        Value::Symbol(name) if name == "sys.executable" => Some("python3".to_owned()),
        _ => None,
    }
}
