//! Text that a reader does not see as the shell reads it: control characters, bidirectional and
//! zero-width characters, words that mix scripts.

use unicode_security::RestrictionLevelDetection;
use unicode_security::restriction_level::RestrictionLevel;

use crate::effects::Source;
use crate::model::{Capability, Effect, Marks};
use crate::target::text::is_hidden;

/// The effect that says so, if the text is such.
pub(super) fn effect(source: &Source<'_>) -> Option<Effect> {
    let text = source.text;
    let why = if has_control(text) {
        "the command holds control characters"
    } else if text.is_ascii() {
        return None;
    } else if is_hidden(&without_joined_emoji(text)) {
        "the command holds characters that cannot be seen"
    } else if mixes_scripts(text) {
        "a word of the command mixes letters of several scripts"
    } else {
        return None;
    };
    let effect = Effect::opaque(Capability::SHELL_EXEC, source.whole(), why);
    Some(effect.marked(Marks::HIDDEN_TEXT))
}

fn has_control(text: &str) -> bool {
    text.bytes()
        .any(|byte| (byte < 0x20 && !matches!(byte, b'\n' | b'\t')) || byte == 0x7F)
}

/// A zero-width joiner between two emoji hides nothing.
fn without_joined_emoji(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    for character in text.chars() {
        if !(character == '\u{200d}' && is_emoji(previous)) {
            out.push(character);
        }
        previous = character;
    }
    out
}

fn is_emoji(character: char) -> bool {
    matches!(character, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// Latin with Han or kana is usual; Latin with Cyrillic or Greek is a look-alike.
fn mixes_scripts(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_ascii())
        .any(|word| {
            word.chars()
                .any(|character| character.is_ascii_alphabetic())
                && word.chars().any(is_confusable_script)
                && !word.check_restriction_level(RestrictionLevel::HighlyRestrictive)
        })
}

fn is_confusable_script(character: char) -> bool {
    matches!(character, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{530}'..='\u{58f}'
        | '\u{10a0}'..='\u{10ff}' | '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}')
}

#[cfg(test)]
mod tests {
    use super::effect;
    use crate::effects::Source;

    #[test]
    fn what_cannot_be_seen_is_told_from_foreign_text() {
        let hidden = |text: &str| effect(&Source::argument("command", text)).is_some();
        for text in [
            "ls\u{200b}",
            "echo \u{202e}x",
            "ls\rrm x",
            "r\u{43c} x\u{441}p",
            "a\0b",
            "\u{1b}[2K",
        ] {
            assert!(hidden(text), "{text:?}");
        }
        for text in [
            "git commit -m 'fix 👩‍💻 bug'",
            "echo Привет",
            "echo 修复bug",
            "echo naïve — ok",
            "ls\tx\n",
        ] {
            assert!(!hidden(text), "{text:?}");
        }
    }
}
