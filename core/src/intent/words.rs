//! Tokens become sentences of items: words and phrases with their meanings in the sentence's
//! language.

use smol_str::SmolStr;

use super::lexicon::{Action, Language, Lexicon, Role, Sense};
use super::tokens::{Kind, Token, is_ideograph};

/// A word, phrase or target with its meanings.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) norm: SmolStr,
    pub(super) capital: bool,
    pub(super) doubtful: bool,
    pub(super) senses: Vec<Sense>,
}

/// A sentence in one language.
#[derive(Debug)]
pub(super) struct Sentence<'a> {
    pub(super) items: Vec<Item>,
    pub(super) language: Option<&'a Language>,
    /// Ends in a question mark.
    pub(super) question: bool,
    /// Words that the language does not know, of all words.
    pub(super) words: usize,
    pub(super) unknown: usize,
}

impl Item {
    pub(super) fn has(&self, role: Role) -> bool {
        self.senses.contains(&Sense::Role(role))
    }

    pub(super) fn has_any(&self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.has(*role))
    }

    pub(super) fn verb(&self) -> Option<Action> {
        self.senses.iter().find_map(|sense| match sense {
            Sense::Verb(action) => Some(*action),
            _ => None,
        })
    }

    pub(super) fn verbs(&self) -> impl Iterator<Item = Action> {
        self.senses.iter().filter_map(|sense| match sense {
            Sense::Verb(action) => Some(*action),
            _ => None,
        })
    }

    pub(super) fn thing(&self) -> Option<&SmolStr> {
        self.senses.iter().find_map(|sense| match sense {
            Sense::Noun(thing) => Some(thing),
            _ => None,
        })
    }

    /// Whether it names a target outright.
    pub(super) fn is_literal(&self) -> bool {
        matches!(
            self.kind,
            Kind::Email
                | Kind::Url
                | Kind::Host
                | Kind::Path
                | Kind::Handle
                | Kind::Channel
                | Kind::Account
                | Kind::Quoted
        )
    }
}

/// The sentences of a message, each read in its own language; a short one takes the message's.
pub(super) fn sentences<'a>(tokens: &[Token], lexicon: &'a Lexicon) -> Vec<Sentence<'a>> {
    let overall = language_of(tokens, lexicon, None);
    split(tokens)
        .into_iter()
        .map(|(part, question)| sentence(part, question, lexicon, overall))
        .collect()
}

fn split(tokens: &[Token]) -> Vec<(&[Token], bool)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let ends = match token.kind {
            Kind::Stop | Kind::Question => true,
            Kind::Line => tokens.get(at + 1).is_none_or(begins_sentence),
            _ => false,
        };
        if ends {
            if let Some(part) = tokens.get(start..at).filter(|part| !part.is_empty()) {
                parts.push((part, token.kind == Kind::Question));
            }
            start = at + 1;
        }
    }
    if let Some(part) = tokens.get(start..).filter(|part| !part.is_empty()) {
        parts.push((part, false));
    }
    parts
}

/// What follows a line break that is not just a wrapped line.
fn begins_sentence(next: &Token) -> bool {
    next.capital || next.kind != Kind::Word || next.norm.starts_with(is_ideograph)
}

fn sentence<'a>(
    part: &[Token],
    question: bool,
    lexicon: &'a Lexicon,
    overall: Option<&'a Language>,
) -> Sentence<'a> {
    let language = language_of(part, lexicon, overall);
    let mut sentence = Sentence {
        items: Vec::with_capacity(part.len()),
        language,
        question,
        words: 0,
        unknown: 0,
    };
    let Some(language) = language else {
        sentence.words = part.iter().filter(|token| token.kind == Kind::Word).count();
        sentence.unknown = sentence.words;
        sentence.items = part.iter().map(plain).collect();
        return sentence;
    };
    let mut at = 0;
    while let Some(token) = part.get(at) {
        at += 1;
        if token.kind == Kind::Line {
            continue;
        }
        if token.kind != Kind::Word {
            sentence.items.push(plain(token));
            continue;
        }
        if token.norm.starts_with(is_ideograph) {
            runs(token, language, &mut sentence);
            continue;
        }
        sentence.words += 1;
        let found = language.phrase(&token.norm, |n| {
            part.get(at + n)
                .filter(|next| next.kind == Kind::Word)
                .map(|next| next.norm.as_str())
        });
        let Some((length, senses)) = found else {
            sentence.unknown += usize::from(!language.is_common(&token.norm) && !token.capital);
            sentence.items.push(plain(token));
            continue;
        };
        let last = part.get(at + length - 2).unwrap_or(token);
        sentence.items.push(Item {
            end: last.end,
            norm: if length == 1 {
                token.norm.clone()
            } else {
                joined(part.get(at - 1..at + length - 1))
            },
            senses: senses.to_vec(),
            ..plain(token)
        });
        at += length - 1;
    }
    sentence
}

