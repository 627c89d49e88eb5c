//! The structure of a file with the byte range of every node.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, StructureStyle, Tag};

use super::host_value;
use super::refusal::{Place, Refusal};

/// A parsed file.
#[derive(Debug, Default)]
pub(super) struct Tree<'t> {
    pub(super) root: Option<Node<'t>>,
    /// Where an explicit `...` begins.
    pub(super) end_marker: Option<usize>,
    /// The names of anchors by id.
    pub(super) anchors: HashMap<usize, String>,
    /// Every use of an anchor.
    pub(super) aliases: Vec<(usize, Place)>,
    /// The first value that the host's reader cannot make, although it is right as YAML.
    pub(super) fault: Option<Refusal>,
}

/// A value with its place in the text.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) kind: Kind<'t>,
    /// The first byte of the content. Inexact for block lists that are not indented.
    pub(super) start: usize,
    /// One past the last byte of the content.
    pub(super) end: usize,
    pub(super) place: Place,
    /// The anchor's id, or 0.
    pub(super) anchor: usize,
    pub(super) tagged: bool,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    Scalar {
        value: Cow<'t, str>,
        style: ScalarStyle,
    },
    List {
        flow: bool,
        items: Vec<Node<'t>>,
    },
    Map {
        flow: bool,
        entries: Vec<Entry<'t>>,
    },
    Alias(usize),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry<'t> {
    pub(super) key: Node<'t>,
    pub(super) value: Node<'t>,
}

impl<'t> Node<'t> {
    /// A null that is not written at all.
    pub(super) fn implicit_null(&self) -> bool {
        self.start == self.end && matches!(self.kind, Kind::Scalar { .. })
    }

    /// A null, written or not.
    pub(super) fn null(&self) -> bool {
        match &self.kind {
            Kind::Scalar { value, style } => {
                *style == ScalarStyle::Plain
                    && matches!(value.as_ref(), "" | "~" | "null" | "Null" | "NULL")
            }
            _ => false,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The entry with this key.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry<'t>> {
        let Kind::Map { entries, .. } = &self.kind else {
            return None;
        };
        entries
            .iter()
            .rev()
            .find(|entry| entry.key.text() == Some(key))
    }
}

impl Entry<'_> {
    /// One past the last byte of key or value.
    pub(super) fn end(&self) -> usize {
        if self.value.implicit_null() {
            self.key.end
        } else {
            self.value.end
        }
    }
}

impl<'t> Tree<'t> {
    /// Parses the body of a file, without a byte order mark.
    pub(super) fn parse(body: &'t str) -> Result<Self, Refusal> {
        let mut options = Options::default();
        options.emit_comments = false;
        options.emit_anchor_events = true;
        let mut builder = Builder::default();
        for event in Parser::new_from_str_with_options(body, options) {
            let (event, span) = event.map_err(|error| {
                let place = Place {
                    line: error.marker().line(),
                    column: error.marker().col() + 1,
                };
                Refusal::new(format!("the file's structure is unclear: {}", error.info()))
                    .at(Some(place))
            })?;
            builder.take(body, event, span);
        }
        Ok(builder.tree)
    }

    /// The node that carries an anchor.
    pub(super) fn anchored(&self, anchor: usize) -> Option<&Node<'t>> {
        self.root.as_ref().and_then(|root| find(root, anchor))
    }
}

fn find<'n, 't>(node: &'n Node<'t>, anchor: usize) -> Option<&'n Node<'t>> {
    if node.anchor == anchor {
        return Some(node);
    }
    match &node.kind {
        Kind::List { items, .. } => items.iter().find_map(|item| find(item, anchor)),
        Kind::Map { entries, .. } => entries
            .iter()
            .find_map(|entry| find(&entry.key, anchor).or_else(|| find(&entry.value, anchor))),
        Kind::Scalar { .. } | Kind::Alias(_) => None,
    }
}

fn unreadable(what: &str, place: Place) -> Refusal {
    Refusal::new(format!("Hermes cannot read the file: {what}")).at(Some(place))
}

/// A collection that is still open; `key` waits for its value.
struct Open<'t> {
    node: Node<'t>,
    key: Option<Node<'t>>,
}

