//! Words as the shell reads them: quotes removed, escapes decoded, expansions found.
//!
//! The scan runs over the raw text of the word; where the parser's tree says that an expansion
//! begins, its piece is made and the scan goes on behind it.

use shuck_ast as tree;

use super::ast::{Change, Piece, Place, Substitution, Word};
use super::lower::{place, statements};

/// Decodes a word.
pub(super) fn word(word: &tree::Word, text: &str) -> Word {
    joined(&[word], text)
}

/// Decodes words that are one.
pub(super) fn joined(words: &[&tree::Word], text: &str) -> Word {
    let at = Place {
        start: words.first().map_or(0, |word| place(word.span).start),
        end: words.last().map_or(0, |word| place(word.span).end),
    };
    let Some(raw) = text.get(at.start..at.end) else {
        return unreadable(at);
    };
    let mut expansions = Vec::new();
    for word in words {
        collect(&word.parts, &mut expansions);
    }
    let pieces = Scan {
        text,
        raw,
        base: at.start,
        at: 0,
        expansions: &expansions,
        next: 0,
        pieces: Vec::new(),
        pending: String::new(),
        pending_quoted: false,
    }
    .run();
    let mut word = Word { pieces, place: at };
    if is_cut(raw) {
        word.pieces.push(Piece::Unknown { words: Vec::new() });
    }
    word
}

/// The parser ends a word too early at a backslash behind a brace: what follows is not known.
fn is_cut(raw: &str) -> bool {
    let backslashes = raw.len() - raw.trim_end_matches('\\').len();
    backslashes % 2 == 1 && raw.contains('{')
}

fn unreadable(place: Place) -> Word {
    Word {
        pieces: vec![Piece::Unknown { words: Vec::new() }],
        place,
    }
}

/// Everything in the parts that is not literal text, in the order of the text.
fn collect<'a>(parts: &'a [tree::WordPartNode], into: &mut Vec<&'a tree::WordPartNode>) {
    for part in parts {
        match &part.kind {
            tree::WordPart::Literal(_) | tree::WordPart::SingleQuoted { .. } => {}
            tree::WordPart::DoubleQuoted { parts, .. } => collect(parts, into),
            _ => into.push(part),
        }
    }
}

struct Scan<'a> {
    text: &'a str,
    raw: &'a str,
    base: usize,
    at: usize,
    expansions: &'a [&'a tree::WordPartNode],
    next: usize,
    pieces: Vec<Piece>,
    pending: String,
    pending_quoted: bool,
}

