//! Brace expansion: `{a,b}` and `{1..3}` in unquoted text.

use super::ast::{Piece, Word};

/// How many words one word may become; more make the word unknown.
const MOST: usize = 64;

/// Whether the word can hold a brace expansion.
pub(super) fn may_expand(word: &Word) -> bool {
    word.pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Text { text, quoted: false } if text.contains('{')))
}

/// One unit of a word: an unquoted character, or a piece that braces cannot reach into.
#[derive(Clone)]
enum Unit {
    Character(char),
    Piece(Piece),
}

/// The words that the word becomes; itself when there is nothing to expand.
pub(super) fn expand(word: &Word) -> Vec<Word> {
    let mut units = Vec::new();
    for piece in &word.pieces {
        match piece {
            Piece::Text {
                text,
                quoted: false,
            } => units.extend(text.chars().map(Unit::Character)),
            other => units.push(Unit::Piece(other.clone())),
        }
    }
    let mut budget = MOST;
    let words = alternatives(&units, &mut budget);
    if budget == 0 {
        // More words than are made: any of them may be among the rest.
        return vec![Word {
            pieces: vec![Piece::Unknown { words: Vec::new() }],
            place: word.place,
        }];
    }
    words
        .into_iter()
        .map(|units| Word {
            pieces: pieces(units),
            place: word.place,
        })
        .collect()
}

fn pieces(units: Vec<Unit>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for unit in units {
        match unit {
            Unit::Character(character) => match pieces.last_mut() {
                Some(Piece::Text {
                    text,
                    quoted: false,
                }) => text.push(character),
                _ => pieces.push(Piece::Text {
                    text: character.to_string(),
                    quoted: false,
                }),
            },
            Unit::Piece(piece) => pieces.push(piece),
        }
    }
    pieces
}

/// Expands the first brace of the units, then the rest.
fn alternatives(units: &[Unit], budget: &mut usize) -> Vec<Vec<Unit>> {
    let Some((open, close, parts)) = first_brace(units) else {
        return vec![units.to_vec()];
    };
    let head = units.get(..open).unwrap_or_default();
    let tail = units.get(close + 1..).unwrap_or_default();
    let tails = alternatives(tail, budget);
    let mut out = Vec::new();
    for part in parts {
        for inner in alternatives(&part, budget) {
            for tail in &tails {
                if *budget == 0 {
                    return out;
                }
                *budget -= 1;
                let mut whole = head.to_vec();
                whole.extend(inner.iter().cloned());
                whole.extend(tail.iter().cloned());
                out.push(whole);
            }
        }
    }
    out
}

type Brace = (usize, usize, Vec<Vec<Unit>>);

/// The first brace that expands: where it opens and closes, and its alternatives.
fn first_brace(units: &[Unit]) -> Option<Brace> {
    for open in 0..units.len() {
        if !matches!(units.get(open), Some(Unit::Character('{'))) {
            continue;
        }
        if let Some((close, parts)) = brace_at(units, open) {
            return Some((open, close, parts));
        }
    }
    None
}

fn brace_at(units: &[Unit], open: usize) -> Option<(usize, Vec<Vec<Unit>>)> {
    let mut depth = 0_usize;
    let mut parts = vec![Vec::new()];
    for (at, unit) in units.iter().enumerate().skip(open + 1) {
        match unit {
            Unit::Character('{') => depth += 1,
            Unit::Character('}') if depth == 0 => {
                if parts.len() > 1 {
                    return Some((at, parts));
                }
                let text: String = parts
                    .first()?
                    .iter()
                    .map(|unit| match unit {
                        Unit::Character(character) => Some(*character),
                        Unit::Piece(_) => None,
                    })
                    .collect::<Option<String>>()?;
                return Some((at, sequence(&text)?));
            }
            Unit::Character('}') => depth -= 1,
            Unit::Character(',') if depth == 0 => {
                parts.push(Vec::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut()?.push(unit.clone());
    }
    None
}

/// `1..3`, `a..e`, `1..9..2`.
fn sequence(text: &str) -> Option<Vec<Vec<Unit>>> {
    let mut ends = text.split("..");
    let (first, last) = (ends.next()?, ends.next()?);
    let step: i64 = ends.next().map_or(Some(1), |step| step.parse().ok())?;
    if ends.next().is_some() {
        return None;
    }
    let step = step.unsigned_abs().max(1);
    let texts: Vec<String> = if let (Ok(a), Ok(b)) = (first.parse::<i64>(), last.parse::<i64>()) {
        range(a, b, step).map(|number| number.to_string()).collect()
    } else {
        let mut letters = (first.chars(), last.chars());
        let (a, b) = (letters.0.next()?, letters.1.next()?);
        if letters.0.next().is_some()
            || letters.1.next().is_some()
            || !(a.is_ascii() && b.is_ascii())
        {
            return None;
        }
        range(i64::from(u32::from(a)), i64::from(u32::from(b)), step)
            .filter_map(|code| char::from_u32(u32::try_from(code).ok()?))
            .map(|letter| letter.to_string())
            .collect()
    };
    Some(
        texts
            .into_iter()
            .map(|text| text.chars().map(Unit::Character).collect())
            .collect(),
    )
}

fn range(first: i64, last: i64, step: u64) -> impl Iterator<Item = i64> {
    let count = (first.abs_diff(last) / step).min(MOST as u64);
    let step = i64::try_from(step).unwrap_or(i64::MAX);
    (0..=count).map(move |index| {
        let offset = step.saturating_mul(i64::try_from(index).unwrap_or(i64::MAX));
        if first <= last {
            first.saturating_add(offset)
        } else {
            first.saturating_sub(offset)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Vec<String> {
        let word = Word {
            pieces: vec![Piece::Text {
                text: text.to_owned(),
                quoted: false,
            }],
            ..Word::default()
        };
        expand(&word)
            .into_iter()
            .map(|word| match word.pieces.as_slice() {
                [Piece::Text { text, .. }] => text.clone(),
                _ => String::new(),
            })
            .collect()
    }

    #[test]
    fn braces_expand_as_in_bash() {
        assert_eq!(expanded("a{b,c}d"), ["abd", "acd"]);
        assert_eq!(expanded("{a,b{1,2}}"), ["a", "b1", "b2"]);
        assert_eq!(expanded("x{1..3}"), ["x1", "x2", "x3"]);
        assert_eq!(expanded("{3..1}"), ["3", "2", "1"]);
        assert_eq!(expanded("{a..c}"), ["a", "b", "c"]);
        assert_eq!(expanded("HEAD^{tree}"), ["HEAD^{tree}"]);
        assert_eq!(expanded("{}"), ["{}"]);
        assert_eq!(expanded("{a"), ["{a"]);
        assert_eq!(expanded("{{{{{{a,b}"), ["{{{{{a", "{{{{{b"]);
    }
}
