//! Unified, git and context diffs, as `patch` and `git apply` choose the files to touch.
//!
//! The two tools choose between the names of a header by what exists; every name they may choose
//! counts. Lines inside a hunk are skipped by the hunk's own line counts, as both tools do, so
//! that removed text such as `-- x` is not taken for a header.

use std::collections::HashSet;

use super::{Edit, EditKind};

/// What the header of one file has said so far.
#[derive(Default)]
struct Header {
    git_names: Vec<String>,
    old: Option<String>,
    new: Option<String>,
    rename_from: Option<String>,
    rename_to: Option<String>,
    copy_to: Option<String>,
    index: Option<String>,
    deleted: bool,
    added: bool,
}

/// The files of a diff.
pub(super) fn edits(text: &str, strip: Option<usize>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut header = Header::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some((old, new)) = hunk_counts(line) {
            skip_hunk(&mut lines, old, new);
            continue;
        }
        let starts_file = line.starts_with("diff --git ")
            || line.starts_with("Index: ")
            || (line.starts_with("--- ") && (header.old.is_some() || header.new.is_some()));
        if starts_file {
            flush(std::mem::take(&mut header), strip, &mut edits);
        }
        read_header_line(line, &mut header);
    }
    flush(header, strip, &mut edits);
    let mut seen = HashSet::new();
    edits.retain(|edit| seen.insert(edit.clone()));
    edits
}

fn read_header_line(line: &str, header: &mut Header) {
    if let Some(rest) = line.strip_prefix("diff --git ") {
        header.git_names = git_names(rest);
    } else if let Some(rest) = line.strip_prefix("--- ") {
        // In a context diff this line carries the new name, behind a `*** ` line.
        if header.old.is_some() {
            header.new = Some(name(rest));
        } else {
            header.old = Some(name(rest));
        }
    } else if let Some(rest) = line.strip_prefix("+++ ") {
        header.deleted |= rest.contains("\t1970-01-01 00:00:00");
        header.new = Some(name(rest));
    } else if let Some(rest) = line.strip_prefix("*** ") {
        if header.old.is_none() && !rest.ends_with(" ****") {
            header.old = Some(name(rest));
        }
    } else if let Some(rest) = line.strip_prefix("rename from ") {
        header.rename_from = Some(unquoted(rest));
    } else if let Some(rest) = line.strip_prefix("rename to ") {
        header.rename_to = Some(unquoted(rest));
    } else if let Some(rest) = line.strip_prefix("copy to ") {
        header.copy_to = Some(unquoted(rest));
    } else if let Some(rest) = line.strip_prefix("Index: ") {
        header.index = Some(name(rest));
    } else if line.starts_with("deleted file mode") {
        header.deleted = true;
    } else if line.starts_with("new file mode") {
        header.added = true;
    }
}

/// `@@ -1,2 +3,4 @@`: how many old and new lines follow.
fn hunk_counts(line: &str) -> Option<(usize, usize)> {
    let rest = line.strip_prefix("@@ -")?;
    let (old, rest) = rest.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let count = |range: &str| match range.split_once(',') {
        Some((_, count)) => count.parse().ok(),
        None => Some(1),
    };
    Some((count(old)?, count(new)?))
}

fn skip_hunk(lines: &mut std::iter::Peekable<std::str::Lines<'_>>, mut old: usize, mut new: usize) {
    while old > 0 || new > 0 {
        let Some(line) = lines.peek() else { return };
        match line.bytes().next() {
            Some(b'-') => old = old.saturating_sub(1),
            Some(b'+') => new = new.saturating_sub(1),
            Some(b' ' | b'\t') | None => {
                old = old.saturating_sub(1);
                new = new.saturating_sub(1);
            }
            Some(b'\\') => {}
            Some(_) => return,
        }
        lines.next();
    }
}

