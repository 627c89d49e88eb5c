//! Splits a message into words, names of targets, quotes and marks, each with its bytes.

use smol_str::SmolStr;

use super::quote::{Aside, Doubt};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word; `norm` is its lower case with straight apostrophes.
    Word,
    /// Digits, with or without a currency sign or a unit.
    Number,
    Email,
    /// A URL, or `www.` and a host.
    Url,
    /// A bare host name.
    Host,
    Path,
    /// `@name`
    Handle,
    /// `#name`
    Channel,
    /// An account number.
    Account,
    /// Text in quotation marks or backticks; `norm` is what is inside.
    Quoted,
    /// Material of others.
    Foreign,
    /// `.`, `!`, `;`, a blank line
    Stop,
    /// `?`
    Question,
    Comma,
    Colon,
    /// A line break.
    Line,
    /// `(`, `)`, a dash between words.
    Aside,
}

/// A stretch of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) norm: SmolStr,
    /// A word that begins with a capital letter.
    pub(super) capital: bool,
    /// Behind a fence that was never closed: may only forbid.
    pub(super) doubtful: bool,
}

/// The tokens of a message, at most `limit`.
pub(super) fn tokens(text: &str, asides: &[Aside], limit: usize) -> Vec<Token> {
    let mut scanner = Scanner {
        text,
        at: 0,
        doubtful: false,
        found: Vec::new(),
    };
    let mut asides = asides.iter().peekable();
    while scanner.at < text.len() && scanner.found.len() < limit {
        if let Some(aside) = asides.peek()
            && scanner.at >= aside.range.start
        {
            match aside.doubt {
                Doubt::Foreign => {
                    let end = aside.range.end.max(scanner.at);
                    scanner.push(Kind::Foreign, scanner.at, end, "");
                    if text.get(..end).is_some_and(|head| head.ends_with('\n')) {
                        scanner.push(Kind::Stop, end, end, "");
                    }
                    scanner.at = end;
                }
                Doubt::Unclosed => {
                    scanner.push(Kind::Stop, scanner.at, scanner.at, "");
                    scanner.doubtful = true;
                }
            }
            asides.next();
            continue;
        }
        let end = asides.peek().map_or(text.len(), |aside| aside.range.start);
        scanner.step(end);
    }
    scanner.found
}

/// Abbreviations that stand in front of a name, in the languages of the lexicon.
const TITLES: &[&str] = &[
    "dr", "mr", "mrs", "ms", "prof", "st", "sr", "sra", "dott", "ing", "hr", "fr", "mme", "vs",
];

/// Whether the full stop at `stop` belongs to an abbreviation.
fn is_title(last: &Token, stop: usize) -> bool {
    last.kind == Kind::Word && last.end == stop && TITLES.contains(&last.norm.as_str())
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    doubtful: bool,
    found: Vec<Token>,
}

