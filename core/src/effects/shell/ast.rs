//! Our own small tree of a shell script: what runs, in which order, with which words.
//!
//! Only what an effect can depend on is kept. All text is decoded; byte places are those of the
//! source text, for spans. The parser crate stays behind `parse` and can be replaced.

/// A stretch of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// One statement with its redirections.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) node: Node,
    pub(super) redirects: Vec<Redirect>,
    /// Runs in the background (`&`).
    pub(super) background: bool,
    pub(super) place: Place,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Assignments and words; without words the assignments stay.
    Simple {
        assignments: Vec<Assignment>,
        words: Vec<Word>,
    },
    /// Statements joined by `|`.
    Pipeline(Vec<Statement>),
    /// One after the other: `;`, `&&` and `||`. What stands behind `||` may not run.
    List(Vec<Statement>),
    /// `a || b`: the second may not run.
    Or(Vec<Statement>),
    /// `( ... )`: changes of state end with it.
    Subshell(Vec<Statement>),
    /// Alternatives of which each may run or not: `if`, `case`.
    Branches {
        /// What runs first in any case: the conditions, with the words that are only expanded.
        first: Vec<Statement>,
        words: Vec<Word>,
        branches: Vec<Vec<Statement>>,
    },
    /// A loop over words, or over the positional parameters.
    For {
        variable: String,
        words: Option<Vec<Word>>,
        body: Vec<Statement>,
    },
    /// `while`, `until`, `for ((..))`: condition and body, any number of times.
    Loop(Vec<Statement>),
    /// A function definition.
    Function {
        names: Vec<String>,
        body: Box<Statement>,
    },
    /// Words that are expanded for their value alone: `[[ ]]`, `(( ))`.
    Words(Vec<Word>),
}

/// `NAME=value`, `NAME+=value`, `NAME=(...)`.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) name: String,
    /// The value; several words for an array. A subscript makes it `partial`.
    pub(super) value: Vec<Word>,
    /// `+=`, an array, or one element: the variable is not exactly the value.
    pub(super) partial: bool,
    pub(super) place: Place,
}

/// A word as written, in pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    pub(super) pieces: Vec<Piece>,
    pub(super) place: Place,
}

/// A piece of a word.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Decoded text. Unquoted text may hold a tilde, braces and patterns.
    Text { text: String, quoted: bool },
    /// `$name`, and what is done with it.
    Variable {
        name: String,
        quoted: bool,
        change: Change,
    },
    /// `$( ... )` or a process substitution.
    Command {
        body: Vec<Statement>,
        kind: Substitution,
        quoted: bool,
        place: Place,
    },
    /// Backquotes whose text had escapes and must be read again.
    Backquotes {
        text: String,
        quoted: bool,
        place: Place,
    },
    /// Something whose value is not known; the words in it are expanded.
    Unknown { words: Vec<Word> },
}

/// Which substitution a command stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Substitution {
    /// Its output becomes text of the word.
    Output,
    /// Its output can be read from the file that the word names: `<(...)`.
    Read,
    /// What is written to the file that the word names is its input: `>(...)`.
    Write,
}

/// What `${name...}` does to the value.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Nothing.
    Plain,
    /// `${name:-word}`, `${name:=word}`: the word when the variable is not set.
    Default { word: Box<Word>, assign: bool },
    /// `${name:?...}`: the value, or nothing runs.
    Require,
    /// Anything else: the value is not known. The words in it are expanded.
    Other { words: Vec<Word> },
}

/// A redirection.
#[derive(Clone, Debug)]
pub(super) struct Redirect {
    pub(super) kind: RedirectKind,
    pub(super) place: Place,
}

/// What a redirection does.
#[derive(Clone, Debug)]
pub(super) enum RedirectKind {
    /// `>`, `>|`, `&>`: the file is emptied first.
    Truncate(Word),
    /// `>>`.
    Append(Word),
    /// `<>`.
    ReadWrite(Word),
    /// `<`.
    Input(Word),
    /// A here-document or here-string as standard input.
    Text(Word),
    /// Copies or closes a descriptor; the word may still be expanded.
    Descriptor(Word),
}