fn flush(header: Header, strip: Option<usize>, edits: &mut Vec<Edit>) {
    let mut push = |kind, path: String, target: Option<String>| {
        let edit = Edit { kind, path, target };
        if !edit.path.is_empty() {
            edits.push(edit);
        }
    };
    if let (Some(from), Some(to)) = (&header.rename_from, &header.rename_to) {
        push(EditKind::Move, from.clone(), Some(to.clone()));
    }
    if let Some(to) = &header.copy_to {
        push(EditKind::Add, to.clone(), None);
    }
    let exists = |name: &Option<String>| name.clone().filter(|name| name != "/dev/null");
    let (old, new) = (exists(&header.old), exists(&header.new));
    let absent = |name: &Option<String>| name.as_deref() == Some("/dev/null");
    let kind = if header.deleted || absent(&header.new) {
        EditKind::Delete
    } else if header.added || absent(&header.old) {
        EditKind::Add
    } else {
        EditKind::Update
    };
    let moved = header.rename_to.is_some() || header.copy_to.is_some();
    let mut names: Vec<String> = old.into_iter().chain(new).collect();
    if names.is_empty() && !moved {
        names = header.git_names;
    }
    if names.is_empty() && !moved {
        names.extend(header.index);
    }
    for name in names {
        for path in stripped(&name, strip) {
            push(kind, path, None);
        }
    }
}

/// The names that a tool may make of one name in a header.
fn stripped(name: &str, strip: Option<usize>) -> Vec<String> {
    let mut names = Vec::new();
    if let Some(count) = strip {
        let parts = name.split('/').filter(|part| !part.is_empty());
        let path: Vec<&str> = parts.skip(count).collect();
        let whole = count == 0 || path.is_empty();
        names.push(if whole {
            name.to_owned()
        } else {
            path.join("/")
        });
        return names;
    }
    let last = name.rsplit('/').next().unwrap_or_default();
    names.push(name.to_owned());
    if last != name && !last.is_empty() {
        names.push(last.to_owned());
    }
    names
}

/// A name of a `---` or `+++` line: quoted as in C, or up to the tab before its time stamp.
fn name(rest: &str) -> String {
    if rest.starts_with('"') {
        return unquoted(rest);
    }
    rest.split('\t')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_owned()
}

/// The names of a `diff --git` line. Without quotes the line is split where both halves agree.
fn git_names(rest: &str) -> Vec<String> {
    if let Some((first, second)) = quoted_pair(rest) {
        return vec![first, second];
    }
    let halves = rest
        .match_indices(" b/")
        .filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at + 1..)?)))
        .find(|(old, new)| old.strip_prefix("a/") == new.strip_prefix("b/"))
        .or_else(|| rest.split_once(' '));
    match halves {
        Some((old, new)) if old.strip_prefix("a/") == new.strip_prefix("b/") => {
            vec![new.to_owned()]
        }
        Some((old, new)) => vec![old.to_owned(), new.to_owned()],
        None => vec![rest.to_owned()],
    }
}

fn quoted_pair(rest: &str) -> Option<(String, String)> {
    if !rest.contains('"') {
        return None;
    }
    let (first, rest) = if rest.starts_with('"') {
        let end = closing_quote(rest)?;
        (unquoted(rest.get(..=end)?), rest.get(end + 1..)?)
    } else {
        let at = rest.find(" \"")?;
        (rest.get(..at)?.to_owned(), rest.get(at..)?)
    };
    Some((first, unquoted(rest.trim())))
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at),
            _ => {}
        }
    }
    None
}

/// A name with the C escapes that git writes taken back; other text as it stands.
fn unquoted(text: &str) -> String {
    let text = text.trim_end();
    let Some(inner) = text
        .strip_prefix('"')
        .map(|rest| rest.strip_suffix('"').unwrap_or(rest))
    else {
        return text.to_owned();
    };
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(next @ b'0'..=b'7') = rest.peek().copied() else {
                        break;
                    };
                    value = value * 8 + u32::from(next - b'0');
                    rest.next();
                }
                bytes.push(u8::try_from(value & 0xff).unwrap_or_default());
            }
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
