//! Text to tree, through the parser crate, within bounds.
//!
//! The parser recurses: text that nests is parsed on a thread with a stack of its own, and text
//! that nests too deep or has too many parts is not parsed at all. A parse that is not clean is
//! reported, because bash still runs the lines before an error.

use shuck_parser::parser::{ParseStatus, Parser};

use super::ast::Statement;
use super::lower;
use crate::limits;

/// What could be read of a script.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) statements: Vec<Statement>,
    /// Why the text was not read, or not all of it.
    pub(super) fault: Option<Fault>,
}

/// Why text was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Longer than the limit.
    TooLong,
    /// Nested deeper than the limit.
    TooDeep,
    /// More commands than the limit.
    TooMany,
    /// The shell would not accept it, or the parser does not.
    Invalid,
}

impl Fault {
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::TooLong => "the command is longer than what is read",
            Self::TooDeep => "the command is nested too deep to be read",
            Self::TooMany => "the command has more parts than what is read",
            Self::Invalid => "the command is not valid shell syntax, so what runs is not known",
        }
    }
}

/// Nesting up to which the caller's own stack is enough.
const INLINE_DEPTH: usize = 6;
/// Operators up to which the caller's own stack is enough: each adds a level to the parser's tree.
const INLINE_OPERATORS: usize = 48;
/// The stack of a parsing thread, in bytes.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// Parses a script.
pub(super) fn parse(text: &str) -> Script {
    if text.len() > limits::COMMAND_BYTES {
        return refused(Fault::TooLong);
    }
    let shape = Shape::of(text);
    if shape.depth > limits::COMMAND_DEPTH {
        return refused(Fault::TooDeep);
    }
    if shape.separators > limits::COMMAND_SEGMENTS || shape.openings > limits::COMMAND_SEGMENTS {
        return refused(Fault::TooMany);
    }
    if shape.depth <= INLINE_DEPTH && shape.operators <= INLINE_OPERATORS {
        return read(text);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || read(text));
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(script)) => script,
            // No thread, or a panic in the parser: nothing is known.
            _ => refused(Fault::TooDeep),
        }
    })
}

fn refused(fault: Fault) -> Script {
    Script {
        statements: Vec::new(),
        fault: Some(fault),
    }
}

fn read(text: &str) -> Script {
    let result = Parser::new(text).parse();
    let fault = match result.status {
        ParseStatus::Clean => None,
        ParseStatus::Recovered | ParseStatus::Fatal => Some(Fault::Invalid),
    };
    Script {
        statements: lower::statements(&result.file.body, text),
        fault,
    }
}

/// How much the parser would have to recurse. Overestimates: it knows no quotes.
#[derive(Debug, Default)]
struct Shape {
    /// The deepest nesting of brackets and of compound commands.
    depth: usize,
    /// Brackets and backquotes that open something.
    openings: usize,
    /// `&&`, `||` and `|`.
    operators: usize,
    /// Everything that ends a command.
    separators: usize,
}

impl Shape {
    fn of(text: &str) -> Self {
        let mut shape = Self::default();
        let mut open = 0_usize;
        let mut backquotes = 0_usize;
        let mut word = 0_usize;
        let bytes = text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'(' | b'{' | b'[' => {
                    open += 1;
                    shape.openings += 1;
                }
                b')' | b'}' | b']' => open = open.saturating_sub(1),
                b'`' => backquotes += 1,
                b'|' | b'&' => {
                    shape.operators += 1;
                    shape.separators += 1;
                }
                b';' | b'\n' | b'<' => shape.separators += 1,
                b'!' => open += usize::from(bytes.get(at + 1) == Some(&b' ')),
                _ => {}
            }
            if byte.is_ascii_alphanumeric() {
                continue;
            }
            match bytes.get(word..at) {
                Some(b"if" | b"case" | b"do" | b"time" | b"coproc" | b"select") => open += 1,
                Some(b"fi" | b"esac" | b"done") => open = open.saturating_sub(1),
                _ => {}
            }
            word = at + 1;
            // Escaped backquotes nest; a level costs twice the backslashes of the one before.
            shape.depth = shape.depth.max(open + backquotes.min(2));
        }
        shape
    }
}
