//! The parser's tree to ours.
//!
//! Words are decoded here from the raw text, because the parser's own helpers keep some
//! backslashes and decode others twice; its tree only says where expansions begin and end.

use shuck_ast as tree;

use super::ast::{Assignment, Node, Piece, Place, Redirect, RedirectKind, Statement, Word};
use super::decode;

pub(super) fn statements(sequence: &tree::StmtSeq, text: &str) -> Vec<Statement> {
    sequence.iter().map(|stmt| statement(stmt, text)).collect()
}

pub(super) fn place(span: tree::Span) -> Place {
    Place {
        start: span.start.offset(),
        end: span.end.offset(),
    }
}

fn statement(stmt: &tree::Stmt, text: &str) -> Statement {
    let mut redirects: Vec<Redirect> = stmt
        .redirects
        .iter()
        .filter_map(|item| redirect(item, text))
        .collect();
    let mut node = command(&stmt.command, text);
    // A redirection of a whole pipeline or list belongs to its own group; the parser attaches
    // redirections to the statement that carries them, so nothing moves here.
    if let Node::Simple { words, .. } = &mut node
        && words.is_empty()
    {
        redirects.shrink_to_fit();
    }
    Statement {
        node,
        redirects,
        background: matches!(stmt.terminator, Some(tree::StmtTerminator::Background(_))),
        place: without_end(stmt, text),
    }
}

/// The place of a statement without what ends it.
fn without_end(stmt: &tree::Stmt, text: &str) -> Place {
    let mut at = place(stmt.span);
    if let Some(end) = stmt.terminator_span {
        at.end = at.end.min(end.start.offset()).max(at.start);
    }
    let raw = text.get(at.start..at.end).unwrap_or_default();
    at.end = at.start + raw.trim_end_matches([' ', '\t', '\n', ';']).len();
    at
}

fn command(command: &tree::Command, text: &str) -> Node {
    match command {
        tree::Command::Simple(simple) => {
            let name = Some(&simple.name).filter(|name| {
                let at = place(name.span);
                at.start != at.end
            });
            Node::Simple {
                assignments: assignments(&simple.assignments, text),
                words: decoded(name.into_iter().chain(&simple.args), text),
            }
        }
        tree::Command::Builtin(builtin) => builtin_command(builtin, text),
        tree::Command::Decl(clause) => declaration(clause, text),
        tree::Command::Binary(binary) => chain(binary, text),
        tree::Command::Compound(compound) => compound_command(compound, text),
        tree::Command::Function(function) => Node::Function {
            names: function
                .static_names()
                .map(|name| name.as_str().to_owned())
                .collect(),
            body: Box::new(statement(&function.body, text)),
        },
        tree::Command::AnonymousFunction(function) => {
            Node::List(vec![statement(&function.body, text)])
        }
    }
}

/// `a && b || c`, `a | b`: flattened, because the parser nests them to the left.
fn chain(binary: &tree::BinaryCommand, text: &str) -> Node {
    use tree::BinaryOp::{And, Or, Pipe, PipeAll};
    let is_pipe = |op: tree::BinaryOp| matches!(op, Pipe | PipeAll);
    let mut parts = vec![statement(&binary.right, text)];
    let mut left = &binary.left;
    while let tree::Command::Binary(inner) = &left.command
        && same_kind(inner.op, binary.op)
        && left.redirects.is_empty()
        && !(is_pipe(binary.op) && left.negated)
    {
        parts.push(statement(&inner.right, text));
        left = &inner.left;
    }
    parts.push(statement(left, text));
    parts.reverse();
    match binary.op {
        Pipe | PipeAll => Node::Pipeline(parts),
        And => Node::List(parts),
        Or => Node::Or(parts),
    }
}

fn same_kind(a: tree::BinaryOp, b: tree::BinaryOp) -> bool {
    use tree::BinaryOp::{Pipe, PipeAll};
    a == b || (matches!(a, Pipe | PipeAll) && matches!(b, Pipe | PipeAll))
}

fn synthetic(name: &str, span: tree::Span) -> Word {
    Word {
        pieces: vec![Piece::Text {
            text: name.to_owned(),
            quoted: true,
        }],
        place: place(span),
    }
}

