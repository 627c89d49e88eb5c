//! Arguments of calls, as far as they are literal.

use super::calls::{ARGUMENT_TOKENS, Scan};
use super::lexer::Kind;
use crate::effects::script::touch::HOLE;

/// An argument: its text as far as it is literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Argument {
    pub(super) text: Option<String>,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Scan<'_, '_> {
    /// The arguments from a position behind `(` on.
    pub(super) fn arguments(&self, start: usize) -> Vec<Argument> {
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
    pub(super) fn argument(&self, start: usize, limit: usize) -> (Argument, usize) {
        let mut at = start;
        let mut depth = 0_usize;
        let mut text = String::new();
        let mut known = false;
        let mut plus = true;
        while let Some(token) = self.token(at).filter(|_| at < start + limit) {
            if token.kind == Kind::Symbol {
                match token.text {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" | "," | ";" if depth == 0 => break,
                    ")" | "]" | "}" => depth -= 1,
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
    pub(super) fn words(&self, argument: Option<&Argument>) -> Vec<Option<String>> {
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
    pub(super) fn sends(&self, arguments: &[Argument]) -> bool {
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
}

/// A literal with its escapes taken back as far as they are plain.
pub(super) fn unescaped(text: &str) -> String {
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
pub(super) fn template_text(text: &str) -> String {
    match text.strip_suffix("${") {
        Some(start) => format!("{}{HOLE}", unescaped(start)),
        None => unescaped(text),
    }
}