impl Scanner<'_> {
    fn push(&mut self, kind: Kind, start: usize, end: usize, norm: &str) {
        self.found.push(Token {
            kind,
            start,
            end,
            norm: SmolStr::new(norm),
            capital: false,
            doubtful: self.doubtful,
        });
    }

    fn step(&mut self, limit: usize) {
        let Some(rest) = self.text.get(self.at..limit) else {
            self.at = limit;
            return;
        };
        let Some(first) = rest.chars().next() else {
            self.at = limit;
            return;
        };
        let start = self.at;
        let width = first.len_utf8();
        if let Some(length) = quoted(
            rest,
            self.text
                .get(..start)
                .and_then(|head| head.chars().next_back()),
        ) {
            let inner = rest
                .get(width..length - closing_width(rest, length))
                .unwrap_or_default();
            self.push(Kind::Quoted, start, start + length, inner.trim());
            self.at = start + length;
            return;
        }
        self.at += width;
        match first {
            '\n' => {
                let blank = rest.get(1..).is_some_and(|next| {
                    next.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
                });
                self.push(
                    if blank { Kind::Stop } else { Kind::Line },
                    start,
                    self.at,
                    "",
                );
            }
            // "Dr. Lee": the sentence goes on.
            '.' if self.found.last().is_some_and(|last| is_title(last, start)) => {}
            '.' | '!' | ';' | '。' | '！' | '；' | '…' => {
                self.push(Kind::Stop, start, self.at, "");
            }
            // Spanish opens a question with its own mark; only the end counts.
            '¿' => {}
            '?' | '？' => self.push(Kind::Question, start, self.at, ""),
            ',' | '，' | '、' => self.push(Kind::Comma, start, self.at, ""),
            ':' | '：' => self.push(Kind::Colon, start, self.at, ""),
            '(' | ')' | '[' | ']' | '{' | '}' | '—' | '–' | '（' | '）' => {
                self.push(Kind::Aside, start, self.at, "");
            }
            _ if is_ideograph(first) => {
                let length: usize = rest
                    .chars()
                    .take_while(|c| is_ideograph(*c))
                    .map(char::len_utf8)
                    .sum();
                self.push(
                    Kind::Word,
                    start,
                    start + length,
                    rest.get(..length).unwrap_or_default(),
                );
                self.at = start + length;
            }
            _ if first.is_alphanumeric()
                || matches!(
                    first,
                    '@' | '#' | '/' | '~' | '$' | '€' | '£' | '¥' | '_' | '+' | '.' | '*'
                ) =>
            {
                self.chunk(rest, start);
            }
            _ => {}
        }
    }

    /// A run without white space, and what it is.
    fn chunk(&mut self, rest: &str, start: usize) {
        let mut length = 0;
        let link = ["https://", "http://", "www."]
            .iter()
            .any(|scheme| rest.starts_with(scheme));
        let mut chars = rest.chars().peekable();
        while let Some(c) = chars.next() {
            let inside = link
                && matches!(c, '?' | ';' | ',' | '!')
                && chars.peek().is_some_and(|next| next.is_alphanumeric());
            if (ends_chunk(c) && !inside) || is_ideograph(c) {
                break;
            }
            length += c.len_utf8();
        }
        let raw = rest.get(..length).unwrap_or_default();
        let raw = without_next_sentence(raw);
        let raw = raw.trim_end_matches(['.', ':', '\'', '’', '!', '-', '*']);
        if raw.is_empty() {
            return;
        }
        let end = start + raw.len();
        self.at = end;
        let kind = super::literal::kind(raw);
        if kind != Kind::Word {
            self.push(kind, start, end, raw);
            return;
        }
        // `sí:no`, `today/tomorrow`: only the first word; the rest is scanned again.
        let word_end = raw
            .find([':', '/', '=', '+'])
            .filter(|at| *at > 0)
            .unwrap_or(raw.len());
        let word = raw.get(..word_end).unwrap_or(raw);
        self.at = start + word.len().max(1);
        if word_end < raw.len() {
            self.at += 1;
        }
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        let norm = word.to_lowercase().replace('’', "'");
        let split = elision(&norm);
        let cut = word
            .char_indices()
            .nth(norm.get(..split).map_or(0, |head| head.chars().count()))
            .map_or(0, |(at, _)| at);
        if split > 0 && cut > 0 {
            self.push(
                Kind::Word,
                start,
                start + cut,
                norm.get(..split).unwrap_or_default(),
            );
            self.word(
                start + cut,
                start + word.len(),
                norm.get(split..).unwrap_or_default(),
                false,
            );
            return;
        }
        self.word(start, start + word.len(), &norm, capital);
    }

    fn word(&mut self, start: usize, end: usize, norm: &str, capital: bool) {
        self.push(Kind::Word, start, end, norm);
        if let Some(last) = self.found.last_mut() {
            last.capital = capital;
        }
    }
}

/// `x.example.They sent`: a full stop without a space behind it, before a capital letter.
fn without_next_sentence(raw: &str) -> &str {
    let mut before = None;
    let mut chars = raw.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let ends = c == '.'
            && before.is_some_and(char::is_lowercase)
            && next.is_some_and(char::is_uppercase);
        let word_follows = raw
            .get(at + 1..)
            .is_some_and(|rest| rest.chars().all(char::is_alphabetic));
        if ends && word_follows {
            return raw.get(..at).unwrap_or(raw);
        }
        before = Some(c);
    }
    raw
}

