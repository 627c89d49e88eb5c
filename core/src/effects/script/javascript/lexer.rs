//! The tokens of JavaScript: enough to tell code from strings, comments and regular expressions.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A string without its quotes, escapes as written.
    String,
    /// A template's text without its backquotes, substitutions included.
    Template,
    /// A number or regular expression.
    Plain,
    /// One character.
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
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Symbol) && self.text == text
    }
}

/// The tokens of a text; the code inside templates follows its template. `None` when a string,
/// comment or template does not end.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<Token<'_>> = Vec::new();
    // For each template substitution that is open: the brackets open in it, and where the
    // template began.
    let mut templates: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        match (byte, next) {
            (b'/', Some(b'/')) => at = find(bytes, at, b"\n").unwrap_or(bytes.len()),
            (b'/', Some(b'*')) => at = find(bytes, at + 2, b"*/")? + 2,
            (b'\'' | b'"', _) => {
                let end = string_end(bytes, at + 1, byte)?;
                tokens.push(token(text, Kind::String, at + 1, end, 1)?);
                at = end + 1;
            }
            (b'`', _) => at = template(text, at, &mut tokens, &mut templates)?,
            (b'}', _) if templates.last().is_some_and(|(open, _)| *open == 0) => {
                let (_, start) = templates.pop()?;
                at = template_rest(text, at + 1, start, &mut tokens, &mut templates)?;
            }
            (b'/', _) if regex_may_start(tokens.last()) => {
                let end = regex_end(bytes, at + 1)?;
                tokens.push(token(text, Kind::Plain, at, end, 0)?);
                at = end;
            }
            _ if is_name(byte) => {
                let length = bytes.iter().skip(at).take_while(|b| is_name(**b)).count();
                let kind = if byte.is_ascii_digit() {
                    Kind::Plain
                } else {
                    Kind::Word
                };
                tokens.push(token(text, kind, at, at + length, 0)?);
                at += length;
            }
            _ => {
                if !byte.is_ascii_whitespace() {
                    if let Some((open, _)) = templates.last_mut() {
                        match byte {
                            b'{' => *open += 1,
                            b'}' => *open = open.saturating_sub(1),
                            _ => {}
                        }
                    }
                    tokens.push(token(text, Kind::Symbol, at, at + 1, 0)?);
                }
                at += 1;
            }
        }
    }
    templates.is_empty().then_some(tokens)
}

fn token(text: &str, kind: Kind, start: usize, end: usize, quote: usize) -> Option<Token<'_>> {
    Some(Token {
        kind,
        text: text.get(start..end)?,
        start: start.saturating_sub(quote),
        end: end + quote,
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\') || byte >= 0x80
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes
        .get(from..)?
        .windows(what.len())
        .position(|window| window == what)
        .map(|at| from + at)
}

fn string_end(bytes: &[u8], mut at: usize, quote: u8) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            byte if byte == quote => return Some(at),
            _ => at += 1,
        }
    }
}

/// A template from its backquote on; stops behind it or inside its first substitution.
fn template<'a>(
    text: &'a str,
    at: usize,
    tokens: &mut Vec<Token<'a>>,
    templates: &mut Vec<(usize, usize)>,
) -> Option<usize> {
    template_rest(text, at + 1, at, tokens, templates)
}

/// The literal part of a template that begins at `at`. `start`: where the template began.
fn template_rest<'a>(
    text: &'a str,
    mut at: usize,
    start: usize,
    tokens: &mut Vec<Token<'a>>,
    templates: &mut Vec<(usize, usize)>,
) -> Option<usize> {
    let bytes = text.as_bytes();
    let from = at;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            b'`' => {
                // Only the first part stands for the template; later ones are data.
                let kind = if from == start + 1 {
                    Kind::Template
                } else {
                    Kind::Plain
                };
                tokens.push(token(text, kind, from, at, 1)?);
                return Some(at + 1);
            }
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                let kind = if from == start + 1 {
                    Kind::Template
                } else {
                    Kind::Plain
                };
                // The mark that a part follows is kept in the token's text.
                tokens.push(token(text, kind, from, at + 2, 1)?);
                templates.push((0, start));
                return Some(at + 2);
            }
            _ => at += 1,
        }
    }
}

/// Whether a `/` here begins a regular expression rather than divides.
fn regex_may_start(before: Option<&Token<'_>>) -> bool {
    const KEYWORDS: &[&str] = &[
        "return", "typeof", "case", "in", "of", "void", "delete", "throw",
    ];
    match before {
        None => true,
        Some(token) => match token.kind {
            Kind::Word => KEYWORDS.contains(&token.text),
            Kind::Symbol => !matches!(token.text, ")" | "]" | "}"),
            Kind::String | Kind::Template | Kind::Plain => false,
        },
    }
}

/// Behind a regular expression. One that does not end on its line was a division after all.
fn regex_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    let mut class = false;
    loop {
        match bytes.get(at).copied() {
            None | Some(b'\n') => return Some(start),
            Some(b'\\') => at += 2,
            Some(b'[') => {
                class = true;
                at += 1;
            }
            Some(b']') => {
                class = false;
                at += 1;
            }
            Some(b'/') if !class => return Some(at + 1),
            Some(_) => at += 1,
        }
    }
}
