//! Recipients: addresses with display names, lists, handles, channels, phone and account numbers.
//! Equal recipients become equal text; look-alikes stay different.

use std::collections::HashSet;

use smol_str::SmolStr;

use super::text::fold;
use crate::model::{Recipient, RecipientKind};

/// What an argument says about the recipients it holds, where their form does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hint {
    /// Nothing: the form decides.
    #[default]
    Any,
    /// A channel, room or chat.
    Channel,
    /// A telephone number.
    Phone,
    /// An account, wallet or payee.
    Account,
    /// An identifier.
    Id,
}

/// Everyone whom a text names: `A <a@b>, "C, D" <c@d>; #team`. Nothing in it is lost: text beside
/// an address is a recipient too when it can be one.
pub fn recipients(text: &str, hint: Hint) -> Vec<Recipient> {
    let mut found: Vec<Recipient> = Vec::new();
    let mut seen = HashSet::new();
    for item in items(text) {
        for recipient in read_item(item, hint) {
            if seen.insert(recipient.clone()) {
                found.push(recipient);
            }
        }
    }
    found
}

/// One recipient from a text that holds exactly one, whatever its punctuation.
pub fn recipient(text: &str, hint: Hint) -> Option<Recipient> {
    let name = fold(text);
    if name.is_empty() {
        return None;
    }
    let kind = kind_of(&name, hint);
    let name = match kind {
        RecipientKind::Phone => phone(&name).unwrap_or(name),
        RecipientKind::Account => name.chars().filter(|c| !c.is_whitespace()).collect(),
        _ => name,
    };
    Some(Recipient {
        name: SmolStr::new(name),
        kind,
    })
}

/// The parts of a list: split at commas, semicolons and line breaks outside quotes, angle
/// brackets and comments.
fn items(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut quoted, mut angle, mut escaped, mut start) = (false, false, false, 0);
    let balanced = text.matches('"').count().is_multiple_of(2);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if balanced => quoted = !quoted,
            '<' if !quoted => angle = true,
            '>' if !quoted => angle = false,
            ',' | ';' | '\n' | '\r' | '，' | '；' if !quoted && !angle => {
                parts.extend(text.get(start..at));
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    parts
}

fn read_item(item: &str, hint: Hint) -> Vec<Recipient> {
    let item = item.trim();
    if let Some(rest) = strip_prefix_ignoring_case(item, "mailto:") {
        return read_mailto(rest, hint);
    }
    if let Some(rest) = strip_prefix_ignoring_case(item, "tel:") {
        return recipient(rest, Hint::Phone).into_iter().collect();
    }
    if item.contains('<') && item.contains('>') {
        return read_angles(item, hint);
    }
    // The name of a group (`Team: a@b, c@d;`) stands before its first member.
    let item = match item.split_once(':') {
        Some((_, member)) if member.contains('@') && !item.contains("://") => member,
        _ => item,
    };
    let bare = item.trim().trim_matches('"').trim_end_matches('.');
    let addresses: Vec<&str> = bare
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')', '"', '\'', '.']))
        .filter(|word| is_address(word))
        .collect();
    if addresses.len() > 1 || (addresses.len() == 1 && bare.contains(char::is_whitespace)) {
        return addresses
            .into_iter()
            .filter_map(|address| recipient(address, Hint::Any))
            .collect();
    }
    recipient(bare, hint).into_iter().collect()
}

/// `Name <a@b> c@d <e@f>`: every address inside and outside the brackets.
fn read_angles(item: &str, hint: Hint) -> Vec<Recipient> {
    let mut found = Vec::new();
    let mut rest = item;
    let mut outside: Vec<&str> = Vec::new();
    while let Some((before, after)) = rest.split_once('<') {
        outside.push(before);
        let Some((inside, tail)) = after.split_once('>') else {
            outside.push(after);
            rest = "";
            break;
        };
        let inside = strip_prefix_ignoring_case(inside.trim(), "mailto:").unwrap_or(inside);
        found.extend(recipient(inside, hint));
        rest = tail;
    }
    outside.push(rest);
    for text in outside {
        let words = text
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '\'', '(', ')', ',']));
        // A display name that is itself an address shows one recipient and reaches another; the
        // one in the brackets counts, and one that follows the brackets counts as well.
        let is_display = found.is_empty() || item.starts_with(text);
        found.extend(
            words
                .filter(|word| is_address(word) && !is_display)
                .filter_map(|word| recipient(word, Hint::Any)),
        );
    }
    found
}

/// `a@b?cc=c@d&bcc=e@f`.
fn read_mailto(text: &str, hint: Hint) -> Vec<Recipient> {
    let (to, query) = text.split_once('?').unwrap_or((text, ""));
    let mut found = Vec::new();
    let headers = query.split('&').filter_map(|pair| pair.split_once('='));
    let receivers = headers
        .filter(|(name, _)| {
            ["to", "cc", "bcc"]
                .iter()
                .any(|header| name.eq_ignore_ascii_case(header))
        })
        .map(|(_, value)| value);
    for list in std::iter::once(to).chain(receivers) {
        let list = super::url::percent_decode(list);
        found.extend(
            items(&list)
                .into_iter()
                .filter_map(|one| recipient(one, hint)),
        );
    }
    found
}