impl Scan<'_> {
    fn run(mut self) -> Vec<Piece> {
        let mut in_double = false;
        // `""` is a word too.
        while let Some(character) = self.rest().chars().next() {
            if self.expansion(in_double) {
                continue;
            }
            let length = character.len_utf8();
            match character {
                '"' => {
                    in_double = !in_double;
                    self.push("", true);
                    self.at += length;
                }
                '\\' => self.backslash(in_double),
                '\'' if !in_double => self.single_quoted(),
                '$' if !in_double && self.rest().starts_with("$'") => self.ansi_c(),
                '$' if !in_double && self.rest().starts_with("$\"") => self.at += 1,
                _ => {
                    let start = self.at;
                    self.at += length + self.plain_ahead(start + length);
                    let piece = self.raw.get(start..self.at).unwrap_or_default();
                    self.push(piece, in_double);
                }
            }
        }
        self.flush();
        self.pieces
    }

    /// How many bytes from here to the next expansion mean themselves in and out of quotes, so that
    /// they are taken over at once.
    fn plain_ahead(&self, from: usize) -> usize {
        let expansions = self.expansions.iter().skip(self.next);
        let mut starts = expansions.map(|part| place(part.span).start);
        let end = starts
            .find(|start| *start >= self.base + from)
            .map_or(self.raw.len(), |start| start - self.base);
        let ahead = self.raw.as_bytes().get(from..end).unwrap_or_default();
        let means_itself = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./ ".contains(byte);
        ahead.iter().take_while(|byte| means_itself(byte)).count()
    }

    fn rest(&self) -> &str {
        self.raw.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, text: &str, quoted: bool) {
        if quoted != self.pending_quoted {
            self.flush();
            self.pending_quoted = quoted;
        }
        self.pending.push_str(text);
        if quoted && text.is_empty() && self.pending.is_empty() && self.pieces.is_empty() {
            self.pieces.push(Piece::Text {
                text: String::new(),
                quoted: true,
            });
        }
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            self.pieces.push(Piece::Text {
                text: std::mem::take(&mut self.pending),
                quoted: self.pending_quoted,
            });
        }
    }

    /// Makes the piece of the expansion that begins here, if one does.
    fn expansion(&mut self, quoted: bool) -> bool {
        let here = self.base + self.at;
        while let Some(part) = self.expansions.get(self.next) {
            let at = place(part.span);
            if at.start < here {
                self.next += 1;
                continue;
            }
            if at.start > here || at.end <= at.start {
                return false;
            }
            self.flush();
            self.pieces.push(piece(part, quoted, self.text));
            self.next += 1;
            self.at = at.end - self.base;
            return true;
        }
        false
    }

    fn backslash(&mut self, in_double: bool) {
        let Some(next) = self.rest().chars().nth(1) else {
            self.push("\\", true);
            self.at += 1;
            return;
        };
        let start = self.at + 1;
        self.at = start + next.len_utf8();
        if next == '\n' {
            return;
        }
        let escaped = self.raw.get(start..self.at).unwrap_or_default();
        if in_double && !matches!(next, '$' | '`' | '"' | '\\') {
            self.push("\\", true);
        }
        self.push(escaped, true);
    }

    fn single_quoted(&mut self) {
        let body = self.rest().get(1..).unwrap_or_default();
        let length = body.find('\'').unwrap_or(body.len());
        let start = self.at + 1;
        self.at = (start + length + 1).min(self.raw.len());
        let body = self.raw.get(start..start + length).unwrap_or_default();
        self.push("", true);
        self.push(body, true);
    }

    fn ansi_c(&mut self) {
        let body = self.rest().get(2..).unwrap_or_default();
        let (decoded, length) = super::ansi_c::decode(body);
        self.at = (self.at + 2 + length).min(self.raw.len());
        self.push("", true);
        self.push(&decoded, true);
    }
}

/// The piece of one expansion.
fn piece(part: &tree::WordPartNode, quoted: bool, text: &str) -> Piece {
    use tree::WordPart as Part;
    match &part.kind {
        Part::Variable(name) => Piece::Variable {
            name: name.as_str().to_owned(),
            quoted,
            change: Change::Plain,
        },
        Part::CommandSubstitution { body, syntax } => {
            substitution(body, *syntax, quoted, place(part.span), text)
        }
        Part::ProcessSubstitution { body, is_input } => Piece::Command {
            body: statements(body, text),
            kind: if *is_input {
                Substitution::Read
            } else {
                Substitution::Write
            },
            quoted,
            place: place(part.span),
        },
        Part::Parameter(parameter) => parameter_piece(parameter, quoted, text),
        Part::ParameterExpansion {
            reference,
            operator,
            operand_word_ast,
            ..
        } => operation(
            reference,
            operator,
            operand_word_ast.as_deref(),
            quoted,
            text,
        ),
        Part::ArithmeticExpansion {
            expression_ast,
            expression_word_ast,
            ..
        } => Piece::Unknown {
            words: match expression_ast {
                Some(expression) => arithmetic(expression, text),
                None => vec![word(expression_word_ast, text)],
            },
        },
        Part::Substring {
            reference,
            offset_word_ast,
            length_word_ast,
            ..
        }
        | Part::ArraySlice {
            reference,
            offset_word_ast,
            length_word_ast,
            ..
        } => changed(
            reference,
            quoted,
            [Some(&**offset_word_ast), length_word_ast.as_deref()],
            text,
        ),
        Part::Transformation { reference, .. } | Part::ArrayAccess(reference) => {
            changed(reference, quoted, [None, None], text)
        }
        Part::IndirectExpansion {
            operand_word_ast, ..
        } => Piece::Unknown {
            words: operand_word_ast
                .iter()
                .map(|operand| word(operand, text))
                .collect(),
        },
        _ => Piece::Unknown { words: Vec::new() },
    }
}

