//! Flow style: `[a, b]` and `{a: 1}`, on one line or several.

use std::ops::Range;

use super::super::layout::Text;
use super::super::render;
use super::super::splice::Change;
use super::super::tree::{Kind, Node};
use super::{Candidates, Leaf};

/// Whether a mapping is written with braces.
pub(super) fn is_flow(map: &Node<'_>) -> bool {
    matches!(map.kind, Kind::Map { flow: true, .. })
}

/// A value with the keys of `path` around the leaf.
pub(super) fn value(path: &[&str], leaf: &Leaf) -> String {
    if path.is_empty() {
        return match leaf {
            Leaf::List(items) => format!("[{}]", items.join(", ")),
            Leaf::Scalar(value) => value.clone(),
        };
    }
    format!("{{{}}}", entry(path, leaf))
}

/// `key: value` without braces.
pub(super) fn entry(path: &[&str], leaf: &Leaf) -> String {
    match path.split_first() {
        Some((key, rest)) => format!("{}: {}", render::text(key), value(rest, leaf)),
        None => value(path, leaf),
    }
}

/// Adds `new` as the last part of a flow collection; `last` is where its last part ends.
pub(super) fn insert(
    text: &Text<'_>,
    node: &Node<'_>,
    last: Option<usize>,
    new: &str,
) -> Candidates {
    let close = node.end.saturating_sub(1);
    let Some(last) = last else {
        return insert_first(text, node.start + 1..close, new);
    };
    let gap = text.slice(last, close);
    let comma = gap
        .trim_start()
        .starts_with(',')
        .then(|| last + gap.len() - gap.trim_start().len());
    let own_line = text.line_start(close) > last && text.first_on_line(close);
    let indent = leading(text, last.saturating_sub(1));
    if own_line && indent.len() == text.column(line_content(text, last)) {
        return vec![insert_line(text, last, comma, &indent, new)];
    }
    let change = match comma {
        Some(comma) => Change::insert(comma + 1, format!(" {new},")),
        None => Change::insert(last, format!(", {new}")),
    };
    vec![vec![change]]
}

/// The first part of an empty collection; `inner` is what stands between its brackets.
fn insert_first(text: &Text<'_>, inner: Range<usize>, new: &str) -> Candidates {
    let close = inner.end;
    if text.line_start(close) > inner.start && text.first_on_line(close) {
        let indent = " ".repeat(text.column(close) + 2);
        let line = format!("{indent}{new}{}", text.newline());
        return vec![vec![Change::insert(text.line_start(close), line)]];
    }
    let blank = text.slice(inner.start, inner.end).trim().is_empty();
    let change = if blank {
        Change::replace(inner, new)
    } else {
        Change::insert(close, new)
    };
    vec![vec![change]]
}

/// A line of its own for the new part, with a comma where the others have one.
fn insert_line(
    text: &Text<'_>,
    last: usize,
    comma: Option<usize>,
    indent: &str,
    new: &str,
) -> Vec<Change> {
    let newline = text.newline();
    if let Some(comma) = comma {
        let at = text.next_line(comma);
        return vec![Change::insert(at, format!("{indent}{new},{newline}"))];
    }
    let at = text.next_line(last);
    vec![
        Change::insert(last, ","),
        Change::insert(at, format!("{indent}{new}{newline}")),
    ]
}

/// The spaces at the start of `at`'s line.
fn leading(text: &Text<'_>, at: usize) -> String {
    let line = text.slice(text.line_start(at), text.line_end(at));
    line.chars().take_while(|letter| *letter == ' ').collect()
}

/// Where the content of the line that ends a part begins.
fn line_content(text: &Text<'_>, end: usize) -> usize {
    let start = text.line_start(end);
    start + leading(text, start).len()
}

/// Takes out every item that equals `gone`.
pub(super) fn remove(text: &Text<'_>, items: &[Node<'_>], gone: &str) -> Candidates {
    let mut changes = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if item.text() != Some(gone) {
            continue;
        }
        let previous = index.checked_sub(1).and_then(|index| items.get(index));
        changes.push(remove_one(text, previous, item, items.get(index + 1)));
    }
    vec![changes]
}

fn remove_one(
    text: &Text<'_>,
    previous: Option<&Node<'_>>,
    item: &Node<'_>,
    next: Option<&Node<'_>>,
) -> Change {
    let after = text.slice(item.end, text.line_end(item.end)).trim_start();
    let after = after.strip_prefix(',').unwrap_or(after).trim_start();
    if text.first_on_line(item.start) && (after.is_empty() || after.starts_with('#')) {
        return Change::replace(text.line_start(item.start)..text.next_line(item.end), "");
    }
    match (previous, next) {
        (_, Some(next)) => Change::replace(item.start..next.start, ""),
        (Some(previous), None) => Change::replace(previous.end..item.end, ""),
        (None, None) => {
            let rest = text.slice(item.end, text.line_end(item.end));
            let comma = rest.trim_start().starts_with(',');
            let width = if comma {
                rest.len() - rest.trim_start().len() + 1
            } else {
                0
            };
            Change::replace(item.start..item.end + width, "")
        }
    }
}