fn is_address(word: &str) -> bool {
    word.split_once('@')
        .is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty())
}

fn kind_of(name: &str, hint: Hint) -> RecipientKind {
    if is_address(name) && !name.contains(char::is_whitespace) {
        return RecipientKind::Email;
    }
    if name.starts_with('@') {
        return RecipientKind::Handle;
    }
    if name.starts_with('#') {
        return RecipientKind::Channel;
    }
    match hint {
        Hint::Channel => return RecipientKind::Channel,
        Hint::Phone => return RecipientKind::Phone,
        Hint::Account => return RecipientKind::Account,
        Hint::Id => return RecipientKind::Id,
        Hint::Any => {}
    }
    if is_iban(name) {
        return RecipientKind::Account;
    }
    if name.starts_with('+') && phone(name).is_some() {
        return RecipientKind::Phone;
    }
    let id = name.chars().any(|c| c.is_ascii_digit()) && !name.contains(char::is_whitespace);
    if id || (name.contains(':') && !name.contains(char::is_whitespace)) {
        RecipientKind::Id
    } else {
        RecipientKind::Name
    }
}

/// `+1 (555) 123-4567` as `+15551234567`; `None` when it is no number.
fn phone(name: &str) -> Option<String> {
    let (plus, digits) = match name.strip_prefix('+') {
        Some(rest) => ("+", rest),
        None => ("", name),
    };
    let separators = |c: char| matches!(c, ' ' | '-' | '(' | ')' | '.' | '/' | '\u{a0}');
    if !digits.chars().all(|c| c.is_ascii_digit() || separators(c)) {
        return None;
    }
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    (3..=15)
        .contains(&digits.len())
        .then(|| format!("{plus}{digits}"))
}

/// Two letters, two digits, then 10 to 30 letters and digits: an international account number.
/// The check digits are not judged: a wrong one is still meant as an account.
fn is_iban(name: &str) -> bool {
    let compact: Vec<u8> = name.bytes().filter(|b| *b != b' ').collect();
    (14..=34).contains(&compact.len())
        && matches!(compact.get(..4), Some([a, b, c, d])
            if a.is_ascii_alphabetic() && b.is_ascii_alphabetic()
                && c.is_ascii_digit() && d.is_ascii_digit())
        && compact.iter().all(u8::is_ascii_alphanumeric)
        && compact.iter().filter(|b| b.is_ascii_digit()).count() >= 8
}

fn strip_prefix_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| text.get(prefix.len()..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = recipients(text, Hint::Any);
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, expected, "{text}");
    }

    #[test]
    fn lists_are_read_whole() {
        check("bob@example.com", &["bob@example.com"]);
        check(
            "A <A@b.c>, \"D, E\" <d@e.f>; g@h.i",
            &["a@b.c", "d@e.f", "g@h.i"],
        );
        check(
            "John <j@e.c> eve@evil.example",
            &["j@e.c", "eve@evil.example"],
        );
        check(
            "John <j@e.c> <eve@evil.example>",
            &["j@e.c", "eve@evil.example"],
        );
        check(
            "\"bob@example.com\" <eve@evil.example>",
            &["eve@evil.example"],
        );
        check("mailto:a@b.c?cc=d%40e.f&subject=x", &["a@b.c", "d@e.f"]);
        check("Team: a@b.c, d@e.f;", &["a@b.c", "d@e.f"]);
        check("a@b.c d@e.f", &["a@b.c", "d@e.f"]);
        check(
            "a@b.c\nBcc: eve@evil.example",
            &["a@b.c", "eve@evil.example"],
        );
        check("a@b.c, A@B.C,", &["a@b.c"]);
    }

    #[test]
    fn spellings_fold_and_look_alikes_stay_different() {
        check("ｊｏｈｎ@example.com", &["john@example.com"]);
        check("j\u{43e}hn@example.com", &["j\u{43e}hn@example.com"]);
    }

    #[test]
    fn kinds_are_told_apart() {
        for (text, kind) in [
            ("a@b.c", RecipientKind::Email),
            ("@bob", RecipientKind::Handle),
            ("#general", RecipientKind::Channel),
            ("+1 (555) 123-4567", RecipientKind::Phone),
            ("DE89 3704 0044 0532 0130 00", RecipientKind::Account),
            ("C01234", RecipientKind::Id),
            ("telegram:123", RecipientKind::Id),
            ("Bob Smith", RecipientKind::Name),
        ] {
            assert_eq!(recipients(text, Hint::Any)[0].kind, kind, "{text}");
        }
        check("+1 (555) 123-4567", &["+15551234567"]);
        check("DE89 3704 0044 0532 0130 00", &["de89370400440532013000"]);
        check("telegram:123", &["telegram:123"]);
        check("discord:#general", &["discord:#general"]);
        check("Bob", &["bob"]);
    }

    #[test]
    fn nothing_is_nobody() {
        check("", &[]);
        check(" , ;", &[]);
    }

    proptest::proptest! {
        #[test]
        fn reading_is_total_and_stable(text in ".{0,60}") {
            for one in recipients(&text, Hint::Any) {
                proptest::prop_assert!(!one.name.is_empty());
            }
        }
    }
}
