//! Words in the arguments of a call.

use super::case::Case;
use crate::model::Effect;

/// The text that an effect comes from: its stretch of the argument, or the whole argument.
pub(crate) fn span_text<'a>(case: &Case<'a>, effect: &Effect) -> &'a str {
    let span = &effect.span;
    let whole = case.situation.call.text(&span.arg).unwrap_or_default();
    if span.start == span.end {
        return whole;
    }
    whole.get(span.start..span.end).unwrap_or(whole)
}

/// Whether a word stands in a command, whatever quotes and backslashes are put into it. Case does
/// not matter.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let bare: String = text
        .chars()
        .filter(|letter| !matches!(letter, '"' | '\'' | '\\'))
        .collect();
    let dots = word.contains('.');
    let part = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '_' | '-') || (dots && letter == '.')
    };
    bare.split(|letter: char| !part(letter))
        .any(|found| found.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_quotes_do_not_hide_them() {
        assert!(has_word("pip uninstall agents\"fence\"==1", "agentsfence"));
        assert!(has_word("x Agents\\fence", "agentsfence"));
        assert!(has_word("sudo dpkg -i ./a.deb", "a.deb"));
        assert!(!has_word("myagentsfence", "agentsfence"));
        assert!(!has_word("agentsfence-docs", "agentsfence"));
    }
}
