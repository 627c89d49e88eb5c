//! One SQL statement: its leading words give the class, its tokens the tables and the functions,
//! and only what the parser accepts as a query is a read.

use smol_str::SmolStr;
use sqlparser::ast;
use sqlparser::dialect::{GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

use super::functions;
use super::lexer::{Kind, Token};
use super::statements::begins;
use super::{Dialect, effect};
use crate::model::{Capability, Certainty, Effect, Marks, Resource, RiskClass, Span, Target};

/// How deep brackets may nest in a statement that is parsed.
const DEPTH: usize = 24;

/// How far a table's name may stand behind its keyword.
const NAME_TOKENS: usize = 16;
/// How many tables of a statement are kept.
const TABLES: usize = 64;

/// A statement that is being read.
pub(super) struct Statement<'a> {
    /// Its tokens, without the semicolon.
    pub(super) tokens: &'a [Token<'a>],
    /// Its text.
    pub(super) text: &'a str,
    /// Where it stands.
    pub(super) span: Span,
    /// Whose SQL it is.
    pub(super) dialect: Dialect,
}

/// What the leading words of a statement say.
enum Lead {
    /// It looks like a query: the parser must agree.
    Query,
    /// It looks at settings, plans or the session.
    Look,
    /// A change of this class.
    Change(RiskClass),
    /// Runs code that the statement does not show.
    Run(&'static str),
    /// Not known.
    Unknown,
}

/// Everything that the statement does; never empty.
pub(super) fn effects(statement: &Statement<'_>) -> Vec<Effect> {
    let tokens = statement.tokens;
    let write = statement.dialect.write();
    let mut effects = match lead(tokens, write) {
        Lead::Query => query(statement),
        Lead::Look => vec![effect(RiskClass::Read, statement.span.clone())],
        Lead::Change(risk) => {
            let change = with_tables(effect(risk, statement.span.clone()), tokens);
            vec![change.marked(reach_marks(tokens))]
        }
        Lead::Run(why) => vec![
            effect(RiskClass::Execution, statement.span.clone()).uncertain(Certainty::Opaque, why),
        ],
        Lead::Unknown => vec![
            effect(write, statement.span.clone())
                .uncertain(Certainty::Opaque, "the statement cannot be read")
                .marked(Marks::UNPARSABLE),
        ],
    };
    if let Some(risk) = hidden_change(tokens, write) {
        let worst = effects.iter().map(|found| found.risk).max();
        if worst < Some(risk) {
            effects.push(with_tables(effect(risk, statement.span.clone()), tokens));
        }
    }
    called(statement, &mut effects);
    effects
}

fn lead(tokens: &[Token<'_>], write: RiskClass) -> Lead {
    let Some(first) = tokens.first() else {
        return Lead::Unknown;
    };
    if first.is_symbol("(") {
        return Lead::Query;
    }
    let any = |words: &[&str]| {
        tokens
            .iter()
            .any(|token| words.iter().any(|word| token.is(word)))
    };
    let second = |words: &[&str]| {
        tokens
            .iter()
            .skip(1)
            .take(4)
            .any(|token| words.iter().any(|word| token.is(word)))
    };
    let word = first.text.to_ascii_uppercase();
    let accounts = ["USER", "ROLE", "LOGIN", "GROUP", "POLICY", "PRIVILEGES"];
    match word.as_str() {
        "SELECT" | "WITH" | "VALUES" | "TABLE" | "FROM" => Lead::Query,
        "EXPLAIN" | "DESCRIBE" | "DESC" => explained(tokens, write),
        "SET" if any(&["GLOBAL", "PERSIST", "PASSWORD", "AUTHORIZATION", "ROLE"]) => {
            Lead::Change(RiskClass::PermissionChange)
        }
        "PRAGMA" if tokens.iter().any(|token| token.is_symbol("=")) => Lead::Change(write),
        "PRAGMA"
            if any(&[
                "optimize",
                "wal_checkpoint",
                "incremental_vacuum",
                "writable_schema",
            ]) =>
        {
            Lead::Change(write)
        }
        "SHOW" | "HELP" | "BEGIN" | "START" | "COMMIT" | "ROLLBACK" | "SAVEPOINT" | "RELEASE"
        | "END" | "ABORT" | "USE" | "DETACH" | "LISTEN" | "UNLISTEN" | "FETCH" | "CLOSE"
        | "DECLARE" | "MOVE" | "SUMMARIZE" | "PRINT" | "GO" | "SET" | "RESET" | "PRAGMA" => {
            Lead::Look
        }
        "GRANT" | "REVOKE" | "DENY" | "REASSIGN" => Lead::Change(RiskClass::PermissionChange),
        "CREATE" | "ALTER" | "DROP" | "RENAME" if second(&accounts) => {
            Lead::Change(RiskClass::PermissionChange)
        }
        "ALTER" if altered_safety(tokens) => Lead::Change(RiskClass::PermissionChange),
        "ALTER" if any(&["DROP", "TRUNCATE"]) => Lead::Change(RiskClass::Delete),
        "DROP" | "TRUNCATE" | "DELETE" | "PURGE" | "RESTORE" => Lead::Change(RiskClass::Delete),
        "CREATE" if begins(tokens, &["CREATE", "OR", "REPLACE", "TABLE"]) => {
            Lead::Change(RiskClass::Delete)
        }
        "CREATE"
            if any(&["LANGUAGE"]) && any(&["c", "plpythonu", "plpython3u", "plperlu", "plsh"]) =>
        {
            Lead::Run("defines a function in a language that may do anything")
        }
        "COPY" => copied(tokens, write),
        "DO" => Lead::Run("runs an anonymous code block"),
        "CALL" | "EXEC" | "EXECUTE" => Lead::Run("calls a stored procedure"),
        "LOAD" if any(&["DATA", "XML"]) => Lead::Change(write),
        "LOAD" | "INSTALL" => Lead::Run("loads a library into the database"),
        "PREPARE" => match tokens.iter().position(|token| token.is("AS")) {
            Some(at) => lead(tokens.get(at + 1..).unwrap_or_default(), write),
            None => Lead::Run("prepares a statement that is computed"),
        },
        "INSERT" | "REPLACE" | "UPSERT" | "MERGE" | "UPDATE" | "CREATE" | "ALTER" | "RENAME"
        | "COMMENT" | "ANALYZE" | "ANALYSE" | "VACUUM" | "REINDEX" | "REFRESH" | "CLUSTER"
        | "OPTIMIZE" | "REPAIR" | "CHECK" | "ATTACH" | "KILL" | "SHUTDOWN" | "FLUSH" | "LOCK"
        | "UNLOCK" | "DISCARD" | "NOTIFY" | "CHECKPOINT" | "BACKUP" | "EXPORT" | "IMPORT"
        | "SECURITY" | "UNDROP" | "HANDLER" | "CHANGE" | "STOP" | "SYSTEM" | "PUT"
        | "DEALLOCATE" => Lead::Change(write),
        _ => Lead::Unknown,
    }
}

/// `EXPLAIN` shows a plan; with `ANALYZE` the statement is run.
fn explained(tokens: &[Token<'_>], write: RiskClass) -> Lead {
    let verb = |token: &Token<'_>| {
        [
            "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "MERGE", "CREATE", "REPLACE", "EXECUTE",
        ]
        .iter()
        .any(|word| token.is(word))
    };
    let Some(at) = tokens.iter().position(verb) else {
        return Lead::Look;
    };
    let options = tokens.get(1..at).unwrap_or_default();
    if !options
        .iter()
        .any(|token| token.is("ANALYZE") || token.is("ANALYSE"))
    {
        return Lead::Look;
    }
    match lead(tokens.get(at..).unwrap_or_default(), write) {
        Lead::Query => Lead::Look,
        other => other,
    }
}

fn altered_safety(tokens: &[Token<'_>]) -> bool {
    let pairs = [("OWNER", "TO"), ("LEVEL", "SECURITY"), ("ALTER", "SYSTEM")];
    tokens
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if pairs.iter().any(|(x, y)| a.is(x) && b.is(y))))
}

fn copied(tokens: &[Token<'_>], write: RiskClass) -> Lead {
    if tokens.iter().any(|token| token.is("PROGRAM")) {
        return Lead::Run("the database runs a program");
    }
    let to_client = tokens
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.is("TO") && b.is("STDOUT")));
    if to_client {
        Lead::Look
    } else {
        Lead::Change(write)
    }
}

