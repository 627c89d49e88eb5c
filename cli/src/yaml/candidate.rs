//! Splices that could make an edit, the most natural first. None of them needs to be right in
//! every layout: `proof` takes the first that is.

mod block;
mod flow;
mod list;

use granit_parser::ScalarStyle;

use super::edit::Edit;
use super::layout::Text;
use super::place::{Spot, locate};
use super::render;
use super::splice::Change;
use super::tree::{Entry, Kind, Node, Tree};

use block::Style;

/// Alternatives; each is a set of changes that belong together.
pub(super) type Candidates = Vec<Vec<Change>>;

/// What stands at the end of the path.
#[derive(Clone, Debug)]
pub(super) enum Leaf {
    /// Items as they will be written.
    List(Vec<String>),
    /// A scalar as it will be written.
    Scalar(String),
}

/// Proposes splices for `edit`.
pub(super) fn candidates(text: &Text<'_>, tree: &Tree<'_>, edit: &Edit<'_>) -> Candidates {
    let Some(spot) = locate(tree, edit.path()) else {
        return Vec::new();
    };
    let style = Style::of(text, tree);
    match spot {
        Spot::Value { entry } => change_value(text, entry, edit),
        Spot::Empty => leaf(text, None, edit)
            .map(|leaf| block::append(text, tree, edit.path(), &leaf, style))
            .unwrap_or_default(),
        Spot::Null { map, entry, depth } => {
            let rest = edit.path().get(depth..).unwrap_or_default();
            leaf(text, None, edit)
                .map(|leaf| fill(text, map, entry, rest, &leaf, style))
                .unwrap_or_default()
        }
        Spot::Alias {
            map,
            entry,
            depth,
            seen,
        } => {
            let rest = edit.path().get(depth..).unwrap_or_default();
            leaf(text, seen, edit)
                .map(|leaf| replace_alias(text, map, entry, rest, &leaf, style))
                .unwrap_or_default()
        }
        Spot::Missing {
            map,
            parent,
            depth,
            seen,
        } => {
            let rest = edit.path().get(depth..).unwrap_or_default();
            leaf(text, seen, edit)
                .map(|leaf| insert_key(text, tree, map, parent, rest, &leaf, style))
                .unwrap_or_default()
        }
    }
}

/// The new value; `inherited` is what the host sees there now through an alias or a merge.
fn leaf(text: &Text<'_>, inherited: Option<&Node<'_>>, edit: &Edit<'_>) -> Option<Leaf> {
    let mut items = match inherited {
        Some(node) => list::written_items(text, node),
        None => Some(Vec::new()),
    };
    match edit {
        Edit::Set { value, .. } => Some(Leaf::Scalar(render::scalar(*value))),
        Edit::Add { item, .. } => {
            let items = items.as_mut()?;
            items.push((None, render::text(item)));
            Some(Leaf::List(items.drain(..).map(|(_, text)| text).collect()))
        }
        Edit::Remove { item, .. } => {
            let kept = items?
                .into_iter()
                .filter(|(value, _)| value.as_deref() != Some(*item))
                .map(|(_, text)| text);
            Some(Leaf::List(kept.collect()))
        }
    }
}

fn change_value(text: &Text<'_>, entry: &Entry<'_>, edit: &Edit<'_>) -> Candidates {
    let node = &entry.value;
    match (edit, &node.kind) {
        (Edit::Add { item, .. }, Kind::List { flow: true, items }) => {
            let last = items.last().map(|item| item.end);
            flow::insert(text, node, last, &render::text(item))
        }
        (Edit::Add { item, .. }, Kind::List { items, .. }) => {
            list::append(text, entry, items, &render::text(item))
        }
        (Edit::Remove { item, .. }, Kind::List { flow: true, items }) => {
            flow::remove(text, items, item)
        }
        (Edit::Remove { item, .. }, Kind::List { items, .. }) => {
            list::remove(text, entry, items, item)
        }
        (
            Edit::Set { value, .. },
            Kind::Scalar {
                style: ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted,
                ..
            },
        ) => vec![vec![Change::replace(
            node.start..node.end,
            render::scalar(*value),
        )]],
        _ => Vec::new(),
    }
}

/// Gives an empty value its content.
fn fill(
    text: &Text<'_>,
    map: &Node<'_>,
    entry: &Entry<'_>,
    rest: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    let inline = flow::value(rest, leaf);
    if !entry.value.implicit_null() {
        let range = entry.value.start..entry.value.end;
        return vec![vec![Change::replace(range, inline)]];
    }
    let mut candidates = Vec::new();
    let simple = rest.is_empty() && matches!(leaf, Leaf::Scalar(_));
    if !flow::is_flow(map) && !simple {
        let lines = block::value_lines(text, map, entry, rest, leaf, style);
        let at = text.next_line(entry.key.end);
        candidates.push(vec![block::insert_lines(text, at, &lines)]);
    }
    if let Some(colon) = block::after_colon(text, &entry.key) {
        candidates.push(vec![Change::insert(colon, format!(" {inline}"))]);
    }
    candidates
}

/// Writes out what an alias stood for, with the change; the anchor keeps its own value.
fn replace_alias(
    text: &Text<'_>,
    map: &Node<'_>,
    entry: &Entry<'_>,
    rest: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    let alias = &entry.value;
    let mut candidates = Vec::new();
    if let Some(colon) = block::after_colon(text, &entry.key)
        && !flow::is_flow(map)
        && !(rest.is_empty() && matches!(leaf, Leaf::Scalar(_)))
    {
        let mut lines = block::value_lines(text, map, entry, rest, leaf, style);
        if !rest.is_empty() {
            let merge = format!("<<: {}", text.slice(alias.start, alias.end));
            let indent = " ".repeat(text.column(map.start) + style.step);
            lines.insert(0, format!("{indent}{merge}"));
        }
        candidates.push(vec![
            Change::replace(colon..alias.end, ""),
            block::insert_lines(text, text.next_line(alias.end), &lines),
        ]);
    }
    if rest.is_empty() {
        let inline = flow::value(rest, leaf);
        candidates.push(vec![Change::replace(alias.start..alias.end, inline)]);
    }
    candidates
}

/// Adds a key to a mapping that lacks it.
fn insert_key(
    text: &Text<'_>,
    tree: &Tree<'_>,
    map: &Node<'_>,
    parent: Option<&Entry<'_>>,
    rest: &[&str],
    leaf: &Leaf,
    style: Style,
) -> Candidates {
    let Kind::Map { flow, entries } = &map.kind else {
        return Vec::new();
    };
    if *flow {
        let new = flow::entry(rest, leaf);
        let last = entries.last().map(|entry| {
            if entry.value.implicit_null() {
                map.end.saturating_sub(1)
            } else {
                entry.value.end
            }
        });
        return flow::insert(text, map, last, &new);
    }
    match parent {
        None => block::append(text, tree, rest, leaf, style)
            .into_iter()
            .chain(block::prepend(text, map, rest, leaf, style))
            .collect(),
        Some(parent) => block::insert_entry(text, map, entries, parent, rest, leaf, style),
    }
}
