//! GraphQL: queries read, mutations write, and the names of a mutation's fields say what.

use super::{effect, unreadable};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Certainty, Effect, Marks, RiskClass};

/// Everything that the GraphQL text does; never empty.
pub(crate) fn graphql(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    if source.text.len() > limits::COMMAND_BYTES {
        let effect = unreadable(source.whole(), "the document is too long to read");
        return vec![effect.marked(Marks::OVERSIZED)];
    }
    // The body of a request: the document is one of its members.
    if let Ok(serde_json::Value::Object(body)) = serde_json::from_str(source.text)
        && let Some(serde_json::Value::String(query)) = body.get("query")
    {
        return document(&Source::derived(source.whole(), query));
    }
    document(source)
}

fn document(source: &Source<'_>) -> Vec<Effect> {
    let Some(tokens) = tokens(source.text) else {
        return vec![unreadable(source.whole(), "a string does not end")];
    };
    let mut effects = Vec::new();
    let mut depth = 0_usize;
    let mut parentheses = 0_usize;
    // The operation whose fields are being read.
    let mut operation = "query";
    let mut after = "";
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            _ if parentheses > 0 => {}
            "{" => {
                if depth == 0 && operation == "query" {
                    effects.push(effect(RiskClass::Read, source.whole()));
                }
                depth += 1;
            }
            "}" => {
                if depth == 0 {
                    return vec![unreadable(source.whole(), "the brackets do not match")];
                }
                depth -= 1;
                if depth == 0 {
                    operation = "query";
                }
            }
            "query" | "mutation" | "subscription" | "fragment" if depth == 0 => operation = token,
            name if depth == 1 && operation == "mutation" && is_name(name) => {
                // `alias: field`: the field counts. Directives and spreads are no fields.
                let aliased = tokens.get(at + 1) == Some(&":");
                if !aliased && after != "@" {
                    effects.push(mutation(name, source));
                }
            }
            name if depth == 0 && is_name(name) && operation == "query" && at == 0 => {
                return vec![unreadable(source.whole(), "this is not a GraphQL document")];
            }
            _ => {}
        }
        if operation == "subscription" && *token == "{" && depth == 1 {
            effects.push(effect(RiskClass::Read, source.whole()));
        }
        after = token;
    }
    if depth > 0 || effects.is_empty() {
        effects.push(unreadable(source.whole(), "no operation can be read"));
    }
    effects.dedup();
    effects.truncate(limits::EFFECTS);
    effects
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// A field of a mutation, judged by its words.
fn mutation(name: &str, source: &Source<'_>) -> Effect {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let risk = if has(&[
        "pay", "payment", "charge", "refund", "transfer", "payout", "purchase", "checkout",
    ]) {
        RiskClass::Financial
    } else if has(&[
        "permission",
        "permissions",
        "role",
        "roles",
        "grant",
        "revoke",
        "collaborator",
        "token",
        "password",
        "policy",
    ]) {
        RiskClass::PermissionChange
    } else if has(&[
        "delete", "remove", "destroy", "drop", "purge", "truncate", "trash", "erase",
    ]) {
        RiskClass::Delete
    } else if has(&["send", "invite", "notify", "publish"])
        && has(&[
            "message",
            "email",
            "mail",
            "sms",
            "invite",
            "invitation",
            "notify",
            "notification",
        ])
    {
        RiskClass::Communication
    } else {
        RiskClass::ExternalWrite
    };
    effect(risk, source.whole()).uncertain(
        Certainty::Unresolved,
        format!("what the mutation `{name}` changes is known by its name only"),
    )
}

fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut starts = true;
    for character in name.chars() {
        if character == '_' {
            starts = true;
            continue;
        }
        if character.is_ascii_uppercase() || starts {
            words.push(String::new());
        }
        starts = false;
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
    }
    words
}

/// Names and symbols; strings and comments left out. `None` when a string does not end.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let rest = text.get(at..).unwrap_or_default();
        if byte == b'#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(inner) = rest.strip_prefix("\"\"\"") {
            at += 6 + inner.find("\"\"\"")?;
        } else if byte == b'"' {
            let mut end = 1;
            loop {
                match rest.as_bytes().get(end)? {
                    b'\\' => end += 2,
                    b'"' => break,
                    _ => end += 1,
                }
            }
            at += end + 1;
        } else if byte.is_ascii_alphanumeric() || byte == b'_' {
            let length = rest
                .bytes()
                .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
                .count();
            tokens.push(rest.get(..length)?);
            at += length;
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            if !byte.is_ascii_whitespace() && byte != b',' {
                tokens.push(rest.get(..length)?);
            }
            at += length;
        }
    }
    Some(tokens)
}
