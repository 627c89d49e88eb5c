//! SQL text: split into statements and client commands, each with its own effects.

use super::lexer::{self, Quoting, Token};
use super::{Dialect, client, statement, unreadable};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Effect, Marks};

/// Everything that the SQL text does, statement by statement; never empty.
pub(crate) fn statements(
    source: &Source<'_>,
    dialect: Dialect,
    context: &Context<'_>,
) -> Vec<Effect> {
    if source.text.len() > limits::COMMAND_BYTES {
        let effect = unreadable(source.whole(), "the statements are too long to read");
        return vec![effect.marked(Marks::OVERSIZED)];
    }
    let mut effects = Vec::new();
    for quoting in readings(source.text, dialect) {
        for effect in read(source, dialect, quoting, context) {
            if !effects.contains(&effect) {
                effects.push(effect);
            }
        }
    }
    if effects.is_empty() {
        effects.push(unreadable(source.whole(), "there is no statement"));
    }
    effects
}

/// Every way in which the server may read strings and comments. Settings decide about
/// backslashes; of an unknown server everything may differ, and a statement that any of them
/// would run must not hide in what another takes for a string or comment.
fn readings(text: &str, dialect: Dialect) -> Vec<Quoting> {
    let base = quoting(dialect);
    let mut readings = vec![base];
    if text.contains("\\'") || text.contains("\\\"") {
        readings.push(Quoting {
            backslash: !base.backslash,
            ..base
        });
    }
    if dialect != Dialect::Generic {
        return readings;
    }
    let as_mysql = Quoting {
        double_strings: base.double_strings,
        ..quoting(Dialect::Mysql)
    };
    if text.contains(['#', '$']) || text.contains("/*") || text.contains("--") {
        readings.push(as_mysql);
        readings.push(Quoting {
            backslash: false,
            ..as_mysql
        });
    }
    readings
}

fn quoting(dialect: Dialect) -> Quoting {
    Quoting {
        backslash: dialect == Dialect::Mysql,
        double_strings: dialect == Dialect::Mysql,
        hash_comments: dialect == Dialect::Mysql,
        dollar: matches!(dialect, Dialect::Postgres | Dialect::Generic),
        slash_comments: false,
        spaced_dashes: dialect == Dialect::Mysql,
        nested_comments: matches!(dialect, Dialect::Postgres | Dialect::Generic),
    }
}

fn read(
    source: &Source<'_>,
    dialect: Dialect,
    quoting: Quoting,
    context: &Context<'_>,
) -> Vec<Effect> {
    let opened = executed_comments(source.text, dialect);
    let text = opened.as_deref().unwrap_or(source.text);
    let (rest, mut effects) = client::commands(text, source, dialect, context);
    let Some(tokens) = lexer::tokens(&rest, quoting) else {
        effects.push(unreadable(
            source.whole(),
            "a string or comment does not end",
        ));
        return effects;
    };
    for part in tokens.split(|token| token.is_symbol(";")) {
        let (Some(first), Some(last)) = (part.first(), part.last()) else {
            continue;
        };
        let span = source.span(first.start, last.end);
        let text = rest.get(first.start..last.end).unwrap_or_default();
        let read = statement::Statement {
            tokens: part,
            text,
            span,
            dialect,
        };
        effects.extend(statement::effects(&read));
        if effects.len() > limits::EFFECTS {
            let effect = unreadable(source.whole(), "there are too many statements to read");
            effects.push(effect.marked(Marks::OVERSIZED));
            break;
        }
    }
    effects
}

/// MySQL runs what stands in `/*! ... */`: the text with those comments opened, of equal length.
fn executed_comments(text: &str, dialect: Dialect) -> Option<String> {
    if !matches!(dialect, Dialect::Mysql | Dialect::Generic) || !text.contains("/*!") {
        return None;
    }
    let mut opened = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*!") {
        let (inner, after) = comment.split_once("*/").unwrap_or((comment, ""));
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        opened.push_str(before);
        opened.push_str(&" ".repeat(3 + digits));
        opened.push_str(inner.get(digits..).unwrap_or_default());
        if comment.len() > inner.len() {
            opened.push_str("  ");
        }
        rest = after;
    }
    opened.push_str(rest);
    Some(opened)
}

/// Whether the words at the start of `tokens` are these.
pub(super) fn begins(tokens: &[Token<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len() && tokens.iter().zip(words).all(|(token, word)| token.is(word))
}