fn substitution(
    body: &tree::StmtSeq,
    syntax: tree::CommandSubstitutionSyntax,
    quoted: bool,
    at: Place,
    text: &str,
) -> Piece {
    if syntax == tree::CommandSubstitutionSyntax::Backtick {
        let raw = text.get(at.start..at.end).unwrap_or_default();
        if raw.contains('\\') {
            return Piece::Backquotes {
                text: unescape_backquotes(raw),
                quoted,
                place: at,
            };
        }
    }
    Piece::Command {
        body: statements(body, text),
        kind: Substitution::Output,
        quoted,
        place: at,
    }
}

/// The text between backquotes: `\$`, `` \` `` and `\\` lose their backslash.
fn unescape_backquotes(raw: &str) -> String {
    let body = raw.strip_prefix('`').unwrap_or(raw);
    let body = body.strip_suffix('`').unwrap_or(body);
    let mut out = String::with_capacity(body.len());
    let mut characters = body.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\\'
            && let Some(next) = characters.next_if(|next| matches!(next, '$' | '`' | '\\'))
        {
            out.push(next);
        } else {
            out.push(character);
        }
    }
    out
}

fn parameter_piece(parameter: &tree::ParameterExpansion, quoted: bool, text: &str) -> Piece {
    use tree::BourneParameterExpansion as Bourne;
    let Some(bourne) = parameter.bourne() else {
        return Piece::Unknown { words: Vec::new() };
    };
    match bourne {
        Bourne::Access { reference } if reference.subscript.is_none() => Piece::Variable {
            name: reference.name.as_str().to_owned(),
            quoted,
            change: Change::Plain,
        },
        Bourne::Operation {
            reference,
            operator,
            operand_word_ast,
            ..
        } => operation(
            reference,
            operator,
            operand_word_ast.as_deref(),
            quoted,
            text,
        ),
        Bourne::Slice {
            reference,
            offset_word_ast,
            length_word_ast,
            ..
        } => changed(
            reference,
            quoted,
            [Some(&**offset_word_ast), length_word_ast.as_deref()],
            text,
        ),
        Bourne::Access { reference }
        | Bourne::Length { reference }
        | Bourne::Indices { reference }
        | Bourne::Transformation { reference, .. } => {
            changed(reference, quoted, [None, None], text)
        }
        Bourne::Indirect {
            operand_word_ast, ..
        } => Piece::Unknown {
            words: operand_word_ast
                .iter()
                .map(|operand| word(operand, text))
                .collect(),
        },
        Bourne::PrefixMatch { .. } => Piece::Unknown { words: Vec::new() },
    }
}

fn changed(
    reference: &tree::VarRef,
    quoted: bool,
    words: [Option<&tree::Word>; 2],
    text: &str,
) -> Piece {
    Piece::Variable {
        name: reference.name.as_str().to_owned(),
        quoted,
        change: Change::Other {
            words: words
                .into_iter()
                .flatten()
                .map(|item| word(item, text))
                .collect(),
        },
    }
}

fn operation(
    reference: &tree::VarRef,
    operator: &tree::ParameterOp,
    operand: Option<&tree::Word>,
    quoted: bool,
    text: &str,
) -> Piece {
    use tree::ParameterOp as Op;
    let default = |assign| Change::Default {
        word: Box::new(operand.map(|item| word(item, text)).unwrap_or_default()),
        assign,
    };
    let change = match operator {
        _ if reference.subscript.is_some() => Change::Other {
            words: operand.map(|item| word(item, text)).into_iter().collect(),
        },
        Op::UseDefault => default(false),
        Op::AssignDefault => default(true),
        Op::Error => Change::Require,
        _ => {
            let mut words: Vec<Word> = operand.map(|item| word(item, text)).into_iter().collect();
            words.extend(operator.replacement_word_ast().map(|item| word(item, text)));
            if let Op::RemovePrefixShort { pattern: inner }
            | Op::RemovePrefixLong { pattern: inner }
            | Op::RemoveSuffixShort { pattern: inner }
            | Op::RemoveSuffixLong { pattern: inner }
            | Op::ReplaceFirst { pattern: inner, .. }
            | Op::ReplaceAll { pattern: inner, .. } = operator
            {
                pattern(inner, text, &mut words);
            }
            Change::Other { words }
        }
    };
    Piece::Variable {
        name: reference.name.as_str().to_owned(),
        quoted,
        change,
    }
}

