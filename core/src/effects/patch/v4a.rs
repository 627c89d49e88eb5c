//! V4A, with the tolerance of the host's own reader in both generations.
//!
//! A header stands at column 0: three asterisks, optional white space, a verb, white space,
//! `File:`, a path. The generations differ in what opens and closes a patch: the first finds its
//! markers anywhere in a line, the second only as a whole line, in more spellings.

use std::collections::HashSet;

use super::{Edit, EditKind};

/// Which host reads the patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    /// Hermes 0.19.
    First,
    /// Hermes 0.22.
    Second,
}

/// What a reader made of a patch.
struct Reading {
    edits: Vec<Edit>,
    /// The host refuses the whole patch: an empty name, or an update without a hunk.
    refused: bool,
}

/// The edits that the host would try, none when it refuses the patch.
pub(super) fn accepted(text: &str, generation: Generation) -> Vec<Edit> {
    let reading = read(text, generation, false);
    if reading.refused {
        return Vec::new();
    }
    reading.edits
}

/// Every edit that either generation finds, refused or not, with the `*** Move to:` of other
/// tools.
pub(super) fn tolerant(text: &str) -> Vec<Edit> {
    let first = read(text, Generation::First, true).edits;
    let second = read(text, Generation::Second, true).edits;
    let mut seen = HashSet::new();
    first
        .into_iter()
        .chain(second)
        .filter(|edit| !edit.path.is_empty() && seen.insert(edit.clone()))
        .collect()
}

/// The edit whose hunks are being read.
struct Open {
    edit: Edit,
    hunks: usize,
    /// Whether the hunk at hand has lines.
    lines: bool,
}

fn read(text: &str, generation: Generation, with_move_to: bool) -> Reading {
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| match generation {
            Generation::First => line,
            Generation::Second => line.strip_suffix('\r').unwrap_or(line),
        })
        .collect();
    let mut reading = Reading {
        edits: Vec::new(),
        refused: false,
    };
    let mut open: Option<Open> = None;
    for line in between_markers(&lines, generation) {
        if let Some(edit) = header(line) {
            close(&mut open, &mut reading);
            match edit.kind {
                EditKind::Delete | EditKind::Move => push(edit, &mut reading),
                EditKind::Add | EditKind::Update => {
                    open = Some(Open {
                        edit,
                        hunks: 0,
                        lines: false,
                    });
                }
            }
            continue;
        }
        let Some(current) = &mut open else { continue };
        if line.starts_with("@@") {
            current.hunks += usize::from(current.lines);
            current.lines = false;
            continue;
        }
        if with_move_to && let Some(target) = move_to(line) {
            current.edit.kind = EditKind::Move;
            current.edit.target = Some(target.to_owned());
        }
        if !line.is_empty() && !line.starts_with('\\') {
            current.lines = true;
        }
    }
    close(&mut open, &mut reading);
    reading
}

fn close(open: &mut Option<Open>, reading: &mut Reading) {
    let Some(open) = open.take() else { return };
    let hunks = open.hunks + usize::from(open.lines);
    if open.edit.kind == EditKind::Update && hunks == 0 {
        reading.refused = true;
    }
    push(open.edit, reading);
}

fn push(edit: Edit, reading: &mut Reading) {
    if edit.path.is_empty() || edit.target.as_deref() == Some("") {
        reading.refused = true;
    }
    reading.edits.push(edit);
}

/// The lines behind the last opening marker that stands before the first closing one.
fn between_markers<'a>(lines: &'a [&'a str], generation: Generation) -> &'a [&'a str] {
    let marks = |line: &str, word: &str| match generation {
        Generation::First => {
            line.contains(&format!("*** {word} Patch"))
                || line.contains(&format!("***{word} Patch"))
        }
        Generation::Second => marker_line(line, word),
    };
    let mut start = 0;
    let mut end = lines.len();
    for (index, line) in lines.iter().enumerate() {
        if marks(line, "Begin") {
            start = index + 1;
        } else if marks(line, "End") {
            end = index;
            break;
        }
    }
    lines.get(start..end).unwrap_or_default()
}

fn marker_line(line: &str, word: &str) -> bool {
    let Some(rest) = line.strip_prefix("***") else {
        return false;
    };
    let Some(rest) = rest.trim_start_matches(is_space).strip_prefix(word) else {
        return false;
    };
    rest.starts_with(is_space)
        && rest
            .trim_start_matches(is_space)
            .strip_prefix("Patch")
            .is_some_and(|rest| rest.chars().all(is_space))
}

fn header(line: &str) -> Option<Edit> {
    let rest = line.strip_prefix("***")?.trim_start_matches(is_space);
    let (kind, rest) = [
        ("Update", EditKind::Update),
        ("Add", EditKind::Add),
        ("Delete", EditKind::Delete),
        ("Move", EditKind::Move),
    ]
    .into_iter()
    .find_map(|(verb, kind)| Some((kind, rest.strip_prefix(verb)?)))?;
    if !rest.starts_with(is_space) {
        return None;
    }
    let rest = rest.trim_start_matches(is_space).strip_prefix("File:")?;
    if rest.is_empty() {
        return None;
    }
    if kind == EditKind::Move {
        return moved(rest);
    }
    Some(Edit {
        kind,
        path: rest.trim_matches(is_space).to_owned(),
        target: None,
    })
}

/// `source -> target`, split at the first arrow that leaves something on both sides.
fn moved(rest: &str) -> Option<Edit> {
    let text = rest.trim_start_matches(is_space);
    let arrow = text
        .match_indices("->")
        .map(|(at, _)| at)
        .find(|at| *at > 0)
        .map(|at| (text.get(..at), text.get(at + 2..)))
        .filter(|(_, target)| target.is_some_and(|target| !target.is_empty()));
    let (source, target) = match arrow {
        Some((source, target)) => (source?, target?),
        // White space alone counts as a source; the host then refuses the patch.
        None if text.len() < rest.len() => ("", text.strip_prefix("->")?),
        None => return None,
    };
    if target.is_empty() {
        return None;
    }
    Some(Edit {
        kind: EditKind::Move,
        path: source.trim_matches(is_space).to_owned(),
        target: Some(target.trim_matches(is_space).to_owned()),
    })
}

/// The line under an update header by which other V4A tools rename the file.
fn move_to(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("***")?.trim_start_matches(is_space);
    let target = rest.strip_prefix("Move to:")?.trim_matches(is_space);
    (!target.is_empty()).then_some(target)
}

/// White space as Python's `\s` and `str.strip` know it.
fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}