/// The length of `l'`, `n'`, `dell'` before a longer word; 0 when there is none.
fn elision(norm: &str) -> usize {
    let Some(at) = norm.find('\'') else { return 0 };
    let (head, tail) = (
        norm.get(..at).unwrap_or_default(),
        norm.get(at + 1..).unwrap_or_default(),
    );
    let elides = matches!(
        head,
        "l" | "d"
            | "n"
            | "s"
            | "m"
            | "t"
            | "j"
            | "c"
            | "qu"
            | "un"
            | "all"
            | "dell"
            | "nell"
            | "sull"
            | "dall"
            | "quest"
            | "jusqu"
    );
    if elides && tail.chars().count() > 2 {
        at + 1
    } else {
        0
    }
}

fn ends_chunk(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';'
                | '!'
                | '?'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '"'
                | '“'
                | '”'
                | '«'
                | '»'
                | '„'
                | '，'
                | '。'
                | '、'
                | '！'
                | '？'
                | '；'
                | '：'
                | '「'
                | '」'
                | '『'
                | '』'
                | '（'
                | '）'
                | '`'
                | '…'
                | '—'
                | '<'
                | '>'
                | '|'
                | '‘'
        )
}

/// Han, kana and Hangul, which the lexicon splits.
pub(super) fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x3041..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x3005)
}

const PAIRS: &[(char, &[char])] = &[
    ('"', &['"', '”']),
    ('“', &['”', '"', '“']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('»', &['«']),
    ('「', &['」']),
    ('『', &['』']),
    ('‘', &['’']),
    ('\'', &['\'']),
    ('`', &['`']),
];

/// How far a quote reaches, behind its closing mark; `None` when there is none. An apostrophe
/// only opens a quote at the start of a word and closes it at the end of one.
fn quoted(rest: &str, before: Option<char>) -> Option<usize> {
    let open = rest.chars().next()?;
    let (_, closing) = PAIRS.iter().find(|(mark, _)| *mark == open)?;
    let single = matches!(open, '\'' | '‘');
    if single && before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let mut chars = rest.char_indices().skip(1).peekable();
    if chars.peek().is_some_and(|(_, c)| c.is_whitespace()) && single {
        return None;
    }
    let mut lines = 0;
    while let Some((at, c)) = chars.next() {
        if c == '\n' {
            lines += 1;
            if single || lines > 40 {
                return None;
            }
        }
        if closing.contains(&c) {
            let next = chars.peek().map(|(_, next)| *next);
            if single && next.is_some_and(char::is_alphanumeric) {
                continue;
            }
            return Some(at + c.len_utf8());
        }
    }
    None
}

fn closing_width(rest: &str, length: usize) -> usize {
    rest.get(..length)
        .and_then(|quote| quote.chars().next_back())
        .map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found: Vec<String> = tokens(text, &[], 1000)
            .iter()
            .map(|token| format!("{:?}:{}", token.kind, token.norm))
            .collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn targets_stay_whole() {
        check("Mail bob@x.example.", "Word:mail Email:bob@x.example Stop:");
        check(
            "see https://x.example/a?b=1, ok",
            "Word:see Url:https://x.example/a?b=1 Comma: Word:ok",
        );
        check("save to ~/a/b.md!", "Word:save Word:to Path:~/a/b.md Stop:");
        check(
            "Don’t post in #general",
            "Word:don't Word:post Word:in Channel:#general",
        );
        check(
            "call it 'Bob's list' now",
            "Word:call Word:it Quoted:Bob's list Word:now",
        );
        check("n'envoie rien", "Word:n' Word:envoie Word:rien");
        check(
            "use docs.example.com and a.py",
            "Word:use Host:docs.example.com Word:and Path:a.py",
        );
        check("\"unclosed and more", "Word:unclosed Word:and Word:more");
    }
}
