//! What the shape of a statement says before anything in it runs.

use super::ast::{Node, Piece, Place, Statement, Word};
use super::value::Field;

/// Whether the body starts the function more than once, or beside itself: a fork bomb.
pub(super) fn multiplies(node: &Node, name: &str) -> bool {
    fn calls(statement: &Statement, name: &str) -> usize {
        let inner = match &statement.node {
            Node::Simple { words, .. } => usize::from(words.first().is_some_and(|word| {
                matches!(word.pieces.as_slice(),
                    [Piece::Text { text, .. }] if text == name)
            })),
            Node::Pipeline(parts)
            | Node::List(parts)
            | Node::Or(parts)
            | Node::Subshell(parts)
            | Node::Loop(parts)
            | Node::For { body: parts, .. } => parts.iter().map(|part| calls(part, name)).sum(),
            Node::Branches { branches, .. } => branches
                .iter()
                .flatten()
                .map(|part| calls(part, name))
                .sum(),
            Node::Function { .. } | Node::Words(_) => 0,
        };
        if statement.background {
            inner * 2
        } else {
            inner
        }
    }
    let whole = Statement {
        node: node.clone(),
        redirects: Vec::new(),
        background: false,
        place: Place::default(),
    };
    calls(&whole, name) > 1
}

/// Whether nothing of this shell runs behind the statement.
pub(super) fn ends_shell(statement: &Statement) -> bool {
    match &statement.node {
        Node::Simple { words, .. } => words.first().is_some_and(|word| {
            matches!(word.pieces.as_slice(),
                [Piece::Text { text, .. }]
                    if matches!(text.as_str(), "exit" | "return" | "break" | "continue"))
        }),
        Node::List(parts) => parts.last().is_some_and(ends_shell),
        _ => false,
    }
}

/// `rm$IFS-rf`: separators that are put in by a variable hide where words end.
pub(super) fn hides_words(word: &Word) -> bool {
    word.pieces.len() > 1
        && word.pieces.iter().any(
            |piece| matches!(piece, Piece::Variable { name, quoted: false, .. } if name == "IFS"),
        )
}

/// Whether the word that names the program is made by another command.
pub(super) fn is_computed(word: Option<&Word>) -> bool {
    word.is_some_and(|word| {
        word.pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Command { .. } | Piece::Backquotes { .. }))
    })
}

/// Commands that print nothing: a file that gets their output is emptied.
pub(super) fn is_quiet(fields: &[Field]) -> bool {
    let name = fields.first().and_then(Field::exact).unwrap_or_default();
    match name {
        ":" | "true" | "false" => true,
        "cat" => fields.len() == 2 && fields.get(1).and_then(Field::exact) == Some("/dev/null"),
        _ => false,
    }
}

pub(super) fn is_declaration(fields: &[Field]) -> bool {
    matches!(
        fields.first().and_then(Field::exact),
        Some("export" | "declare" | "typeset" | "local" | "readonly")
    )
}
