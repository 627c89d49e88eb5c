//! Words, names, strings and symbols of SQL and Cypher text: enough to split statements and to
//! see what a statement speaks about, in one pass.

/// How strings and comments are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quoting {
    /// A backslash escapes inside strings.
    pub(super) backslash: bool,
    /// `"..."` is a string, not a name.
    pub(super) double_strings: bool,
    /// `#` starts a comment.
    pub(super) hash_comments: bool,
    /// `$tag$ ... $tag$` is a string.
    pub(super) dollar: bool,
    /// `//` starts a comment.
    pub(super) slash_comments: bool,
    /// `--` starts a comment only before white space.
    pub(super) spaced_dashes: bool,
    /// Block comments nest.
    pub(super) nested_comments: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or an unquoted name.
    Word,
    /// A quoted name, without its quotes.
    Name,
    /// A string, without its quotes.
    String,
    /// Anything else: one character.
    Symbol,
}

/// A token and the bytes it stands on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.kind == Kind::Symbol && self.text == symbol
    }

    pub(super) fn is_name(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Name)
    }
}

/// The tokens of a text, comments left out; `None` when a string or comment does not end.
pub(super) fn tokens(text: &str, quoting: Quoting) -> Option<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        let after = |length: usize| text.get(at + length..).unwrap_or_default();
        match (byte, next) {
            (b'-', Some(b'-')) if starts_comment(bytes, at, quoting) => at = line_end(text, at),
            (b'#', _) if quoting.hash_comments => at = line_end(text, at),
            (b'/', Some(b'/')) if quoting.slash_comments => at = line_end(text, at),
            (b'/', Some(b'*')) => at += 2 + comment_length(after(2), quoting.nested_comments)?,
            (b'\'' | b'"' | b'`', _) => {
                let is_string = byte == b'\'' || (byte == b'"' && quoting.double_strings);
                let escaped = quoting.backslash || escape_prefix(&tokens, at);
                let inner = quoted_length(after(1), byte, is_string && escaped)?;
                tokens.push(Token {
                    kind: if is_string { Kind::String } else { Kind::Name },
                    text: text.get(at + 1..at + 1 + inner)?,
                    start: at,
                    end: at + inner + 2,
                });
                at += inner + 2;
            }
            (b'$', _) if quoting.dollar && dollar_tag(after(0)).is_some() => {
                let tag = dollar_tag(after(0))?;
                let inner = after(tag.len()).find(tag)?;
                let end = at + inner + 2 * tag.len();
                tokens.push(Token {
                    kind: Kind::String,
                    text: text.get(at + tag.len()..at + tag.len() + inner)?,
                    start: at,
                    end,
                });
                at = end;
            }
            _ if is_word(byte) => {
                let length = bytes.iter().skip(at).take_while(|b| is_word(**b)).count();
                tokens.push(Token {
                    kind: Kind::Word,
                    text: text.get(at..at + length)?,
                    start: at,
                    end: at + length,
                });
                at += length;
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => {
                tokens.push(Token {
                    kind: Kind::Symbol,
                    text: text.get(at..=at)?,
                    start: at,
                    end: at + 1,
                });
                at += 1;
            }
        }
    }
    Some(tokens)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// `E'...'`: the string has escapes whatever the dialect.
fn escape_prefix(tokens: &[Token<'_>], at: usize) -> bool {
    tokens
        .last()
        .is_some_and(|token| token.end == at && token.is("e"))
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..)
        .and_then(|rest| rest.find('\n'))
        .map_or(text.len(), |length| at + length)
}

/// Whether the two dashes at `at` start a comment.
fn starts_comment(bytes: &[u8], at: usize, quoting: Quoting) -> bool {
    let next = bytes.get(at + 2);
    !quoting.spaced_dashes || next.is_none_or(u8::is_ascii_whitespace)
}

/// The length of a block comment behind its opening.
fn comment_length(text: &str, nested: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 1_usize;
    let mut at = 0;
    while depth > 0 {
        match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'*', Some(b'/')) => {
                depth -= 1;
                at += 2;
            }
            (b'/', Some(b'*')) if nested => {
                depth += 1;
                at += 2;
            }
            _ => at += 1,
        }
    }
    Some(at)
}

/// The length of what stands between two quotes, a doubled quote being one of its characters.
fn quoted_length(text: &str, quote: u8, backslash: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let byte = *bytes.get(at)?;
        let escapes = byte == b'\\' && backslash;
        let doubled = byte == quote && bytes.get(at + 1) == Some(&quote);
        if escapes || doubled {
            at += 2;
        } else if byte == quote {
            return Some(at);
        } else {
            at += 1;
        }
    }
}

/// `$$` or `$name$`.
fn dollar_tag(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('$')?;
    let length = rest.find('$')?;
    let name = rest.get(..length)?;
    let plain = name.bytes().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit());
    plain.then(|| text.get(..length + 2))?
}
