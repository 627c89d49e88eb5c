//! Commands of the database clients among the statements: `\!` and `\copy` of psql, `.shell` and
//! `.import` of sqlite3, `source` and `system` of mysql.

use super::{Dialect, effect, unreadable};
use crate::effects::{Context, Source, script};
use crate::model::{Capability, Certainty, Effect, Marks, PathTarget, Reach, RiskClass, Span};
use crate::target::{path, sensitive};

/// The text without its client commands, and what they do. Each is replaced by a semicolon and
/// spaces, so that places stay.
pub(super) fn commands(
    text: &str,
    source: &Source<'_>,
    dialect: Dialect,
    context: &Context<'_>,
) -> (String, Vec<Effect>) {
    let mut rest = String::with_capacity(text.len());
    let mut effects = Vec::new();
    let mut at = 0;
    let mut quotes = Quotes::default();
    for line in text.split_inclusive('\n') {
        let (sql, command) = command_start(line, dialect)
            .filter(|_| !quotes.is_open())
            .and_then(|start| line.split_at_checked(start))
            .unwrap_or((line, ""));
        quotes.read(sql, dialect);
        rest.push_str(sql);
        if !command.trim().is_empty() {
            let span = source.span(at + sql.len(), at + line.trim_end().len());
            for one in split_commands(command, dialect) {
                effects.extend(command_effects(one.trim(), span.clone(), dialect, context));
            }
            rest.push(';');
            rest.push_str(&" ".repeat(command.len().saturating_sub(1)));
        }
        at += line.len();
    }
    (rest, effects)
}

/// Whether a string is open at the end of a line.
#[derive(Default)]
struct Quotes {
    open: Option<u8>,
}

impl Quotes {
    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn read(&mut self, text: &str, dialect: Dialect) {
        let mut escaped = false;
        let mut before = 0;
        for byte in text.bytes() {
            match (self.open, byte) {
                (Some(_), _) if escaped => escaped = false,
                (Some(_), b'\\') if dialect == Dialect::Mysql => escaped = true,
                (Some(quote), byte) if quote == byte => self.open = None,
                (None, b'-') if before == b'-' => return,
                (None, b'\'' | b'"' | b'`') => self.open = Some(byte),
                _ => {}
            }
            before = byte;
        }
    }
}

/// Where a client command begins in a line.
fn command_start(line: &str, dialect: Dialect) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let first = line.trim_start();
    match dialect {
        Dialect::Sqlite => first.starts_with('.').then_some(indent),
        Dialect::Postgres | Dialect::Generic => backslash_outside_quotes(line),
        Dialect::Mysql => {
            let word = first
                .split([' ', ';', '\t', '\n'])
                .next()
                .unwrap_or_default();
            ["source", "system", "delimiter", "tee", "pager", "edit"]
                .iter()
                .any(|name| word.eq_ignore_ascii_case(name))
                .then_some(indent)
                .or_else(|| backslash_outside_quotes(line))
        }
    }
}

fn backslash_outside_quotes(line: &str) -> Option<usize> {
    let mut open: Option<u8> = None;
    for (at, byte) in line.bytes().enumerate() {
        match (open, byte) {
            (Some(quote), byte) if quote == byte => open = None,
            (None, b'\'' | b'"' | b'`') => open = Some(byte),
            (None, b'\\') => return Some(at),
            _ => {}
        }
    }
    None
}

/// psql takes several commands on a line: `\x \dt`. Those that take the rest of the line keep it.
fn split_commands(command: &str, dialect: Dialect) -> Vec<&str> {
    let whole = [
        r"\!", r"\copy", r"\o", r"\g", r"\w", r"\set", r"\echo", r"\prompt", r"\.",
    ];
    if dialect == Dialect::Sqlite || whole.iter().any(|start| command.starts_with(start)) {
        return vec![command];
    }
    let mut parts = Vec::new();
    let mut rest = command;
    while let Some(next) = rest.get(1..).and_then(|tail| tail.find('\\')) {
        let (head, tail) = rest.split_at_checked(next + 1).unwrap_or((rest, ""));
        parts.push(head);
        rest = tail;
        if whole.iter().any(|start| rest.starts_with(start)) {
            break;
        }
    }
    parts.push(rest);
    parts
}

fn command_effects(
    command: &str,
    span: Span,
    dialect: Dialect,
    context: &Context<'_>,
) -> Vec<Effect> {
    let command = command.trim_end_matches(';').trim();
    let (name, argument) = command
        .split_once(char::is_whitespace)
        .map_or((command, ""), |(name, rest)| (name, rest.trim()));
    let name = name.to_ascii_lowercase();
    let run = |why: &str| vec![Effect::opaque(Capability::CODE_EXEC, span.clone(), why)];
    let look = || vec![effect(RiskClass::Read, span.clone())];
    if let Some(rest) = command.strip_prefix(r"\!") {
        return shell(rest.trim(), &span, context);
    }
    match name.as_str() {
        ".shell" | ".system" | "system" => shell(argument, &span, context),
        ".read" | r"\i" | r"\ir" | r"\include" | r"\." | "source" | r"\gexec" | r"\e"
        | r"\edit" | r"\ef" | r"\ev" | "edit" | ".load" | ".edit" | ".excel" | ".www"
        | ".unmodule" => run("runs commands from another file"),
        ".output" | ".once" | r"\o" | r"\out" | r"\g" | r"\gx" | r"\w" | r"\write" | ".log"
        | ".trace" | ".testcase" | "tee" | "pager" => output(argument, &span, context),
        ".backup" | ".save" | ".clone" | r"\lo_export" => {
            let file = argument.split_whitespace().last().unwrap_or_default();
            vec![written(file, &span, context)]
        }
        ".restore" | r"\lo_unlink" => vec![effect(RiskClass::Delete, span)],
        ".import" => {
            let mut effects = vec![effect(dialect.write(), span.clone())];
            if argument.contains('|') {
                effects.extend(run("reads the output of a command"));
            }
            effects
        }
        ".open" | ".archive" | ".ar" | ".recover" | ".session" => {
            vec![effect(RiskClass::LocalWrite, span)]
        }
        r"\copy" => copy(argument, &span, dialect, context),
        r"\password" => vec![effect(RiskClass::PermissionChange, span)],
        r"\lo_import" => vec![effect(dialect.write(), span)],
        r"\set" | r"\pset" if argument.contains('`') => run("runs a command in backquotes"),
        _ if looks(&name) => look(),
        "delimiter" => look(),
        _ => vec![unreadable(span, "the client's command is not known")],
    }
}