#[derive(Default)]
struct Builder<'t> {
    tree: Tree<'t>,
    open: Vec<Open<'t>>,
    /// The anchors of lists and mappings.
    collections: HashSet<usize>,
}

impl<'t> Builder<'t> {
    fn take(&mut self, body: &'t str, event: Event<'t>, span: Span) {
        let range = span.byte_range().unwrap_or_default();
        let place = Place {
            line: span.start.line(),
            column: span.start.col() + 1,
        };
        let node = |kind, anchor, tagged| Node {
            kind,
            start: range.start,
            end: range.end,
            place,
            anchor,
            tagged,
        };
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let node = node(Kind::Scalar { value, style }, anchor, tag.is_some());
                self.check(&node, tag.as_deref());
                self.close(node);
            }
            Event::Alias(anchor) => {
                self.tree.aliases.push((anchor, place));
                self.close(node(Kind::Alias(anchor), 0, false));
            }
            Event::SequenceStart(style, anchor, tag) => {
                let flow = style == StructureStyle::Flow;
                let items = Vec::new();
                let node = node(Kind::List { flow, items }, anchor, tag.is_some());
                self.check(&node, tag.as_deref());
                self.open(node);
            }
            Event::MappingStart(style, anchor, tag) => {
                let flow = style == StructureStyle::Flow;
                let entries = Vec::new();
                let node = node(Kind::Map { flow, entries }, anchor, tag.is_some());
                self.check(&node, tag.as_deref());
                self.open(node);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open { mut node, .. }) = self.open.pop() {
                    node.end = end_of(&node, range.end);
                    self.close(node);
                }
            }
            Event::Anchor(id, name) => {
                self.tree.anchors.insert(id, name.into_owned());
            }
            Event::DocumentEnd => {
                let marked = body
                    .get(range.start..)
                    .is_some_and(|rest| rest.starts_with("..."));
                self.tree.end_marker = marked.then_some(range.start);
            }
            _ => {}
        }
    }

    /// Notes the first value that the host cannot make. A key is checked when it is complete.
    fn check(&mut self, node: &Node<'t>, tag: Option<&Tag>) {
        let is_key = tag.is_none() && self.awaits_key();
        if self.tree.fault.is_none()
            && !is_key
            && let Some(what) = host_value::fault(&node.kind, tag)
        {
            self.tree.fault = Some(unreadable(&what, node.place));
        }
    }

    /// Whether the next node is the key of a mapping.
    fn awaits_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| matches!(open.node.kind, Kind::Map { .. }) && open.key.is_none())
    }

    /// Notes a key that no Python dictionary can hold, written out or behind an alias.
    fn check_key(&mut self, key: &Node<'t>) {
        let held = match key.kind {
            Kind::Alias(anchor) => !self.collections.contains(&anchor),
            Kind::Scalar { .. } => true,
            Kind::List { .. } | Kind::Map { .. } => false,
        };
        if !held && self.tree.fault.is_none() {
            let what = "a list or a mapping is a key here, which not every Hermes can hold";
            self.tree.fault = Some(unreadable(what, key.place));
        }
    }

    fn open(&mut self, node: Node<'t>) {
        if node.anchor != 0 {
            self.collections.insert(node.anchor);
        }
        self.open.push(Open { node, key: None });
    }

    /// Hands a finished node to the collection that it belongs to.
    fn close(&mut self, node: Node<'t>) {
        if self.awaits_key() {
            self.check_key(&node);
        }
        let Some(parent) = self.open.last_mut() else {
            self.tree.root = Some(node);
            return;
        };
        match &mut parent.node.kind {
            Kind::List { items, .. } => items.push(node),
            Kind::Map { entries, .. } => match parent.key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => parent.key = Some(node),
            },
            Kind::Scalar { .. } | Kind::Alias(_) => {}
        }
    }
}

/// A flow collection ends with its bracket; a block collection ends with its last content, not
/// with the comments and blank lines that follow.
fn end_of(node: &Node<'_>, bracket: usize) -> usize {
    match &node.kind {
        Kind::List { flow: false, items } => items.last().map_or(node.start, |item| item.end),
        Kind::Map {
            flow: false,
            entries,
        } => entries.last().map_or(node.start, Entry::end),
        _ => bracket,
    }
}