fn builtin_command(builtin: &tree::BuiltinCommand, text: &str) -> Node {
    let (name, first, rest, assigned, span) = match builtin {
        tree::BuiltinCommand::Break(it) => {
            ("break", &it.depth, &it.extra_args, &it.assignments, it.span)
        }
        tree::BuiltinCommand::Continue(it) => (
            "continue",
            &it.depth,
            &it.extra_args,
            &it.assignments,
            it.span,
        ),
        tree::BuiltinCommand::Return(it) => {
            ("return", &it.code, &it.extra_args, &it.assignments, it.span)
        }
        tree::BuiltinCommand::Exit(it) => {
            ("exit", &it.code, &it.extra_args, &it.assignments, it.span)
        }
    };
    let mut words = vec![synthetic(name, span)];
    words.extend(
        first
            .iter()
            .chain(rest.iter())
            .map(|word| decode::word(word, text)),
    );
    Node::Simple {
        assignments: assignments(assigned, text),
        words,
    }
}

/// `export A=1`: assignments that stay, and words that may hold more.
fn declaration(clause: &tree::DeclClause, text: &str) -> Node {
    let mut kept = assignments(&clause.assignments, text);
    let mut words = vec![synthetic(clause.variant.as_str(), clause.variant_span)];
    for operand in &clause.operands {
        match operand {
            tree::DeclOperand::Flag(word) | tree::DeclOperand::Dynamic(word) => {
                words.push(decode::word(word, text));
            }
            tree::DeclOperand::Name(_) => {}
            tree::DeclOperand::Assignment(item) => kept.push(assignment(item, text)),
        }
    }
    Node::Simple {
        assignments: kept,
        words,
    }
}

fn compound_command(compound: &tree::CompoundCommand, text: &str) -> Node {
    use tree::CompoundCommand as Compound;
    let joined = |condition: &tree::StmtSeq, body: &tree::StmtSeq| {
        let mut all = statements(condition, text);
        all.extend(statements(body, text));
        all
    };
    match compound {
        Compound::If(it) => {
            let mut first = statements(&it.condition, text);
            let mut branches = vec![statements(&it.then_branch, text)];
            for (condition, branch) in &it.elif_branches {
                first.extend(statements(condition, text));
                branches.push(statements(branch, text));
            }
            branches.extend(it.else_branch.iter().map(|body| statements(body, text)));
            Node::Branches {
                first,
                words: Vec::new(),
                branches,
            }
        }
        Compound::Case(it) => Node::Branches {
            first: Vec::new(),
            words: vec![decode::word(&it.word, text)],
            branches: it
                .cases
                .iter()
                .map(|item| statements(&item.body, text))
                .collect(),
        },
        Compound::For(it) => Node::For {
            variable: it
                .targets
                .first()
                .and_then(|target| target.name.as_ref())
                .map(|name| name.as_str().to_owned())
                .unwrap_or_default(),
            words: it.words.as_ref().map(|words| decoded(words.iter(), text)),
            body: statements(&it.body, text),
        },
        Compound::Foreach(it) => Node::For {
            variable: it.variable.as_str().to_owned(),
            words: Some(decoded(it.words.iter(), text)),
            body: statements(&it.body, text),
        },
        Compound::Select(it) => Node::For {
            variable: it.variable.as_str().to_owned(),
            words: Some(decoded(it.words.iter(), text)),
            body: statements(&it.body, text),
        },
        Compound::ArithmeticFor(it) => Node::Loop(statements(&it.body, text)),
        Compound::Repeat(it) => Node::Loop(statements(&it.body, text)),
        Compound::While(it) => Node::Loop(joined(&it.condition, &it.body)),
        Compound::Until(it) => Node::Loop(joined(&it.condition, &it.body)),
        Compound::Subshell(body) => Node::Subshell(statements(body, text)),
        Compound::BraceGroup(body) => Node::List(statements(body, text)),
        Compound::Always(it) => Node::List(joined(&it.body, &it.always_body)),
        Compound::Time(it) => Node::List(
            it.command
                .iter()
                .map(|inner| statement(inner, text))
                .collect(),
        ),
        Compound::Coproc(it) => Node::Subshell(vec![statement(&it.body, text)]),
        Compound::Arithmetic(it) => Node::Words(
            it.expr_ast
                .as_ref()
                .map(|expression| decode::arithmetic(expression, text))
                .unwrap_or_default(),
        ),
        Compound::Conditional(it) => {
            let mut words = Vec::new();
            conditional(&it.expression, text, &mut words);
            Node::Words(words)
        }
    }
}

