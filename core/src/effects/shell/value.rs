//! What is known about a piece of text before the command runs.

use crate::model::Span;

/// A word after expansion, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// The text; parts that are not known are left out.
    pub(super) text: String,
    /// The length of the text before the first part that is not known.
    pub(super) known_length: usize,
    /// Some part is not known.
    pub(super) unknown: bool,
    /// Holds an unquoted shell pattern.
    pub(super) pattern: bool,
    /// An unquoted expansion that is not known: it may be any number of words.
    pub(super) splits: bool,
    /// Where the text comes from, when it is output of a command.
    pub(super) taint: Taint,
    /// The word names the other end of a command: `<(...)`.
    pub(super) pipe: Option<Box<Stream>>,
    /// Its place in the arguments.
    pub(super) span: Span,
}

/// Where text that a command makes comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taint {
    /// Content of files or other local state that was read.
    pub(super) content: bool,
    /// Content that came over the network.
    pub(super) network: bool,
    /// Decoded from something that does not show it.
    pub(super) decoded: bool,
    /// A variable of the environment whose name says that it is a secret.
    pub(super) secret: bool,
}

impl Taint {
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            content: self.content || other.content,
            network: self.network || other.network,
            decoded: self.decoded || other.decoded,
            secret: self.secret || other.secret,
        }
    }
}

impl Field {
    /// Known text.
    pub(super) fn known(text: impl Into<String>, span: Span) -> Self {
        let text = text.into();
        Self {
            known_length: text.len(),
            text,
            span,
            ..Self::default()
        }
    }

    /// A word that is not known, or any number of them.
    pub(super) fn unknown(span: Span) -> Self {
        Self {
            unknown: true,
            splits: true,
            span,
            ..Self::default()
        }
    }

    /// The text, when all of it is known and it is not a pattern.
    pub(super) fn exact(&self) -> Option<&str> {
        (!self.unknown && !self.pattern && self.pipe.is_none()).then_some(self.text.as_str())
    }

    /// The text before the first part that is not known.
    pub(super) fn known_start(&self) -> &str {
        if self.unknown {
            self.text.get(..self.known_length).unwrap_or_default()
        } else {
            &self.text
        }
    }

    /// The same word without its first `count` bytes, for attached values.
    pub(super) fn behind(&self, count: usize) -> Self {
        let mut field = self.clone();
        self.text
            .get(count..)
            .unwrap_or_default()
            .clone_into(&mut field.text);
        field.known_length = self.known_length.saturating_sub(count);
        if !self.unknown {
            field.known_length = field.text.len();
        }
        field
    }
}

/// What standard input or output carries.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    /// It is given by the command text: a pipe, a redirection, a here-document.
    pub(super) given: bool,
    /// The whole text, when it is known.
    pub(super) text: Option<String>,
    /// The place of that text.
    pub(super) span: Option<Span>,
    /// A file that it comes from.
    pub(super) file: Option<Box<Field>>,
    /// Where it comes from.
    pub(super) taint: Taint,
    /// It is the other end of a connection: what comes is up to a remote party.
    pub(super) connection: bool,
}

impl Stream {
    /// Known text.
    pub(super) fn of_text(text: impl Into<String>, span: Span) -> Self {
        Self {
            given: true,
            text: Some(text.into()),
            span: Some(span),
            ..Self::default()
        }
    }

    /// Output that is not known.
    pub(super) fn of(taint: Taint) -> Self {
        Self {
            given: true,
            taint,
            ..Self::default()
        }
    }
}
