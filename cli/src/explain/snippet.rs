//! The pieces of a call that its verdict is about, underlined in the arguments they stand in.

use std::ops::Range;

use agentsfence_core::model::Decision;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Map, Value};

use super::render::in_words;
use crate::ui::COLUMNS;

/// The longest line that is shown whole, in characters.
const WHOLE: usize = 76;
/// How much of a longer line is shown on either side of the piece, and of the piece itself.
const AROUND: usize = 20;
const PIECE: usize = 40;
/// What stands before the text of a line: its number and the gutter.
const GUTTER: usize = 6;

/// A line of an argument with the pieces of it that are underlined.
struct Excerpt {
    arg: String,
    text: String,
    labels: Vec<(Range<usize>, String)>,
}

/// The effects that got the call's verdict, underlined in the arguments they come from.
pub(super) fn snippet(args: &Map<String, Value>, decision: &Decision) -> String {
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (effect, judged) in decision.effects.iter().zip(&decision.per_effect) {
        if judged.verdict != decision.verdict {
            continue;
        }
        let arg = effect.span.arg.as_str();
        let Some((text, piece)) = argument(args, arg)
            .and_then(|argument| excerpt(argument, effect.span.start, effect.span.end))
        else {
            continue;
        };
        let label = fitting(&in_words(effect), &text, &piece);
        match excerpts
            .iter_mut()
            .find(|known| known.arg == arg && known.text == text)
        {
            Some(known) => known.labels.push((piece, label)),
            None => excerpts.push(Excerpt {
                arg: arg.to_owned(),
                text,
                labels: vec![(piece, label)],
            }),
        }
    }
    excerpts.iter().map(underlined).collect()
}

fn underlined(excerpt: &Excerpt) -> String {
    let name = visible(&excerpt.arg);
    let mut shown = Snippet::source(excerpt.text.as_str()).path(name.as_str());
    for (piece, label) in &excerpt.labels {
        let annotation = AnnotationKind::Primary
            .span(piece.clone())
            .label(label.as_str());
        shown = shown.annotation(annotation);
    }
    let report = [Group::with_level(Level::NOTE).element(shown)];
    format!("{}\n", Renderer::styled().render(&report))
}

/// A label cut so that it fits behind its piece.
fn fitting(label: &str, text: &str, piece: &Range<usize>) -> String {
    let before = text.get(..piece.end).unwrap_or(text).chars().count();
    let room = COLUMNS.saturating_sub(GUTTER + before + 1);
    if label.chars().count() <= room {
        return label.to_owned();
    }
    let kept: String = label.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// The text of an argument by its path of keys and indexes.
fn argument<'a>(args: &'a Map<String, Value>, path: &str) -> Option<&'a str> {
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
/// the piece lies in it. An empty piece stands for the whole text; `None` where there is nothing
/// to show.
fn excerpt(text: &str, start: usize, end: usize) -> Option<(String, Range<usize>)> {
    let (start, end) = if start == end {
        (0, text.len())
    } else {
        (start, end)
    };
    let piece = text.get(start..end).filter(|piece| !piece.is_empty())?;
    let head = text.get(..start)?.rsplit('\n').next().unwrap_or_default();
    let tail = text.get(end..)?.split('\n').next().unwrap_or_default();
    // What goes on over several lines is known by its first.
    let (piece, tail) = match piece.split_once('\n') {
        Some((first, _)) if !first.is_empty() => (first, "…"),
        Some(_) => return None,
        None => (piece, tail),
    };
    let (head, piece, tail) = (visible(head), visible(piece), visible(tail));
    let count = |text: &str| text.chars().count();
    let (head, piece, tail) = if count(&head) + count(&piece) + count(&tail) <= WHOLE {
        (head, piece, tail)
    } else {
        (
            shortened(&head, 0, AROUND),
            shortened(&piece, PIECE / 2, PIECE / 2),
            shortened(&tail, AROUND, 0),
        )
    };
    let place = head.len()..head.len() + piece.len();
    Some((format!("{head}{piece}{tail}"), place))
}

/// The first and the last characters of a text, with an ellipsis for what is between.
fn shortened(text: &str, first: usize, last: usize) -> String {
    let count = text.chars().count();
    if count <= first + last + 1 {
        return text.to_owned();
    }
    let begin: String = text.chars().take(first).collect();
    let end: String = text.chars().skip(count - last).collect();
    format!("{begin}…{end}")
}

/// Control, bidirectional and zero-width characters would hide what is underlined.
pub(super) fn visible(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\t' | '\n' => ' ',
            hidden if hidden.is_control() => '␦',
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => '␦',
            other => other,
        })
        .collect()
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
        assert_eq!(excerpt("/etc/a", 0, 0), Some(("/etc/a".to_owned(), 0..6)));
        let (text, piece) = excerpt("cat <<E | sh\nrm x\nE", 0, 19).unwrap();
        assert_eq!(
            (text.as_str(), text.get(piece)),
            ("cat <<E | sh…", Some("cat <<E | sh"))
        );
    }

    #[test]
    fn a_long_line_is_cut_around_its_piece() {
        let line = format!(
            "{} rm -rf {} {}",
            "a".repeat(300),
            "b".repeat(300),
            "c".repeat(300)
        );
        let (text, piece) = excerpt(&line, 301, 608).unwrap();
        assert!(text.chars().count() <= WHOLE + 10, "{text}");
        let shown = text.get(piece).unwrap();
        assert!(shown.starts_with("rm -rf bbb") && shown.contains('…'));
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