/// The words that a pattern expands.
pub(super) fn pattern(pattern_: &tree::Pattern, text: &str, words: &mut Vec<Word>) {
    for part in &pattern_.parts {
        match &part.kind {
            tree::PatternPart::Word(inner) => words.push(word(inner, text)),
            tree::PatternPart::Group { patterns, .. } => {
                for inner in patterns {
                    pattern(inner, text, words);
                }
            }
            _ => {}
        }
    }
}

/// The words that an arithmetic expression expands.
pub(super) fn arithmetic(node: &tree::ArithmeticExprNode, text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    arithmetic_words(node, text, &mut words);
    words
}

fn arithmetic_words(node: &tree::ArithmeticExprNode, text: &str, words: &mut Vec<Word>) {
    use tree::ArithmeticExpr as Expr;
    match &node.kind {
        Expr::ShellWord(inner) => words.push(word(inner, text)),
        Expr::Indexed { index: inner, .. }
        | Expr::Parenthesized { expression: inner }
        | Expr::Unary { expr: inner, .. }
        | Expr::Postfix { expr: inner, .. }
        | Expr::Assignment { value: inner, .. } => arithmetic_words(inner, text, words),
        Expr::Binary { left, right, .. } => {
            arithmetic_words(left, text, words);
            arithmetic_words(right, text, words);
        }
        Expr::Conditional {
            condition,
            then_expr,
            else_expr,
        } => {
            arithmetic_words(condition, text, words);
            arithmetic_words(then_expr, text, words);
            arithmetic_words(else_expr, text, words);
        }
        Expr::Number(_) | Expr::Variable(_) => {}
    }
}

/// The text of a here-document as one quoted word.
pub(super) fn heredoc(heredoc: &tree::Heredoc, text: &str) -> Word {
    let at = place(heredoc.body.span);
    let strip = heredoc.delimiter.strip_tabs;
    let mut pieces = Vec::new();
    for node in &heredoc.body.parts {
        pieces.push(heredoc_piece(
            node,
            heredoc.delimiter.expands_body,
            strip,
            text,
        ));
    }
    if pieces.is_empty() {
        pieces.push(Piece::Text {
            text: String::new(),
            quoted: true,
        });
    }
    Word { pieces, place: at }
}

fn heredoc_piece(
    node: &tree::HeredocBodyPartNode,
    expands: bool,
    strip: bool,
    text: &str,
) -> Piece {
    use tree::HeredocBodyPart as Part;
    match &node.kind {
        Part::Literal(literal) => {
            let at = place(node.span);
            // The raw text where there is one: the parser's own decoding is not relied upon.
            let raw = text
                .get(at.start..at.end)
                .filter(|raw| !raw.is_empty())
                .unwrap_or_else(|| literal.as_str(text, node.span));
            let body = if expands {
                unescape_heredoc(raw)
            } else {
                raw.to_owned()
            };
            Piece::Text {
                text: if strip { without_tabs(&body) } else { body },
                quoted: true,
            }
        }
        Part::Variable(name) => Piece::Variable {
            name: name.as_str().to_owned(),
            quoted: true,
            change: Change::Plain,
        },
        Part::CommandSubstitution { body, syntax } => {
            substitution(body, *syntax, true, place(node.span), text)
        }
        Part::ArithmeticExpansion {
            expression_ast,
            expression_word_ast,
            ..
        } => Piece::Unknown {
            words: match expression_ast {
                Some(expression) => arithmetic(expression, text),
                None => vec![word(expression_word_ast, text)],
            },
        },
        Part::Parameter(parameter) => parameter_piece(parameter, true, text),
    }
}

fn without_tabs(body: &str) -> String {
    body.split_inclusive('\n')
        .map(|line| line.trim_start_matches('\t'))
        .collect()
}

/// In a here-document a backslash stands for itself but before `$`, `` ` ``, `\` and a newline.
fn unescape_heredoc(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next_if(|next| matches!(next, '$' | '`' | '\\' | '\n')) {
            Some('\n') => {}
            Some(next) => out.push(next),
            None => out.push('\\'),
        }
    }
    out
}