/// A query is a read only when the parser agrees that it is one.
fn query(statement: &Statement<'_>) -> Vec<Effect> {
    let write = statement.dialect.write();
    let span = statement.span.clone();
    let tokens = statement.tokens;
    let into = tokens.iter().position(|token| token.is("INTO"));
    if let Some(at) = into {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        let variable = rest.first().is_some_and(|token| token.is_symbol("@"));
        let inserted = at > 0 && tokens.get(at - 1).is_some_and(|token| token.is("INSERT"));
        if !variable && !inserted {
            return vec![with_tables(effect(write, span), tokens)];
        }
    }
    if is_query(statement) {
        return vec![with_tables(effect(RiskClass::Read, span), tokens)];
    }
    vec![
        with_tables(effect(write, span), tokens)
            .uncertain(Certainty::Opaque, "the query cannot be read")
            .marked(Marks::UNPARSABLE),
    ]
}

fn is_query(statement: &Statement<'_>) -> bool {
    let mut depth = 0_usize;
    for token in statement.tokens {
        if token.is_symbol("(") {
            depth += 1;
        } else if token.is_symbol(")") {
            depth = depth.saturating_sub(1);
        }
        if depth > DEPTH {
            return false;
        }
    }
    let text = statement.text;
    let parsed = match statement.dialect {
        Dialect::Generic => Parser::parse_sql(&GenericDialect {}, text)
            .or_else(|_| Parser::parse_sql(&PostgreSqlDialect {}, text))
            .or_else(|_| Parser::parse_sql(&MySqlDialect {}, text)),
        Dialect::Postgres => Parser::parse_sql(&PostgreSqlDialect {}, text),
        Dialect::Mysql => Parser::parse_sql(&MySqlDialect {}, text),
        Dialect::Sqlite => Parser::parse_sql(&SQLiteDialect {}, text),
    };
    parsed.is_ok_and(|found| {
        !found.is_empty()
            && found
                .iter()
                .all(|one| matches!(one, ast::Statement::Query(_)))
    })
}

