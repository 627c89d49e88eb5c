//! Where in a file an edit belongs.

use super::refusal::{Place, Refusal};
use super::tree::{Entry, Kind, Node, Tree};

/// Merges inside merges are followed this deep.
const DEEPEST_MERGE: usize = 8;

/// The spot that a path leads to.
#[derive(Debug)]
pub(super) enum Spot<'n, 't> {
    /// No document, or an empty one.
    Empty,
    /// A value that is written out.
    Value { entry: &'n Entry<'t> },
    /// An empty value after `depth` keys.
    Null {
        map: &'n Node<'t>,
        entry: &'n Entry<'t>,
        depth: usize,
    },
    /// An alias stands after `depth` keys.
    Alias {
        map: &'n Node<'t>,
        entry: &'n Entry<'t>,
        depth: usize,
        /// The value at the whole path, seen through the alias.
        seen: Option<&'n Node<'t>>,
    },
    /// The mapping has no key `depth` of the path.
    Missing {
        map: &'n Node<'t>,
        parent: Option<&'n Entry<'t>>,
        depth: usize,
        /// The value at the whole path, seen through merge keys.
        seen: Option<&'n Node<'t>>,
    },
}

/// Follows `path` as far as it is written out.
pub(super) fn locate<'n, 't>(tree: &'n Tree<'t>, path: &[&str]) -> Option<Spot<'n, 't>> {
    let Some(root) = tree.root.as_ref().filter(|root| !root.implicit_null()) else {
        return Some(Spot::Empty);
    };
    let mut map = root;
    let mut parent = None;
    for (depth, key) in path.iter().enumerate() {
        if !matches!(map.kind, Kind::Map { .. }) {
            return None;
        }
        let rest = path.get(depth + 1..).unwrap_or_default();
        let Some(entry) = map.entry(key) else {
            let seen = merged(tree, map, key, 0).and_then(|node| through(tree, node, rest));
            return Some(Spot::Missing {
                map,
                parent,
                depth,
                seen,
            });
        };
        let depth = depth + 1;
        if matches!(entry.value.kind, Kind::Alias(_)) {
            let seen = through(tree, &entry.value, rest);
            return Some(Spot::Alias {
                map,
                entry,
                depth,
                seen,
            });
        }
        if entry.value.null() {
            return Some(Spot::Null { map, entry, depth });
        }
        if rest.is_empty() {
            return Some(Spot::Value { entry });
        }
        map = &entry.value;
        parent = Some(entry);
    }
    None
}

/// The value at `path` below `node`, through aliases and merges.
fn through<'n, 't>(tree: &'n Tree<'t>, node: &'n Node<'t>, path: &[&str]) -> Option<&'n Node<'t>> {
    let node = resolved(tree, node)?;
    let Some((key, rest)) = path.split_first() else {
        return Some(node);
    };
    let next = match node.entry(key) {
        Some(entry) => &entry.value,
        None => merged(tree, node, key, 0)?,
    };
    through(tree, next, rest)
}

fn resolved<'n, 't>(tree: &'n Tree<'t>, node: &'n Node<'t>) -> Option<&'n Node<'t>> {
    match node.kind {
        Kind::Alias(anchor) => tree.anchored(anchor),
        _ => Some(node),
    }
}

/// The value that a `<<` key of `map` brings in for `key`.
fn merged<'n, 't>(
    tree: &'n Tree<'t>,
    map: &'n Node<'t>,
    key: &str,
    depth: usize,
) -> Option<&'n Node<'t>> {
    if depth > DEEPEST_MERGE {
        return None;
    }
    let source = resolved(tree, &map.entry("<<")?.value)?;
    let sources: Vec<&Node<'t>> = match &source.kind {
        Kind::List { items, .. } => items.iter().collect(),
        _ => vec![source],
    };
    sources
        .into_iter()
        .filter_map(|source| resolved(tree, source))
        .find_map(|source| match source.entry(key) {
            Some(entry) => Some(&entry.value),
            None => merged(tree, source, key, depth + 1),
        })
}

/// The place of the deepest node that the path reaches.
pub(super) fn deepest(tree: &Tree<'_>, path: &[&str]) -> Option<Place> {
    let mut node = tree.root.as_ref()?;
    let mut place = node.place;
    for key in path {
        let Some(entry) = node.entry(key) else {
            break;
        };
        place = if entry.value.implicit_null() {
            entry.key.place
        } else {
            entry.value.place
        };
        node = &entry.value;
    }
    Some(place)
}

/// A refusal if a node on the path is anchored and used again elsewhere: an edit of it would
/// change that place as well.
pub(super) fn shared_anchor(tree: &Tree<'_>, path: &[&str]) -> Option<Refusal> {
    let mut node = tree.root.as_ref()?;
    for key in path {
        node = &node.entry(key)?.value;
        if node.anchor == 0 {
            continue;
        }
        if let Some((_, place)) = tree.aliases.iter().find(|(id, _)| *id == node.anchor) {
            let name = tree.anchors.get(&node.anchor).map_or("", String::as_str);
            let user = tree
                .root
                .as_ref()
                .and_then(|root| alias_path(root, node.anchor))
                .map(|keys| format!(" at `{}`", keys.join(".")))
                .unwrap_or_default();
            return Some(
                Refusal::new(format!(
                    "`&{name}` is used again{user} (line {}), and an edit would change that as well",
                    place.line
                ))
                .at(Some(node.place)),
            );
        }
    }
    None
}

/// The keys that lead to the first alias of `anchor`.
fn alias_path(node: &Node<'_>, anchor: usize) -> Option<Vec<String>> {
    match &node.kind {
        Kind::Alias(id) => (*id == anchor).then(Vec::new),
        Kind::List { items, .. } => items.iter().find_map(|item| alias_path(item, anchor)),
        Kind::Map { entries, .. } => entries.iter().find_map(|entry| {
            let mut path = alias_path(&entry.value, anchor)?;
            path.insert(0, entry.key.text().unwrap_or("?").to_owned());
            Some(path)
        }),
        Kind::Scalar { .. } => None,
    }
}
