//! A decision for people: the guilty piece underlined as compilers do, the effects in a table,
//! the rules that spoke, and what would have allowed it.

use std::ops::Range;

use agentsfence_core::explain::{AnswerEffect, Judged, Request};
use agentsfence_core::model::{Certainty, Decision, Effect, Opinion, Verdict};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use owo_colors::OwoColorize;
use serde_json::Value;

/// Context shown on either side of an underlined piece of a long line, in characters.
const AROUND: usize = 60;

/// The whole explanation. With `all`, every opinion of the trace is listed, not only the strictest.
pub fn decision(request: &Request, judged: &Judged, all: bool) -> String {
    let decision = &judged.decision;
    let mut text = headline(decision);
    text.push_str(&snippet(request, decision));
    text.push_str(&effects(&decision.effects));
    text.push_str(&trace(decision, all));
    text.push_str(&remedies(decision));
    text
}

/// Only the effects, for `classify`.
pub fn classification(tool: &str, found: &[Effect]) -> String {
    let worst = found.iter().map(|effect| effect.risk).max();
    let class = worst.map_or_else(String::new, |risk| risk.to_string());
    format!("{} {tool}\n{}", class.bold(), effects(found))
}

fn headline(decision: &Decision) -> String {
    format!(
        "{} {} ({})\n  {}\n  rule {}\n",
        paint(decision.verdict),
        decision.tool.bold(),
        decision.risk,
        decision.reason,
        decision.rule.bold(),
    )
}

fn paint(verdict: Verdict) -> String {
    match verdict {
        Verdict::Allow => verdict.as_str().green().bold().to_string(),
        Verdict::AskUser => verdict.as_str().yellow().bold().to_string(),
        Verdict::Block => verdict.as_str().red().bold().to_string(),
    }
}

/// A line of an argument with the pieces of it that are underlined.
struct Excerpt {
    arg: String,
    text: String,
    labels: Vec<(Range<usize>, String)>,
}

/// The effects that got the call's verdict, underlined in the arguments they come from.
fn snippet(request: &Request, decision: &Decision) -> String {
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (effect, judged) in decision.effects.iter().zip(&decision.per_effect) {
        if judged.verdict != decision.verdict {
            continue;
        }
        let arg = effect.span.arg.as_str();
        let Some((text, piece)) = argument(&request.call.args, arg)
            .and_then(|argument| excerpt(argument, effect.span.start, effect.span.end))
        else {
            continue;
        };
        let label = (piece, in_words(effect));
        match excerpts
            .iter_mut()
            .find(|known| known.arg == arg && known.text == text)
        {
            Some(known) => known.labels.push(label),
            None => excerpts.push(Excerpt {
                arg: arg.to_owned(),
                text,
                labels: vec![label],
            }),
        }
    }
    excerpts.iter().map(underlined).collect()
}

fn underlined(excerpt: &Excerpt) -> String {
    let mut shown = Snippet::source(excerpt.text.as_str()).path(excerpt.arg.as_str());
    for (piece, label) in &excerpt.labels {
        let annotation = AnnotationKind::Primary
            .span(piece.clone())
            .label(label.as_str());
        shown = shown.annotation(annotation);
    }
    let report = [Group::with_level(Level::NOTE).element(shown)];
    format!("{}\n", Renderer::styled().render(&report))
}

/// The text of an argument by its path of keys and indexes.
fn argument<'a>(args: &'a serde_json::Map<String, Value>, path: &str) -> Option<&'a str> {
    if let Some(value) = args.get(path) {
        return value.as_str();
    }
    let mut parts = path.split('.');
    let mut current = args.get(parts.next()?)?;
    for part in parts {
        current = match current {
            Value::Object(map) => map.get(part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    current.as_str()
}

/// The line around a piece, cut where it is long, with hidden characters made visible; and where
/// the piece lies in it. `None` for an empty piece.
fn excerpt(text: &str, start: usize, end: usize) -> Option<(String, Range<usize>)> {
    let piece = text.get(start..end).filter(|piece| !piece.is_empty())?;
    let line = text.get(..start)?.rsplit('\n').next().unwrap_or_default();
    let head = last_characters(line, AROUND);
    let rest = text.get(end..)?.split('\n').next().unwrap_or_default();
    let tail: String = rest.chars().take(AROUND).collect();
    let cut_head = if head.len() < line.len() { "…" } else { "" };
    let cut_tail = if tail.len() < rest.len() { "…" } else { "" };
    let head = format!("{cut_head}{}", visible(&head));
    let piece = visible(piece);
    let place = head.len()..head.len() + piece.len();
    Some((format!("{head}{piece}{}{cut_tail}", visible(&tail)), place))
}

fn last_characters(text: &str, count: usize) -> String {
    let skip = text.chars().count().saturating_sub(count);
    text.chars().skip(skip).collect()
}

/// Control, bidirectional and zero-width characters would hide what is underlined.
fn visible(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\n' => '\n',
            '\t' => ' ',
            hidden if hidden.is_control() => '␦',
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => '␦',
            other => other,
        })
        .collect()
}