/// Commands that only look or format.
fn looks(name: &str) -> bool {
    const SQLITE: &[&str] = &[
        ".tables",
        ".table",
        ".schema",
        ".indexes",
        ".indices",
        ".databases",
        ".dump",
        ".mode",
        ".headers",
        ".header",
        ".help",
        ".quit",
        ".exit",
        ".show",
        ".timer",
        ".width",
        ".bail",
        ".echo",
        ".explain",
        ".eqp",
        ".nullvalue",
        ".separator",
        ".stats",
        ".fullschema",
        ".print",
        ".dbinfo",
        ".dbconfig",
        ".limit",
        ".lint",
        ".prompt",
        ".parameter",
        ".changes",
        ".sha3sum",
        ".version",
        ".vfsinfo",
        ".vfslist",
        ".cd",
        ".binary",
        ".auth",
        ".timeout",
        ".nonce",
    ];
    const PSQL: &[&str] = &[
        r"\q",
        r"\l",
        r"\list",
        r"\x",
        r"\timing",
        r"\pset",
        r"\echo",
        r"\qecho",
        r"\conninfo",
        r"\c",
        r"\connect",
        r"\encoding",
        r"\h",
        r"\?",
        r"\a",
        r"\h",
        r"\t",
        r"\f",
        r"\set",
        r"\unset",
        r"\gset",
        r"\gdesc",
        r"\watch",
        r"\prompt",
        r"\if",
        r"\else",
        r"\elif",
        r"\endif",
        r"\p",
        r"\r",
        r"\s",
        r"\u",
        r"\g",
        r"\z",
        r"\sf",
        r"\sv",
        r"\errverbose",
        r"\crosstabview",
        r"\cd",
        r"\copyright",
        r"\n",
        r"\bind",
        r"\parse",
        r"\close_prepared",
    ];
    SQLITE.contains(&name)
        || PSQL.contains(&name)
        || name.starts_with(r"\d")
        || name.starts_with(r"\l+")
}

fn shell(command: &str, span: &Span, context: &Context<'_>) -> Vec<Effect> {
    let runs = Effect::opaque(
        Capability::SHELL_EXEC,
        span.clone(),
        "the database client runs a command",
    );
    let mut effects = vec![runs];
    if !command.is_empty() {
        effects.extend(script::shell(Some(command), span, context));
    }
    effects
}

/// Where output goes: a file, or a command behind a bar.
fn output(argument: &str, span: &Span, context: &Context<'_>) -> Vec<Effect> {
    if argument.is_empty() || argument == "stdout" || argument == "off" {
        return vec![effect(RiskClass::Read, span.clone())];
    }
    if let Some(command) = argument.strip_prefix('|') {
        return shell(command.trim(), span, context);
    }
    vec![written(argument, span, context)]
}

fn copy(argument: &str, span: &Span, dialect: Dialect, context: &Context<'_>) -> Vec<Effect> {
    let lower = argument.to_ascii_lowercase();
    if lower.contains("program") {
        return vec![Effect::opaque(
            Capability::SHELL_EXEC,
            span.clone(),
            "the database client runs a program",
        )];
    }
    let Some(at) = lower.rfind(" to ") else {
        return vec![effect(dialect.write(), span.clone())];
    };
    let file = argument.get(at + 4..).unwrap_or_default().trim();
    if file.to_ascii_lowercase().starts_with("stdout") || lower.contains("to pstdout") {
        return vec![effect(RiskClass::Read, span.clone())];
    }
    let file = match file.strip_prefix('\'') {
        Some(quoted) => quoted.split('\'').next().unwrap_or_default(),
        None => file.split_whitespace().next().unwrap_or_default(),
    };
    vec![written(file, span, context)]
}

fn written(file: &str, span: &Span, context: &Context<'_>) -> Effect {
    let write = Effect::new(Capability::FILE_WRITE, RiskClass::LocalWrite, span.clone());
    let file = file.trim_matches(['\'', '"']);
    if file.is_empty() {
        return write.uncertain(Certainty::Unresolved, "the file is not named");
    }
    let path = path::resolve(file, context.environment);
    let target = PathTarget {
        path: path.clone(),
        reach: Reach::One,
    };
    let marks: Marks = sensitive::marks(&target, context.environment, true);
    write.with_path(path, Reach::One).marked(marks)
}
