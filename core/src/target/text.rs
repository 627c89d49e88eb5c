//! Text that is not what it seems: hidden characters and look-alike letters. Found here once, so
//! that names, addresses, hosts and paths are judged alike.

use unicode_normalization::UnicodeNormalization;
use unicode_security::MixedScript;
use unicode_security::confusable_detection::skeleton;

/// Whether the text holds characters that a reader cannot see: bidirectional controls, zero-width
/// characters, or control characters other than tab and line breaks.
pub fn is_hidden(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_invisible) || text.bytes().any(is_control_byte)
}

fn is_control_byte(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7f
}

fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
        || ('\u{80}'..='\u{9f}').contains(&character)
}

/// Whether a name can be mistaken for another: letters of several scripts in one name, or letters
/// that all look like ASCII ones without being so (`jоhn` with a Cyrillic letter).
pub fn is_look_alike(name: &str) -> bool {
    if name.is_ascii() {
        return false;
    }
    !name.is_single_script() || skeleton(name).all(|character| character.is_ascii())
}

/// The compatibility form in lower case: full-width letters become ASCII, look-alikes of another
/// script stay what they are.
pub fn fold(text: &str) -> String {
    let text = text.trim();
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().collect::<String>().trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_told_from_foreign_names() {
        assert!(is_look_alike("j\u{43e}hn@example.com"));
        assert!(is_look_alike("\u{430}\u{440}\u{440}\u{435}"));
        for name in ["john", "müller", "josé", "Юлия", "山田太郎"] {
            assert!(!is_look_alike(name), "{name}");
        }
    }

    #[test]
    fn hidden_characters_are_seen() {
        for text in ["a\u{200b}b", "a\u{202e}b", "a\0b", "a\u{85}b", "\u{feff}a"] {
            assert!(is_hidden(text), "{text:?}");
        }
        assert!(!is_hidden("a\tb\r\nc é 山"));
    }

    #[test]
    fn folding_keeps_look_alikes_different() {
        assert_eq!(fold(" ｊｏｈｎ "), "john");
        assert_ne!(fold("j\u{43e}hn"), "john");
    }
}
