//! The scan: imports under their names, then calls and assignments with literal arguments.

use std::collections::HashMap;

use super::arguments::template_text;
use super::lexer::{Kind, Token};
use super::library::{self, Does};
use super::names::module_name;
use crate::effects::script::touch;
use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, Span};

/// How far the arguments of one call are read, in tokens.
pub(super) const ARGUMENT_TOKENS: usize = 400;
/// How many parts of a dotted name are kept.
const PARTS: usize = 12;

/// One scan.
pub(super) struct Scan<'a, 'c> {
    pub(super) source: &'c Source<'c>,
    pub(super) context: &'c Context<'c>,
    pub(super) tokens: &'a [Token<'a>],
    /// What names stand for: `cp` for `child_process`, `rm` for `fs.rm`.
    pub(super) names: HashMap<&'a str, String>,
    /// Names that were given one literal.
    pub(super) texts: HashMap<&'a str, Option<String>>,
    /// The text reads cookies, storage, files or the environment.
    pub(super) reads_private: bool,
    pub(super) effects: Vec<Effect>,
}

impl<'a, 'c> Scan<'a, 'c> {
    pub(super) fn new(
        source: &'c Source<'c>,
        context: &'c Context<'c>,
        tokens: &'a [Token<'a>],
    ) -> Self {
        Self {
            source,
            context,
            tokens,
            names: HashMap::new(),
            texts: HashMap::new(),
            reads_private: false,
            effects: Vec::new(),
        }
    }

    pub(super) fn run(&mut self) {
        self.imports();
        self.literals();
        self.private();
        for at in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(at) else {
                return;
            };
            if token.kind != Kind::Word || self.is_member(at) {
                continue;
            }
            let (mut name, behind) = self.dotted(at);
            // A member of a call's or an index's result.
            if at > 0 && self.is(at - 1, ".") {
                name.insert_str(0, "?.");
            }
            self.named(&name, at, behind);
        }
    }

    pub(super) fn token(&self, at: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(at)
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(text))
    }

    /// Whether the word is a part of a name that began earlier.
    fn is_member(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        self.is(before, ".")
            && before
                .checked_sub(1)
                .and_then(|at| self.token(at))
                .is_some_and(|token| token.kind == Kind::Word || token.is("?"))
    }

    /// A name with its members, aliases resolved, and the position behind it. Calls in between
    /// (`require("fs").rmSync`) are followed.
    fn dotted(&self, at: usize) -> (String, usize) {
        let first = self.token(at).map_or("", |token| token.text);
        let mut behind = at + 1;
        let mut name = match first {
            "require" | "import" if self.is(behind, "(") => match self.token(behind + 1) {
                Some(module) if module.kind == Kind::String && self.is(behind + 2, ")") => {
                    behind += 3;
                    module_name(module.text)
                }
                _ => first.to_owned(),
            },
            _ => self
                .names
                .get(first)
                .cloned()
                .unwrap_or_else(|| first.to_owned()),
        };
        for _ in 0..PARTS {
            let skip = usize::from(self.is(behind, "?"));
            let member = match self.token(behind + skip) {
                Some(dot) if dot.is(".") => self.token(behind + skip + 1),
                Some(open) if open.is("[") && self.is(behind + skip + 2, "]") => {
                    self.token(behind + skip + 1)
                }
                _ => None,
            };
            let Some(member) = member.filter(|m| matches!(m.kind, Kind::Word | Kind::String))
            else {
                break;
            };
            behind += skip + if member.kind == Kind::Word { 2 } else { 3 };
            // The promise forms of a module do the same.
            if member.text != "promises" && member.text != "default" {
                name.push('.');
                name.push_str(member.text);
            }
        }
        (name, behind)
    }

    /// A name that is used: called, made with `new`, tagged or assigned to.
    fn named(&mut self, name: &str, at: usize, behind: usize) {
        let Some(next) = self.token(behind) else {
            return;
        };
        let span = match self.token(at) {
            Some(token) => self.source.span(token.start, next.start),
            None => self.source.whole(),
        };
        if next.is("=") && !self.is(behind + 1, "=") && !self.is(behind + 1, ">") {
            self.assigned(name, behind + 1, &span);
            return;
        }
        if next.kind == Kind::Template
            && matches!(name, "$" | "Bun.$" | "bun.$" | "zx.$" | "execa.$")
        {
            let text = template_text(next.text);
            let found = touch::shell(Some(&text), &span, self.context);
            self.effects.extend(found);
            return;
        }
        if !next.is("(") {
            return;
        }
        let timer = matches!(name, "setTimeout" | "setInterval");
        let arguments = self.arguments(behind + 1);
        if timer && arguments.first().is_some_and(|first| first.text.is_some()) {
            self.apply(Does::Code, name, &arguments, &span);
        }
        if name == "import" || name == "require" {
            let effect = Effect::opaque(
                Capability::CODE_EXEC,
                span.clone(),
                "loads a module that is computed",
            );
            self.effects.push(effect);
        }
        if name == "document.createElement"
            && arguments.first().and_then(|a| a.text.as_deref()) == Some("script")
        {
            self.apply(Does::Code, name, &arguments, &span);
        }
        if let Some(does) = library::find(name) {
            self.apply(does, name, &arguments, &span);
        }
    }

    fn assigned(&mut self, name: &str, value: usize, span: &Span) {
        let argument = self.argument(value, ARGUMENT_TOKENS).0;
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_location = name.split('.').any(|part| part == "location");
        if is_location && matches!(last, "location" | "href" | "host" | "search" | "pathname") {
            if argument.text.as_deref().is_some_and(|text| {
                text.trim_start()
                    .to_ascii_lowercase()
                    .starts_with("javascript:")
            }) {
                self.apply(Does::Code, name, &[argument], span);
                return;
            }
            self.apply(Does::Navigate, name, &[argument], span);
        } else if matches!(last, "innerHTML" | "outerHTML" | "srcdoc") {
            self.apply(Does::Code, name, &[argument], span);
        } else if matches!(last, "src" | "action" | "href") && name.contains('.') {
            self.apply(Does::Navigate, name, &[argument], span);
        }
    }
}