fn conditional(expression: &tree::ConditionalExpr, text: &str, words: &mut Vec<Word>) {
    use tree::ConditionalExpr as Expr;
    match expression {
        Expr::Binary(it) => {
            conditional(&it.left, text, words);
            conditional(&it.right, text, words);
        }
        Expr::Unary(it) => conditional(&it.expr, text, words),
        Expr::Parenthesized(it) => conditional(&it.expr, text, words),
        Expr::Word(word) | Expr::Regex(word) => words.push(decode::word(word, text)),
        Expr::Pattern(pattern) => decode::pattern(pattern, text, words),
        Expr::VarRef(_) => {}
    }
}

/// Decodes words, first joining those that are one: the parser ends a word between a brace
/// expansion and a quote or an escaped space.
fn decoded<'a>(words: impl Iterator<Item = &'a tree::Word>, text: &str) -> Vec<Word> {
    let mut groups: Vec<Vec<&tree::Word>> = Vec::new();
    for word in words {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| is_one(last, word, text)) => {
                group.push(word);
            }
            _ => groups.push(vec![word]),
        }
    }
    groups
        .iter()
        .map(|group| decode::joined(group, text))
        .collect()
}

/// Whether the second word goes on where the first ended.
fn is_one(first: &tree::Word, second: &tree::Word, text: &str) -> bool {
    let (first, second) = (place(first.span), place(second.span));
    if first.start == first.end {
        return false;
    }
    let raw = text.get(first.start..first.end).unwrap_or_default();
    let backslashes = raw.len() - raw.trim_end_matches('\\').len();
    let escapes = backslashes % 2 == 1 && second.start <= first.end + 2;
    first.end == second.start || escapes
}

fn assignments(items: &[tree::Assignment], text: &str) -> Vec<Assignment> {
    items.iter().map(|item| assignment(item, text)).collect()
}

fn assignment(item: &tree::Assignment, text: &str) -> Assignment {
    let (value, array) = match &item.value {
        tree::AssignmentValue::Scalar(word) => (vec![decode::word(word, text)], false),
        tree::AssignmentValue::Compound(array) => (
            array
                .elements
                .iter()
                .map(|element| match element {
                    tree::ArrayElem::Sequential(word)
                    | tree::ArrayElem::Keyed { value: word, .. }
                    | tree::ArrayElem::KeyedAppend { value: word, .. } => {
                        decode::word(&word.word, text)
                    }
                })
                .collect(),
            true,
        ),
    };
    Assignment {
        name: item.target.name.as_str().to_owned(),
        value,
        partial: item.append || array || item.target.subscript.is_some(),
        place: place(item.span),
    }
}

fn redirect(item: &tree::Redirect, text: &str) -> Option<Redirect> {
    use tree::RedirectKind as Kind;
    if let Some(heredoc) = item.heredoc() {
        return Some(Redirect {
            kind: RedirectKind::Text(decode::heredoc(heredoc, text)),
            place: place(item.span),
        });
    }
    let word = decode::word(item.word_target()?, text);
    let kind = match item.kind {
        Kind::Output | Kind::Clobber | Kind::OutputBoth => RedirectKind::Truncate(word),
        Kind::Append => RedirectKind::Append(word),
        Kind::ReadWrite => RedirectKind::ReadWrite(word),
        Kind::Input => RedirectKind::Input(word),
        Kind::HereString | Kind::HereDoc | Kind::HereDocStrip => RedirectKind::Text(word),
        Kind::DupOutput | Kind::DupInput => RedirectKind::Descriptor(word),
    };
    Some(Redirect {
        kind,
        place: place(item.span),
    })
}
