//! What is kept of a value: a digest of its normal form. The values themselves are never kept.

use serde::{Deserialize, Serialize};

/// Eight bytes of BLAKE3 over a value's normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Digest(u64);

impl Digest {
    /// The digest of a value: case, surrounding space, a URL's scheme, `www.`, a leading `#` or
    /// `@` and a trailing `/` make no difference.
    pub(super) fn of(value: &str) -> Self {
        let lower = value.trim().to_lowercase();
        let bare = ["https://", "http://", "mailto:"]
            .iter()
            .find_map(|scheme| lower.strip_prefix(scheme))
            .unwrap_or(&lower);
        let bare = bare.strip_prefix("www.").unwrap_or(bare);
        let bare = bare.trim_start_matches(['#', '@']).trim_end_matches('/');
        Self::raw(bare)
    }

    fn raw(text: &str) -> Self {
        let hash = blake3::hash(text.as_bytes());
        let (head, _) = hash.as_bytes().split_at(8);
        Self(
            head.iter()
                .fold(0, |sum, byte| (sum << 8) | u64::from(*byte)),
        )
    }
}

/// The words of a text as values may appear in it: addresses, hosts, numbers and names stay whole,
/// surrounding punctuation goes.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '<' | '>' | '"'))
        .map(|token| {
            token.trim_matches(|c: char| {
                !(c.is_alphanumeric() || matches!(c, '#' | '@' | '/' | '~'))
            })
        })
        .filter(|token| !token.is_empty())
}

/// The words of a name, a title or an identifier, for comparing descriptions: `event_id` is
/// `event` and `id`; a plural `s` goes.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| singular(&word.to_lowercase()))
}

/// `participants` and `participant` are one word here; so are `class` and `classe`.
pub(super) fn singular(word: &str) -> String {
    let stem = match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 2 => return format!("{stem}y"),
        _ => word.strip_suffix('s').unwrap_or(word),
    };
    if stem.len() < 3 {
        return word.to_owned();
    }
    stem.trim_end_matches('e').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_value_are_one() {
        assert_eq!(
            Digest::of("https://www.Example.com/"),
            Digest::of("example.com")
        );
        assert_eq!(Digest::of("#general"), Digest::of("General "));
        assert_ne!(Digest::of("a@b.example"), Digest::of("b.example"));
    }

    #[test]
    fn tokens_keep_values_whole() {
        let found: Vec<_> = tokens("Mail <bob@example.com>, see www.x.example!").collect();
        assert_eq!(found, ["Mail", "bob@example.com", "see", "www.x.example"]);
        assert!(
            words("event_ids").eq(["event".to_owned(), "ids".to_owned()].map(|w| singular(&w)))
        );
    }
}
