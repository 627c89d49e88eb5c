//! Notes to the model: one or two short lines, none when nothing is special.

use crate::intent::Compiled;

/// How many of the user's bans are named.
const BANS: usize = 3;
/// How much of one ban is quoted, in characters.
const QUOTE: usize = 80;

/// What the model should know about the user's message.
pub(super) fn note_for_the_model(compiled: &Compiled) -> Option<String> {
    let prohibitions = compiled.policy.prohibitions.iter().map(|ban| &ban.cites);
    let boundaries = compiled.policy.boundaries.iter().map(|bound| &bound.cites);
    let mut quotes: Vec<String> = Vec::new();
    for cites in prohibitions.chain(boundaries) {
        let quote = shortened(cites.quote.trim());
        if !quote.is_empty() && !quotes.contains(&quote) {
            quotes.push(quote);
        }
    }
    let mut lines = Vec::new();
    if !quotes.is_empty() {
        let more = quotes.len().saturating_sub(BANS);
        quotes.truncate(BANS);
        let mut line = format!("AgentsFence: the user set bounds: {}", quotes.join(", "));
        if more > 0 {
            line.push_str(&format!(" and {more} more"));
        }
        lines.push(line);
    }
    if let Some(conflict) = compiled.notes.first() {
        lines.push(format!(
            "AgentsFence: {conflict}; say so to the user and ask"
        ));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn shortened(quote: &str) -> String {
    if quote.is_empty() {
        return String::new();
    }
    let one_line = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= QUOTE {
        return format!("\"{one_line}\"");
    }
    let short: String = one_line.chars().take(QUOTE).collect();
    format!("\"{short}...\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Citation, Policy, Prohibition};

    #[test]
    fn nothing_special_is_not_mentioned() {
        let mut compiled = Compiled {
            policy: Policy::fallback("p", 0),
            ignored: Vec::new(),
            notes: Vec::new(),
        };
        assert_eq!(note_for_the_model(&compiled), None);
        for words in ["do not delete anything", "no pushes", "no pushes"] {
            compiled.policy.prohibitions.push(Prohibition {
                cites: Citation::named(words),
                ..Prohibition::default()
            });
        }
        compiled
            .notes
            .push("one rule won over a request".to_owned());
        insta::assert_snapshot!(note_for_the_model(&compiled).unwrap());
    }
}