/// A change inside a query or under another verb: `WITH gone AS (DELETE ...)`.
fn hidden_change(tokens: &[Token<'_>], write: RiskClass) -> Option<RiskClass> {
    let first = tokens.first()?;
    let is_grant = first.is("GRANT") || first.is("REVOKE") || first.is("CREATE");
    let plan_only = first.is("EXPLAIN") || first.is("DESCRIBE") || first.is("DESC");
    let analysed = tokens.iter().take(8).any(|token| token.is("ANALYZE"));
    if is_grant || (plan_only && !analysed) {
        return None;
    }
    let mut worst: Option<RiskClass> = None;
    for pair in tokens.windows(3) {
        let [before, verb, after] = pair else {
            continue;
        };
        if [
            "FOR", "ON", "DO", "KEY", "OF", "AFTER", "BEFORE", "OR", "AS",
        ]
        .iter()
        .any(|word| before.is(word))
            && !before.is("AS")
        {
            continue;
        }
        let opened = before.is_symbol("(")
            || before.is("AS")
            || before.is("ANALYZE")
            || before.is_symbol(")");
        let risk = if opened && verb.is("DELETE") && after.is("FROM") {
            RiskClass::Delete
        } else if opened
            && (verb.is("UPDATE")
                || (verb.is("INSERT") && after.is("INTO"))
                || (verb.is("MERGE") && after.is("INTO")))
            && after.is_name()
        {
            write
        } else {
            continue;
        };
        worst = worst.max(Some(risk));
    }
    worst
}

/// `UPDATE` and `DELETE` without `WHERE`, and what drops whole tables.
fn reach_marks(tokens: &[Token<'_>]) -> Marks {
    let Some(first) = tokens.first() else {
        return Marks::empty();
    };
    let everywhere = (first.is("UPDATE") || first.is("DELETE"))
        && !tokens
            .iter()
            .any(|token| token.is("WHERE") || token.is("LIMIT"));
    if everywhere || first.is("DROP") || first.is("TRUNCATE") {
        return Marks::IRREVERSIBLE;
    }
    Marks::empty()
}

/// Adds what the functions called in the statement do.
fn called(statement: &Statement<'_>, effects: &mut Vec<Effect>) {
    for pair in statement.tokens.windows(2) {
        let [name, open] = pair else { continue };
        if !open.is_symbol("(") || !name.is_name() {
            continue;
        }
        let Some((risk, marks)) = functions::judge(name.text) else {
            continue;
        };
        let span = statement.span.clone();
        let why = format!("calls `{}`", name.text);
        match risk {
            RiskClass::Read => {
                for effect in effects.iter_mut() {
                    effect.marks |= marks;
                }
            }
            RiskClass::Execution => {
                effects.push(Effect::opaque(Capability::new("db.exec"), span, why).marked(marks));
            }
            risk => effects.push(
                effect(risk, span)
                    .uncertain(Certainty::Unresolved, why)
                    .marked(marks),
            ),
        }
    }
    // `COPY ... TO 'file'`, `SELECT ... INTO OUTFILE 'file'`: files of the server.
    let writes_file = statement.tokens.windows(2).any(|pair| {
        matches!(pair, [a, b] if (a.is("OUTFILE") || a.is("DUMPFILE")) && b.kind == Kind::String)
    });
    if writes_file {
        for effect in effects.iter_mut() {
            effect.marks |= Marks::SENDS_CONTENT;
        }
    }
}

/// The same effect with the tables that the statement names.
fn with_tables(mut effect: Effect, tokens: &[Token<'_>]) -> Effect {
    const BEFORE: &[&str] = &[
        "FROM", "JOIN", "INTO", "UPDATE", "TABLE", "TRUNCATE", "VIEW", "DATABASE", "SCHEMA", "ON",
        "COPY",
    ];
    const SKIPPED: &[&str] = &[
        "IF", "NOT", "EXISTS", "ONLY", "TABLE", "IGNORE", "LATERAL", "OR", "CASCADE", "OUTFILE",
        "DUMPFILE",
    ];
    let common: Vec<&str> = tokens
        .windows(3)
        .filter_map(|three| match three {
            [name, as_word, open] if as_word.is("AS") && open.is_symbol("(") => Some(name.text),
            _ => None,
        })
        .collect();
    let is_index = tokens
        .iter()
        .take(5)
        .any(|token| token.is("INDEX") || token.is("TRIGGER"));
    let is_grant = tokens
        .first()
        .is_some_and(|token| token.is("GRANT") || token.is("REVOKE"));
    for (at, token) in tokens.iter().enumerate() {
        if !BEFORE.iter().any(|word| token.is(word)) {
            continue;
        }
        if token.is("ON") && !is_index && !is_grant {
            continue;
        }
        let mut rest = tokens
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take(NAME_TOKENS)
            .skip_while(|token| SKIPPED.iter().any(|word| token.is(word)))
            .peekable();
        let Some(first) = rest.next().filter(|token| token.is_name()) else {
            continue;
        };
        let mut name = first.text.to_owned();
        while let (Some(dot), true) = (rest.next(), name.len() < 256) {
            let Some(next) = rest.peek().filter(|_| dot.is_symbol(".")) else {
                break;
            };
            name.push('.');
            name.push_str(next.text);
            rest.next();
        }
        let keyword = ["SELECT", "SET", "VALUES", "WHERE", "UNNEST"];
        if common.contains(&name.as_str())
            || keyword.iter().any(|word| name.eq_ignore_ascii_case(word))
        {
            continue;
        }
        let target = Target::Resource(Resource {
            kind: SmolStr::new_static("table"),
            name: SmolStr::new(name),
        });
        if effect.targets.len() < TABLES && !effect.targets.contains(&target) {
            effect.targets.push(target);
        }
    }
    effect
}
