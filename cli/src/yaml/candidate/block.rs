//! Block style: whole lines, indented as the file does it.

use super::super::layout::Text;
use super::super::splice::Change;
use super::super::tree::{Entry, Kind, Node, Tree};
use super::list;
use super::{Candidates, Leaf};

/// The deepest indentation that a file's own habit may suggest.
const WIDEST_STEP: usize = 8;

/// How the file indents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Columns from a key to the keys below it.
    pub(super) step: usize,
    /// Columns from a key to the dashes below it.
    dash: usize,
}

impl Style {
    /// Learns from the first mapping and the first list below a key.
    pub(super) fn of(text: &Text<'_>, tree: &Tree<'_>) -> Self {
        let mut seen = (None, None);
        if let Some(root) = &tree.root {
            learn(text, root, &mut seen);
        }
        let step = seen
            .0
            .filter(|step| (1..=WIDEST_STEP).contains(step))
            .unwrap_or(2);
        let dash = seen.1.filter(|dash| *dash <= WIDEST_STEP).unwrap_or(step);
        Self { step, dash }
    }
}

fn learn(text: &Text<'_>, node: &Node<'_>, seen: &mut (Option<usize>, Option<usize>)) {
    let Kind::Map {
        flow: false,
        entries,
    } = &node.kind
    else {
        return;
    };
    for entry in entries {
        if seen.0.is_some() && seen.1.is_some() {
            return;
        }
        let key = text.column(entry.key.start);
        match &entry.value.kind {
            Kind::Map { flow: false, .. } => {
                let column = text.column(entry.value.start);
                seen.0 = seen.0.or_else(|| column.checked_sub(key));
                learn(text, &entry.value, seen);
            }
            Kind::List { flow: false, .. } => {
                let dash = list::first_dash(text, entry).map(|dash| text.column(dash));
                seen.1 = seen.1.or_else(|| dash?.checked_sub(key));
            }
            _ => {}
        }
    }
}

/// One past the colon of a key; `None` for `? key` without one on its line.
pub(super) fn after_colon(text: &Text<'_>, key: &Node<'_>) -> Option<usize> {
    let rest = text.slice(key.end, text.line_end(key.end));
    let gap = rest.len() - rest.trim_start().len();
    rest.trim_start()
        .starts_with(':')
        .then_some(key.end + gap + 1)
}

/// Whole lines before the line that starts at `at`, or at the end of the file.
pub(super) fn insert_lines(text: &Text<'_>, at: usize, lines: &[String]) -> Change {
    let newline = text.newline();
    let joined = lines.join(newline);
    if text.needs_break(at) {
        // The file keeps having no final newline.
        Change::insert(at, format!("{newline}{joined}"))
    } else {
        Change::insert(at, format!("{joined}{newline}"))
    }
}

/// The lines below `entry`'s key that give it a value: the keys of `rest`, then the leaf.
pub(super) fn value_lines(
    text: &Text<'_>,
    map: &Node<'_>,
    entry: &Entry<'_>,
    rest: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Vec<String> {
    let column = text.column(map.start);
    if !rest.is_empty() {
        return entry_lines(rest, leaf, column + style.step, style);
    }
    let dash = sibling_dash(text, map, entry).unwrap_or(column + style.dash);
    match leaf {
        Leaf::List(items) if !items.is_empty() => dashed(items, dash),
        Leaf::List(_) => vec![format!("{}[]", " ".repeat(column + style.step))],
        Leaf::Scalar(value) => vec![format!("{}{value}", " ".repeat(column + style.step))],
    }
}

/// The column of the dashes in another list of the same mapping.
fn sibling_dash(text: &Text<'_>, map: &Node<'_>, entry: &Entry<'_>) -> Option<usize> {
    let Kind::Map { entries, .. } = &map.kind else {
        return None;
    };
    entries
        .iter()
        .filter(|other| other.key.start != entry.key.start)
        .find(|other| matches!(other.value.kind, Kind::List { flow: false, .. }))
        .and_then(|other| list::first_dash(text, other))
        .map(|dash| text.column(dash))
}

/// `key:` lines for every key of `path`, ending with the leaf.
fn entry_lines(path: &[&str], leaf: &Leaf, column: usize, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    let mut column = column;
    for (depth, key) in path.iter().enumerate() {
        let indent = " ".repeat(column);
        let key = super::render::text(key);
        if depth + 1 < path.len() {
            lines.push(format!("{indent}{key}:"));
            column += style.step;
            continue;
        }
        match leaf {
            Leaf::Scalar(value) => lines.push(format!("{indent}{key}: {value}")),
            Leaf::List(items) if items.is_empty() => lines.push(format!("{indent}{key}: []")),
            Leaf::List(items) => {
                lines.push(format!("{indent}{key}:"));
                lines.extend(dashed(items, column + style.dash));
            }
        }
    }
    lines
}

fn dashed(items: &[String], column: usize) -> Vec<String> {
    let indent = " ".repeat(column);
    items
        .iter()
        .map(|item| format!("{indent}- {item}"))
        .collect()
}

/// New last lines of the document.
pub(super) fn append(
    text: &Text<'_>,
    tree: &Tree<'_>,
    path: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    let column = tree
        .root
        .as_ref()
        .filter(|root| matches!(root.kind, Kind::Map { .. }))
        .map_or(0, |root| text.column(root.start));
    let at = tree.end_marker.unwrap_or(text.body().len());
    let lines = entry_lines(path, leaf, column, style);
    vec![vec![insert_lines(text, at, &lines)]]
}

/// New first lines of the top mapping, for files whose end cannot be extended.
pub(super) fn prepend(
    text: &Text<'_>,
    map: &Node<'_>,
    path: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    if !text.first_on_line(map.start) {
        return Vec::new();
    }
    let lines = entry_lines(path, leaf, text.column(map.start), style);
    vec![vec![insert_lines(text, text.line_start(map.start), &lines)]]
}

/// A new entry of a nested mapping: below its merge keys, else directly below the parent's key,
/// else after its last entry.
pub(super) fn insert_entry(
    text: &Text<'_>,
    map: &Node<'_>,
    entries: &[Entry<'_>],
    parent: &Entry<'_>,
    path: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    let mut lines = entry_lines(path, leaf, text.column(map.start), style);
    if let (Leaf::List(items), [key], Some(dash)) = (leaf, path, sibling_dash(text, map, parent))
        && !items.is_empty()
    {
        lines = vec![format!("{}{key}:", " ".repeat(text.column(map.start)))];
        lines.extend(dashed(items, dash));
    }
    let merges = entries
        .iter()
        .rev()
        .find(|entry| entry.key.text() == Some("<<"))
        .map(|entry| text.line_after(entry.end()));
    let below_key = text.next_line(parent.key.end);
    let first = (below_key <= text.line_start(map.start)).then_some(below_key);
    let last = Some(text.line_after(map.end));
    [merges, first, last]
        .into_iter()
        .flatten()
        .map(|at| vec![insert_lines(text, at, &lines)])
        .collect()
}
