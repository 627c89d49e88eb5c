//! Lists with dashes.

use super::super::layout::Text;
use super::super::splice::Change;
use super::super::tree::{Entry, Kind, Node};
use super::Candidates;
use super::block;

/// The dash of the first item. The parser's start of a list that is not indented lies behind it.
pub(super) fn first_dash(text: &Text<'_>, entry: &Entry<'_>) -> Option<usize> {
    let list = &entry.value;
    let mut line = text.next_line(entry.key.end);
    while line <= list.start && line < text.body().len() {
        if let Some(dash) = dash_on(text, line) {
            return Some(dash);
        }
        line = text.next_line(line);
    }
    text.slice(list.start, list.start + 1)
        .eq("-")
        .then_some(list.start)
}

/// The dash that is the first character of the line starting at `line`.
fn dash_on(text: &Text<'_>, line: usize) -> Option<usize> {
    let content = text.slice(line, text.line_end(line));
    let trimmed = content.trim_start_matches(' ');
    (trimmed == "-" || trimmed.starts_with("- ") || trimmed.starts_with("-\t"))
        .then(|| line + content.len() - trimmed.len())
}

/// The dashes of all items; `None` where one cannot be found.
fn dashes(text: &Text<'_>, entry: &Entry<'_>, items: &[Node<'_>]) -> Option<Vec<usize>> {
    let first = first_dash(text, entry)?;
    let column = text.column(first);
    let mut found = vec![first];
    for (item, previous) in items.iter().skip(1).zip(items) {
        let dash = *found.last()?;
        let mut line = text.line_after(end_of(previous, dash));
        loop {
            if line > item.start || line >= text.body().len() {
                return None;
            }
            match dash_on(text, line) {
                Some(dash) if text.column(dash) == column => {
                    found.push(dash);
                    break;
                }
                _ => line = text.next_line(line),
            }
        }
    }
    Some(found)
}

/// One past the content of an item; an empty item ends with its dash.
fn end_of(item: &Node<'_>, dash: usize) -> usize {
    if item.implicit_null() {
        dash + 1
    } else {
        item.end
    }
}

/// Adds an item below the last one.
pub(super) fn append(
    text: &Text<'_>,
    entry: &Entry<'_>,
    items: &[Node<'_>],
    new: &str,
) -> Candidates {
    let (Some(dashes), Some(last)) = (dashes(text, entry, items), items.last()) else {
        return Vec::new();
    };
    let (Some(first), Some(dash)) = (dashes.first(), dashes.last()) else {
        return Vec::new();
    };
    let indent = " ".repeat(text.column(*first));
    let at = text.line_after(end_of(last, *dash));
    vec![vec![block::insert_lines(
        text,
        at,
        &[format!("{indent}- {new}")],
    )]]
}

/// Takes out the lines of every item that equals `gone`; a list that becomes empty is `[]`.
pub(super) fn remove(
    text: &Text<'_>,
    entry: &Entry<'_>,
    items: &[Node<'_>],
    gone: &str,
) -> Candidates {
    let Some(dashes) = dashes(text, entry, items) else {
        return Vec::new();
    };
    let hit: Vec<(&Node<'_>, usize)> = items
        .iter()
        .zip(dashes)
        .filter(|(item, _)| item.text() == Some(gone))
        .collect();
    let mut changes: Vec<Change> = hit
        .iter()
        .map(|(item, dash)| remove_lines(text, *dash, end_of(item, *dash)))
        .collect();
    if hit.len() < items.len() {
        return vec![changes];
    }
    let mut candidates = Vec::new();
    if let Some(colon) = block::after_colon(text, &entry.key) {
        changes.push(Change::insert(colon, " []"));
        candidates.push(changes);
    }
    if let [(item, dash)] = hit.as_slice() {
        candidates.push(vec![Change::replace(*dash..item.end, "[]")]);
    }
    candidates
}

/// Whole lines go, with the line break that belongs to them.
fn remove_lines(text: &Text<'_>, dash: usize, end: usize) -> Change {
    let start = text.line_start(dash);
    let after = text.line_after(end);
    if text.needs_break(after) && start > 0 {
        // The last line of a file without a final newline: the break before it goes instead.
        let before = text.slice(0, start).trim_end_matches(['\n', '\r']);
        let break_start = text.line_end(before.len());
        return Change::replace(break_start..after, "");
    }
    Change::replace(start..after, "")
}

/// The items of a list as they are written, with their values; `None` where an item is not a
/// scalar on one line.
pub(super) fn written_items(
    text: &Text<'_>,
    node: &Node<'_>,
) -> Option<Vec<(Option<String>, String)>> {
    if node.null() {
        return Some(Vec::new());
    }
    let Kind::List { items, .. } = &node.kind else {
        return None;
    };
    items
        .iter()
        .map(|item| {
            if item.implicit_null() {
                return Some((None, "null".to_owned()));
            }
            let written = text.slice(item.start, item.end);
            let simple = !item.tagged && !written.contains('\n');
            let scalar = matches!(item.kind, Kind::Scalar { .. } | Kind::Alias(_));
            (simple && scalar).then(|| (item.text().map(str::to_owned), written.to_owned()))
        })
        .collect()
}
