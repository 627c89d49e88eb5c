//! Cypher: the clauses of a graph query.

use super::lexer::{self, Quoting, Token};
use super::{effect, unreadable};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Target};
use crate::target::url;

const CLAUSES: &[&str] = &[
    "MATCH",
    "OPTIONAL",
    "RETURN",
    "WITH",
    "UNWIND",
    "CALL",
    "SHOW",
    "EXPLAIN",
    "PROFILE",
    "USE",
    "CREATE",
    "MERGE",
    "SET",
    "DELETE",
    "DETACH",
    "REMOVE",
    "DROP",
    "FOREACH",
    "LOAD",
    "GRANT",
    "REVOKE",
    "DENY",
    "ALTER",
    "USING",
    "START",
    "STOP",
    "TERMINATE",
    "CYPHER",
    "UNION",
    "FINISH",
];
const READING_PROCEDURES: &[&str] = &[
    "db",
    "apoc.meta",
    "apoc.help",
    "apoc.schema",
    "apoc.path",
    "apoc.algo",
    "apoc.text",
    "apoc.coll",
    "apoc.map",
    "apoc.convert",
    "apoc.date",
    "apoc.math",
    "apoc.neighbors",
    "dbms.components",
    "dbms.queryjmx",
    "dbms.listconfig",
    "gds.list",
];

/// Everything that the Cypher text does; never empty.
pub(crate) fn cypher(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    if source.text.len() > limits::COMMAND_BYTES {
        let effect = unreadable(source.whole(), "the query is too long to read");
        return vec![effect.marked(Marks::OVERSIZED)];
    }
    let quoting = Quoting {
        backslash: true,
        double_strings: true,
        slash_comments: true,
        ..Quoting::default()
    };
    let Some(tokens) = lexer::tokens(source.text, quoting) else {
        return vec![unreadable(source.whole(), "a string does not end")];
    };
    let known = tokens
        .first()
        .is_some_and(|first| CLAUSES.iter().any(|clause| first.is(clause)));
    if !known {
        return vec![unreadable(source.whole(), "this is not a Cypher query")];
    }
    let mut effects = vec![effect(RiskClass::Read, source.whole())];
    let mut push = |found: Effect| {
        if !effects.contains(&found) && effects.len() < limits::EFFECTS {
            effects.push(found);
        }
    };
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let is_part = before.is_some_and(|before| {
            [":", ".", "|", "$"]
                .iter()
                .any(|symbol| before.is_symbol(symbol))
                || before.is("AS")
        });
        if is_part {
            continue;
        }
        let rest = tokens.get(at + 1..).unwrap_or_default();
        if let Some(risk) = clause(token, rest, at == 0) {
            push(effect(risk, source.whole()));
        }
        if token.is("LOAD") && rest.first().is_some_and(|next| next.is("CSV")) {
            push(loaded(rest, source));
        }
        if token.is("CALL")
            && let Some(found) = procedure(rest, source)
        {
            push(found);
        }
    }
    effects
}

fn clause(token: &Token<'_>, rest: &[Token<'_>], first: bool) -> Option<RiskClass> {
    let next = |words: &[&str]| {
        rest.first()
            .is_some_and(|next| words.iter().any(|word| next.is(word)))
    };
    let accounts = ["USER", "ROLE", "DATABASE", "ALIAS"];
    if ["GRANT", "REVOKE", "DENY"]
        .iter()
        .any(|word| token.is(word))
        && first
    {
        return Some(RiskClass::PermissionChange);
    }
    if (token.is("CREATE") || token.is("ALTER") || token.is("DROP")) && next(&accounts[..2]) {
        return Some(RiskClass::PermissionChange);
    }
    if ["DELETE", "REMOVE", "DROP"]
        .iter()
        .any(|word| token.is(word))
    {
        return Some(RiskClass::Delete);
    }
    let writes = [
        "CREATE",
        "MERGE",
        "SET",
        "FOREACH",
        "ALTER",
        "START",
        "STOP",
        "TERMINATE",
    ];
    if writes.iter().any(|word| token.is(word)) {
        return Some(RiskClass::ExternalWrite);
    }
    None
}

fn loaded(rest: &[Token<'_>], source: &Source<'_>) -> Effect {
    let fetch = Effect::new(Capability::NET_FETCH, RiskClass::Read, source.whole());
    let address = rest
        .iter()
        .take(6)
        .find(|token| token.kind == lexer::Kind::String);
    match address.and_then(|token| url::read(token.text)) {
        Some(url::Place::Web(place, marks)) => fetch.with(Target::Url(place)).marked(marks),
        Some(url::Place::File(_)) => fetch.marked(Marks::SECRET),
        _ => fetch.uncertain(Certainty::Unresolved, "the address is computed"),
    }
}

/// A procedure that is not known to read.
fn procedure(rest: &[Token<'_>], source: &Source<'_>) -> Option<Effect> {
    let first = rest.first()?;
    if first.is_symbol("{") || first.is_symbol("(") {
        return None;
    }
    let mut name = String::new();
    for token in rest.iter().take(16) {
        if !token.is_name() && !token.is_symbol(".") {
            break;
        }
        if token.is("YIELD") {
            break;
        }
        name.push_str(&token.text.to_ascii_lowercase());
    }
    let reads = READING_PROCEDURES.iter().any(|prefix| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with('.') || rest.is_empty())
    });
    if reads && !name.contains("create") && !name.contains("drop") {
        return None;
    }
    Some(
        effect(RiskClass::ExternalWrite, source.whole())
            .uncertain(Certainty::Opaque, format!("calls the procedure `{name}`")),
    )
}
