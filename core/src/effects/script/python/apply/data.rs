//! Databases and the environment.

use smol_str::{SmolStr, format_smolstr};

use super::text_of;
use crate::effects::script::python::calls::{Arguments, Site};
use crate::effects::script::python::reader::Reader;
use crate::effects::script::python::value::{HOLE, Instance, Origin, Text, Value};
use crate::effects::script::touch::{self, Action};
use crate::effects::{Source, sql};
use crate::model::{Capability, Certainty, Effect, Marks, Reach, RiskClass};

impl Reader<'_, '_> {
    pub(super) fn sql(
        &mut self,
        dialect: sql::Dialect,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let statement = arguments.at(0, &["sql", "query", "statement", "operation"]);
        let unknown = Value::Unknown;
        for statement in statement.unwrap_or(&unknown).alternatives() {
            let mut found = match text_of(statement) {
                Some(text) if !text.starts_with(HOLE) => {
                    let holes = text.contains(HOLE);
                    let text = text.replace(HOLE, "computed");
                    let source = Source::derived(site.span.clone(), &text);
                    let mut found = sql::statements(&source, dialect, self.context);
                    for effect in found.iter_mut().filter(|_| holes) {
                        *effect = effect.clone().uncertain(
                            Certainty::Unresolved,
                            "a part of the statement is computed",
                        );
                    }
                    found
                }
                _ => vec![Effect::opaque(
                    Capability::DB_WRITE,
                    site.span.clone(),
                    "runs a statement that is computed",
                )],
            };
            if let (sql::Dialect::Sqlite, Some(file)) = (dialect, &site.place)
                && file.text != ":memory:"
            {
                for effect in &mut found {
                    let action = match effect.risk {
                        RiskClass::Read => Action::Read,
                        _ => Action::Write,
                    };
                    let name = Some(file.text.as_str());
                    *effect =
                        touch::with_file(effect.clone(), action, name, Reach::One, self.context);
                }
            }
            self.effects.extend(found);
        }
        Value::Instance(Instance {
            name: format_smolstr!("{}()", site.name),
            origin: Origin::Local,
            place: site.place.clone(),
        })
    }

    pub(super) fn environment(&mut self, name: Option<&Value>, site: &Site) -> Value {
        let effect = Effect::new(Capability::SYSTEM_READ, RiskClass::Read, site.span.clone());
        let Some(Value::Text(name)) = name.filter(|name| text_of(name).is_some()) else {
            self.effects
                .push(effect.uncertain(Certainty::Unresolved, "the variable is computed"));
            return Value::Unknown;
        };
        let environment = self.context.environment;
        match name.text.as_str() {
            "HOME" => return Value::text(environment.home.as_str()),
            "PWD" => return Value::text(environment.cwd.as_str()),
            "HERMES_HOME" => return Value::text(environment.hermes_home.as_str()),
            "TMPDIR" | "TMP" | "TEMP" => return Value::text("/tmp"),
            _ => {}
        }
        let secret = is_secret_name(&name.text);
        let marks = if secret {
            Marks::SECRET
        } else {
            Marks::empty()
        };
        self.effects.push(effect.marked(marks));
        Value::Text(Text {
            text: SmolStr::new(HOLE.to_string()),
            is_path: false,
            origin: if secret { Origin::Secret } else { Origin::Here },
        })
    }

    pub(super) fn method_of_database(
        &mut self,
        judged: Option<(RiskClass, Capability)>,
        site: &Site,
    ) {
        if let Some((risk, capability)) = judged {
            let effect = Effect::new(capability, risk, site.span.clone());
            self.effects.push(effect);
        }
    }
}

/// Whether an environment variable's name says that it holds a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "KEY",
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "CREDENTIAL",
        "AUTH",
        "DSN",
        "WEBHOOK",
        "BEARER",
        "PRIVATE",
        "DATABASE_URL",
        "CREDS",
    ];
    let name = name.to_ascii_uppercase();
    WORDS.iter().any(|word| name.contains(word))
}