fn joined(tokens: Option<&[Token]>) -> SmolStr {
    tokens
        .unwrap_or_default()
        .iter()
        .map(|token| token.norm.as_str())
        .collect::<Vec<_>>()
        .join(" ")
        .into()
}

fn plain(token: &Token) -> Item {
    Item {
        kind: token.kind,
        start: token.start,
        end: token.end,
        norm: token.norm.clone(),
        capital: token.capital,
        doubtful: token.doubtful,
        senses: Vec::new(),
    }
}

/// Splits a run of a writing without spaces by the longest entries.
fn runs(token: &Token, language: &Language, sentence: &mut Sentence<'_>) {
    let text = token.norm.as_str();
    let mut at = 0;
    let mut loose = 0;
    let flush = |sentence: &mut Sentence<'_>, from: usize, to: usize| {
        let Some(word) = text.get(from..to).filter(|word| !word.is_empty()) else {
            return;
        };
        sentence.words += 1;
        sentence.unknown += 1;
        sentence.items.push(Item {
            start: token.start + from,
            end: token.start + to,
            norm: word.into(),
            ..plain(token)
        });
    };
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((length, senses)) = language.run(rest) {
            flush(sentence, loose, at);
            sentence.words += 1;
            sentence.items.push(Item {
                start: token.start + at,
                end: token.start + at + length,
                norm: rest.get(..length).unwrap_or_default().into(),
                senses: senses.to_vec(),
                ..plain(token)
            });
            at += length;
            loose = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    flush(sentence, loose, text.len());
}

/// The language that knows most of the words; the writing decides where it can. A tie goes to
/// `prior`, then to the first.
fn language_of<'a>(
    part: &[Token],
    lexicon: &'a Lexicon,
    prior: Option<&'a Language>,
) -> Option<&'a Language> {
    let words: Vec<&str> = part
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .map(|token| token.norm.as_str())
        .collect();
    if let Some(code) = by_writing(&words) {
        return lexicon.language(code);
    }
    let mut best: Option<(usize, &Language)> = None;
    for language in &lexicon.languages {
        let score: usize = words
            .iter()
            .map(|word| {
                2 * usize::from(language.is_common(word)) + usize::from(language.knows(word))
            })
            .sum();
        if score == 0 {
            continue;
        }
        let bonus = usize::from(prior.is_some_and(|prior| prior.code == language.code));
        let score = 2 * score + 3 * bonus;
        // Of two that fit as well, the one of the first word, which is often a verb; then English.
        let rank = |language: &Language| {
            (
                words.first().is_some_and(|word| language.knows(word)),
                language.code == "en",
            )
        };
        if best.is_none_or(|(known, known_language)| {
            score > known || (score == known && rank(language) > rank(known_language))
        }) {
            best = Some((score, language));
        }
    }
    // One stray word in a row of unknown ones does not make a language.
    match best {
        Some((_, language))
            if words.len() < 4
                || 3 * words.iter().filter(|word| language.knows(word)).count() >= words.len() =>
        {
            Some(language)
        }
        None if words.len() < 3 => prior,
        Some(_) | None => None,
    }
}

/// Kana is Japanese, Hangul Korean, Han alone Chinese, Cyrillic Russian.
fn by_writing(words: &[&str]) -> Option<&'static str> {
    let (mut kana, mut han, mut hangul, mut cyrillic, mut latin) = (0, 0, 0, 0, 0);
    for c in words.iter().flat_map(|word| word.chars()) {
        match u32::from(c) {
            0x3041..=0x30FF => kana += 1,
            0x4E00..=0x9FFF | 0x3400..=0x4DBF => han += 1,
            0xAC00..=0xD7AF => hangul += 1,
            0x0400..=0x04FF => cyrillic += 1,
            _ if c.is_ascii_alphabetic() => latin += 1,
            _ => {}
        }
    }
    if kana > 0 && kana + han >= latin / 3 {
        return Some("ja");
    }
    if hangul > 0 && hangul >= latin / 3 {
        return Some("ko");
    }
    if han > 0 && han >= latin / 3 {
        return Some("zh");
    }
    (cyrillic > latin / 3 && cyrillic > 0).then_some("ru")
}