fn in_words(effect: &Effect) -> String {
    let view = AnswerEffect::new(effect);
    let targets = targets(&view);
    let sure = match effect.certainty {
        Certainty::Exact => "",
        Certainty::Unresolved => " (target not known)",
        Certainty::Opaque => " (hidden code)",
    };
    let on = if targets.is_empty() {
        String::new()
    } else {
        format!(" {targets}")
    };
    format!("{}{on}{sure}", view.capability)
}

fn targets(view: &AnswerEffect<'_>) -> String {
    let mut all: Vec<String> = Vec::new();
    all.extend(view.recipients.iter().map(|name| visible(name)));
    all.extend(view.paths.iter().map(|path| visible(path)));
    all.extend(view.hosts.iter().map(|host| visible(host)));
    all.extend(view.resources.iter().map(|name| visible(name)));
    all.extend(view.amounts.iter().cloned());
    let more = all.len().saturating_sub(4);
    all.truncate(4);
    let mut text = all.join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn effects(found: &[Effect]) -> String {
    let views: Vec<_> = found.iter().map(AnswerEffect::new).collect();
    let width = views
        .iter()
        .map(|view| view.capability.len())
        .max()
        .unwrap_or_default();
    let mut text = format!("\n{}\n", "effects".bold());
    for (view, effect) in views.iter().zip(found) {
        let certainty = match view.certainty {
            Certainty::Exact => "exact",
            Certainty::Unresolved => "unresolved",
            Certainty::Opaque => "opaque",
        };
        let mut line = format!(
            "  {:<17} {:<width$} {certainty:<10} {}",
            view.risk,
            view.capability,
            targets(view)
        );
        if let Some(why) = &effect.why {
            line.push_str(&format!(" ({why})"));
        }
        if !view.marks.is_empty() {
            line.push_str(&format!(" [{}]", view.marks.join(" ")));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn trace(decision: &Decision, all: bool) -> String {
    let shown: Vec<&Opinion> = decision
        .trace
        .iter()
        .filter(|opinion| all || opinion.verdict == decision.verdict)
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", "rules".bold());
    for opinion in shown {
        let effect = opinion
            .effect
            .map_or_else(String::new, |index| format!(" (effect {})", index + 1));
        text.push_str(&format!(
            "  {:<8} {}{effect}: {}\n",
            opinion.verdict, opinion.rule, opinion.reason
        ));
        if let Some(words) = &opinion.cites {
            text.push_str(&format!(
                "           rests on: {}\n",
                visible(words).italic()
            ));
        }
    }
    text
}

fn remedies(decision: &Decision) -> String {
    if decision.verdict == Verdict::Allow || decision.allow_by.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", "what would allow it".bold());
    for remedy in &decision.allow_by {
        text.push_str(&format!("  {} {remedy}\n", "→".cyan()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_keeps_the_piece_and_shows_what_hides() {
        let (text, piece) = excerpt("a\nrm \u{202e}x; ls\nb", 2, 8).unwrap();
        assert_eq!(text, "rm ␦x; ls");
        assert_eq!(text.get(piece), Some("rm ␦"));
        assert_eq!(excerpt("é", 1, 2), None);
    }

    #[test]
    fn arguments_are_found_by_path() {
        let args = serde_json::json!({"tasks": [{"goal": "g"}], "a.b": "c"});
        let args = args.as_object().unwrap();
        assert_eq!(argument(args, "tasks.0.goal"), Some("g"));
        assert_eq!(argument(args, "a.b"), Some("c"));
        assert_eq!(argument(args, "tasks.9.goal"), None);
    }
}
