//! Names: what was imported under them, which were given literals, which are private.

use super::arguments::unescaped;
use super::calls::{ARGUMENT_TOKENS, Scan};
use super::lexer::Kind;
use crate::model::{Capability, Effect, Marks, RiskClass};

impl<'a> Scan<'a, '_> {
    /// `import x from "m"`, `import { a as b } from "m"`, `const { a: b } = require("m")`.
    pub(super) fn imports(&mut self) {
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
    pub(super) fn bound_names(&mut self, end: usize, module: &str) {
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
                    let name = if in_braces && !self.is(at + 1, "from") {
                        format!("{module}.{}", token.text)
                    } else {
                        module.to_owned()
                    };
                    bound.push((token.text, name));
                }
            }
        }
        self.names.extend(bound);
    }

    /// `const path = "x"`: names given a literal once.
    pub(super) fn literals(&mut self) {
        for window in self.tokens.windows(4) {
            let [declared, name, equals, value] = window else {
                continue;
            };
            let is_declaration = ["const", "let", "var"].iter().any(|word| declared.is(word));
            if name.kind != Kind::Word || !equals.is("=") || value.is("=") {
                continue;
            }
            let literal = match value.kind {
                Kind::String if is_declaration => Some(unescaped(value.text)),
                Kind::Template if is_declaration && !value.text.ends_with("${") => {
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
    pub(super) fn private(&mut self) {
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
}

/// `fs` for `node:fs`, `fs/promises`, `fs-extra`.
pub(super) fn module_name(text: &str) -> String {
    let name = text.strip_prefix("node:").unwrap_or(text);
    let name = name.strip_suffix("/promises").unwrap_or(name);
    match name {
        "fs-extra" | "graceful-fs" => "fs".to_owned(),
        "http2" => "http".to_owned(),
        other => other.to_owned(),
    }
}
