//! The scan: imports under their names, then calls and assignments with literal arguments.

use std::collections::HashMap;

use super::lexer::{Kind, Token};
use super::library::{self, Does};
use crate::effects::script::service;
use crate::effects::script::touch::{self, Action, HOLE};
use crate::effects::{Context, Source};
use crate::model::{Capability, Certainty, Effect, Marks, Reach, RiskClass, Span};

/// How far the arguments of one call are read, in tokens.
const ARGUMENT_TOKENS: usize = 400;
/// How many parts of a dotted name are kept.
const PARTS: usize = 12;

/// One scan.
pub(super) struct Scan<'a, 'c> {
    source: &'c Source<'c>,
    context: &'c Context<'c>,
    tokens: &'a [Token<'a>],
    /// What names stand for: `cp` for `child_process`, `rm` for `fs.rm`.
    names: HashMap<&'a str, String>,
    /// Names that were given one literal.
    texts: HashMap<&'a str, Option<String>>,
    /// The text reads cookies, storage, files or the environment.
    reads_private: bool,
    pub(super) effects: Vec<Effect>,
}

/// An argument: its text as far as it is literal.
#[derive(Clone, Debug, Default)]
struct Argument {
    text: Option<String>,
    start: usize,
    end: usize,
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

    fn token(&self, at: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
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

    /// `import x from "m"`, `import { a as b } from "m"`, `const { a: b } = require("m")`.
    fn imports(&mut self) {
        for at in 0..self.tokens.len() {
            let module = if self.is(at, "from") {
                self.token(at + 1)
            } else if self.is(at, "require") || (self.is(at, "import") && self.is(at + 1, "(")) {
                self.token(at + 2)
            } else {
                None
            };
            let Some(module) = module.filter(|module| module.kind == Kind::String) else {
                continue;
            };
            let module = module_name(module.text);
            let equals = self.is(at, "from") || self.is(at.wrapping_sub(1), "=");
            let awaited = self.is(at.wrapping_sub(1), "await") && self.is(at.wrapping_sub(2), "=");
            let end = match (self.is(at, "from"), equals, awaited) {
                (true, ..) => at,
                (_, true, _) => at - 1,
                (_, _, true) => at - 2,
                _ => continue,
            };
            self.bound_names(end, &module);
        }
    }

    /// The names bound in front of position `end`.
    fn bound_names(&mut self, end: usize, module: &str) {
        let mut at = end;
        let mut bound: Vec<(&'a str, String)> = Vec::new();
        for _ in 0..ARGUMENT_TOKENS {
            let Some(before) = at.checked_sub(1) else {
                break;
            };
            at = before;
            let Some(token) = self.token(at) else { break };
            if ["import", "const", "let", "var", ";", ")"]
                .iter()
                .any(|stop| token.is(stop))
            {
                break;
            }
            if token.kind != Kind::Word || token.is("as") {
                continue;
            }
            let original = at.checked_sub(2).filter(|_| {
                let before = at.wrapping_sub(1);
                self.is(before, "as") || self.is(before, ":")
            });
            match original.and_then(|at| self.token(at)) {
                Some(original) if original.is("*") => {
                    bound.push((token.text, module.to_owned()));
                    at = at.saturating_sub(2);
                }
                Some(original) => {
                    bound.push((token.text, format!("{module}.{}", original.text)));
                    at = at.saturating_sub(2);
                }
                None => {
                    let in_braces = self.is(at + 1, "}")
                        || self.is(at + 1, ",")
                        || self.is(at.wrapping_sub(1), "{");
                    let name = match in_braces && !self.is(at + 1, "from") {
                        true => format!("{module}.{}", token.text),
                        false => module.to_owned(),
                    };
                    bound.push((token.text, name));
                }
            }
        }
        self.names.extend(bound);
    }

    /// `const path = "x"`: names given a literal once.
    fn literals(&mut self) {
        for window in self.tokens.windows(4) {
            let [declared, name, equals, value] = window else {
                continue;
            };
            let declares = ["const", "let", "var"].iter().any(|word| declared.is(word));
            if name.kind != Kind::Word || !equals.is("=") || value.is("=") {
                continue;
            }
            let literal = match value.kind {
                Kind::String if declares => Some(unescaped(value.text)),
                Kind::Template if declares && !value.text.ends_with("${") => {
                    Some(unescaped(value.text))
                }
                _ => None,
            };
            self.texts
                .entry(name.text)
                .and_modify(|known| *known = None)
                .or_insert(literal);
        }
    }

    /// Cookies, storage, the environment: read by name, not by call.
    fn private(&mut self) {
        for at in 0..self.tokens.len() {
            let Some(token) = self.token(at).filter(|token| token.kind == Kind::Word) else {
                continue;
            };
            let is_name = matches!(
                token.text,
                "cookie" | "localStorage" | "sessionStorage" | "indexedDB" | "cookieStore"
            );
            let environment = token.is("env") && at >= 2 && self.is(at - 2, "process");
            if is_name || environment {
                self.reads_private = true;
                let span = self.source.span(token.start, token.end);
                let assigned = self.is(at + 1, "=") && !self.is(at + 2, "=");
                let effect = if assigned {
                    Effect::new(
                        Capability::new("browser.write"),
                        RiskClass::LocalWrite,
                        span,
                    )
                } else {
                    Effect::new(Capability::SYSTEM_READ, RiskClass::Read, span)
                };
                self.effects.push(effect.marked(Marks::SECRET));
            }
        }
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
            self.assigned(name, behind + 1, span);
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

    fn assigned(&mut self, name: &str, value: usize, span: Span) {
        let argument = self.argument(value, ARGUMENT_TOKENS).0;
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_location = name.split('.').any(|part| part == "location");
        if is_location && matches!(last, "location" | "href" | "host" | "search" | "pathname") {
            if argument.text.as_deref().is_some_and(|text| {
                text.trim_start()
                    .to_ascii_lowercase()
                    .starts_with("javascript:")
            }) {
                self.apply(Does::Code, name, &[argument], &span);
                return;
            }
            self.apply(Does::Navigate, name, &[argument], &span);
        } else if matches!(last, "innerHTML" | "outerHTML" | "srcdoc") {
            self.apply(Does::Code, name, &[argument], &span);
        } else if matches!(last, "src" | "action" | "href") && name.contains('.') {
            self.apply(Does::Navigate, name, &[argument], &span);
        }
    }

    /// The arguments from a position behind `(` on.
    fn arguments(&self, start: usize) -> Vec<Argument> {
        let mut arguments = Vec::new();
        let mut at = start;
        let mut left = ARGUMENT_TOKENS;
        while left > 0 && self.token(at).is_some() && !self.is(at, ")") {
            let (argument, end) = self.argument(at, left);
            left = left.saturating_sub(end.saturating_sub(at) + 1);
            arguments.push(argument);
            at = end;
            if !self.is(at, ",") {
                break;
            }
            at += 1;
        }
        arguments
    }

    /// One expression up to a comma, bracket or semicolon of its own level.
    fn argument(&self, start: usize, limit: usize) -> (Argument, usize) {
        let mut at = start;
        let mut depth = 0_usize;
        let mut text = String::new();
        let mut known = false;
        let mut plus = true;
        while let Some(token) = self.token(at).filter(|_| at < start + limit) {
            if token.kind == Kind::Symbol {
                match token.text {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" if depth == 0 => break,
                    ")" | "]" | "}" => depth -= 1,
                    "," | ";" if depth == 0 => break,
                    _ => {}
                }
            }
            if depth == 0 {
                let part = match token.kind {
                    Kind::String => Some(unescaped(token.text)),
                    Kind::Template => Some(template_text(token.text)),
                    Kind::Word => self.texts.get(token.text).cloned().flatten(),
                    Kind::Plain | Kind::Symbol => None,
                };
                match part {
                    Some(part) if plus => {
                        known = true;
                        text.push_str(&part);
                    }
                    _ if token.is("+") => {}
                    _ => text.push(HOLE),
                }
                plus = token.is("+");
            }
            at += 1;
        }
        let argument = Argument {
            text: known.then_some(text),
            start,
            end: at,
        };
        (argument, at)
    }

    /// The literal words of a list argument.
    fn words(&self, argument: Option<&Argument>) -> Vec<Option<String>> {
        let Some(argument) = argument else {
            return Vec::new();
        };
        let inner = self
            .tokens
            .get(argument.start..argument.end)
            .unwrap_or_default();
        if !inner.first().is_some_and(|token| token.is("[")) {
            return Vec::new();
        }
        inner
            .split(|token| token.is(",") || token.is("[") || token.is("]"))
            .filter(|part| !part.is_empty())
            .map(|part| match part {
                [one] if one.kind == Kind::String => Some(unescaped(one.text)),
                _ => None,
            })
            .collect()
    }

    /// Whether the options of a request send something.
    fn sends(&self, arguments: &[Argument]) -> bool {
        let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else {
            return false;
        };
        let inner = self.tokens.get(first.start..last.end).unwrap_or_default();
        inner.iter().enumerate().any(|(at, token)| {
            let key = inner.get(at + 1).is_some_and(|next| next.is(":"));
            let named = matches!(token.kind, Kind::Word | Kind::String) && key;
            let method = named && matches!(token.text, "method" | "type");
            let reads = inner.get(at + 2).is_some_and(|value| {
                ["get", "head", "options"].contains(&value.text.to_ascii_lowercase().as_str())
            });
            (method && !reads) || (named && matches!(token.text, "body" | "data" | "json" | "form"))
        })
    }

    fn apply(&mut self, does: Does, name: &str, arguments: &[Argument], span: &Span) {
        let text = |index: usize| arguments.get(index).and_then(|a| a.text.as_deref());
        let file = |action, index: usize, reach| {
            touch::file(action, text(index), reach, span.clone(), self.context)
        };
        let private = if self.reads_private {
            Marks::SENDS_CONTENT
        } else {
            Marks::empty()
        };
        let found: Vec<Effect> = match does {
            Does::Read => vec![file(Action::Read, 0, Reach::One)],
            Does::Write => vec![file(Action::Write, 0, Reach::One)],
            Does::Delete(tree) => {
                let reach = if tree { Reach::Tree } else { Reach::One };
                vec![file(Action::Delete, 0, reach)]
            }
            Does::Permission => vec![file(Action::Permission, 0, Reach::One)],
            Does::Move => vec![touch::with_file(
                file(Action::Write, 0, Reach::Tree),
                Action::Write,
                text(1),
                Reach::One,
                self.context,
            )],
            Does::Copy => vec![
                file(Action::Read, 0, Reach::Tree),
                file(Action::Write, 1, Reach::One),
            ],
            Does::Shell => touch::shell(text(0), span, self.context),
            Does::Spawn => {
                let mut words = vec![text(0).map(str::to_owned)];
                let rest = self.words(arguments.get(1));
                if rest.is_empty() && arguments.len() > 1 {
                    words.push(None);
                }
                words.extend(rest);
                touch::argv(&words, span, self.context)
            }
            Does::List => touch::argv(&self.words(arguments.first()), span, self.context),
            Does::Fetch if self.sends(arguments) => vec![self.sent(text(0), span, private)],
            Does::Fetch if name.ends_with("XMLHttpRequest") => Vec::new(),
            Does::Fetch | Does::Navigate => {
                let fetch = Effect::new(Capability::NET_FETCH, RiskClass::Read, span.clone());
                let computed = text(0).is_none_or(|text| text.contains(HOLE));
                let marks = match computed && self.reads_private {
                    true => Marks::EXFILTRATION | Marks::SENDS_CONTENT,
                    false => Marks::empty(),
                };
                vec![located(fetch, text(0)).marked(marks)]
            }
            Does::Request => match text(0) {
                Some(method) if method.eq_ignore_ascii_case("get") => {
                    let fetch = Effect::new(Capability::NET_FETCH, RiskClass::Read, span.clone());
                    vec![located(fetch, text(1))]
                }
                Some(_) if text(1).is_some() => vec![self.sent(text(1), span, private)],
                _ => Vec::new(),
            },
            Does::Send => vec![self.sent(text(0), span, private)],
            Does::Code => {
                let fetched = self
                    .effects
                    .iter()
                    .any(|effect| effect.capability == Capability::NET_FETCH);
                let decoded = self.tokens.iter().any(|token| token.is("atob"));
                let marks = match fetched || decoded {
                    true => Marks::UNKNOWN_ORIGIN,
                    false => Marks::empty(),
                };
                vec![
                    Effect::opaque(
                        Capability::CODE_EXEC,
                        span.clone(),
                        format!("`{name}` runs text as code"),
                    )
                    .marked(marks),
                ]
            }
            Does::Act => vec![Effect::opaque(
                Capability::new("browser.act"),
                span.clone(),
                format!("`{name}` acts on the page: what it sends is not shown"),
            )],
            Does::Kill => {
                let kill = Capability::new("process.kill");
                vec![
                    Effect::new(kill, RiskClass::LocalWrite, span.clone())
                        .uncertain(Certainty::Unresolved, "the process is computed"),
                ]
            }
            Does::Store => {
                let write = Capability::new("browser.write");
                vec![Effect::new(write, RiskClass::LocalWrite, span.clone())]
            }
            Does::Service(kind) => {
                let (risk, capability) = service::judge(kind, name);
                vec![Effect::new(capability, risk, span.clone()).uncertain(
                    Certainty::Unresolved,
                    "what the client library changes is not known",
                )]
            }
        };
        self.effects.extend(found);
    }

    fn sent(&self, url: Option<&str>, span: &Span, marks: Marks) -> Effect {
        let send = Effect::new(Capability::NET_SEND, RiskClass::ExternalWrite, span.clone());
        located(send, url).marked(marks)
    }
}

/// The effect with its place. A relative address stays on the page's own site.
fn located(effect: Effect, text: Option<&str>) -> Effect {
    match text {
        Some(text) if text.starts_with('/') && !text.starts_with("//") => {
            effect.uncertain(Certainty::Unresolved, "the address is relative to the page")
        }
        other => touch::with_url(effect, other),
    }
}

/// `fs` for `node:fs`, `fs/promises`, `fs-extra`.
fn module_name(text: &str) -> String {
    let name = text.strip_prefix("node:").unwrap_or(text);
    let name = name.strip_suffix("/promises").unwrap_or(name);
    match name {
        "fs-extra" | "graceful-fs" => "fs".to_owned(),
        "http2" => "http".to_owned(),
        other => other.to_owned(),
    }
}

/// A literal with its escapes taken back as far as they are plain.
fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => result.push('\n'),
            Some('t') => result.push('\t'),
            Some('r') => result.push('\r'),
            // Code points by number: not read, and said so.
            Some('x' | 'u' | '0'..='9') => result.push(HOLE),
            Some('\n') | None => {}
            Some(other) => result.push(other),
        }
    }
    result
}

/// The first part of a template, with a hole when more follows.
fn template_text(text: &str) -> String {
    match text.strip_suffix("${") {
        Some(start) => format!("{}{HOLE}", unescaped(start)),
        None => unescaped(text),
    }
}
