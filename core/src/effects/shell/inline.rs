//! Source text of other languages in a command: handed to its analyser.

use super::roles::Run;
use super::value::Field;
use crate::catalog::program::{Language, SqlDialect};
use crate::effects::{Source, script, sql};
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

impl Run<'_, '_> {
    pub(super) fn code(&mut self, language: Language, field: &Field) {
        let Some(text) = field.exact().map(str::to_owned) else {
            let why = "the code is not known before it runs";
            let mut effect = Effect::opaque(Capability::CODE_EXEC, field.span.clone(), why);
            if field.taint.network || field.taint.decoded {
                effect.marks |= Marks::UNKNOWN_ORIGIN;
            }
            self.walker.push(effect);
            return;
        };
        match language {
            Language::Shell => return self.command(field),
            Language::Awk => return super::special::awk::program(self, &text, field),
            Language::Sed => return super::special::sed::script(self, &text, field),
            _ => {}
        }
        let Some(context) = self.walker.context.deeper() else {
            let why = "code is wrapped in too many layers";
            let effect = Effect::opaque(Capability::CODE_EXEC, field.span.clone(), why);
            self.walker.push(effect);
            return;
        };
        let environment = std::rc::Rc::clone(&self.state.environment);
        let context = context.in_environment(&environment);
        let source = Source::derived(field.span.clone(), &text);
        let effects = match language {
            Language::Python => script::python(&source, &context),
            Language::JavaScript => script::javascript(&source, &context),
            Language::Mongo => sql::mongo(&source, &context),
            Language::Redis => sql::redis(&source, &context),
            Language::Cypher => sql::cypher(&source, &context),
            Language::GraphQl => sql::graphql(&source, &context),
            Language::Other(name) => script::other(name, &source, &context),
            Language::Shell | Language::Awk | Language::Sed => Vec::new(),
        };
        self.adopt(effects);
    }

    pub(super) fn sql(&mut self, dialect: SqlDialect, field: &Field) {
        let text = field.text.clone();
        if field.unknown && text.trim().is_empty() {
            let why = "the statement is not known before it runs";
            let mut effect =
                Effect::new(Capability::DB_WRITE, RiskClass::Unknown, field.span.clone());
            effect = effect.uncertain(Certainty::Opaque, why);
            self.walker.push(effect);
            return;
        }
        let Some(context) = self.walker.context.deeper() else {
            return;
        };
        let environment = std::rc::Rc::clone(&self.state.environment);
        let context = context.in_environment(&environment);
        let source = Source::derived(field.span.clone(), &text);
        let dialect = match dialect {
            SqlDialect::Generic => sql::Dialect::Generic,
            SqlDialect::Postgres => sql::Dialect::Postgres,
            SqlDialect::Mysql => sql::Dialect::Mysql,
            SqlDialect::Sqlite => sql::Dialect::Sqlite,
        };
        let start = self.walker.effects.len();
        let effects = sql::statements(&source, dialect, &context);
        self.adopt(effects);
        if field.unknown {
            let why = "a part of the statement is not known before it runs";
            self.walker.unresolve(start, why);
        }
    }

    fn adopt(&mut self, effects: Vec<Effect>) {
        for mut effect in effects {
            effect.program.get_or_insert_with(|| self.label.clone());
            self.walker.push(effect);
        }
    }
}
