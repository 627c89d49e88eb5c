//! The proof that an edit did what it should and nothing else.

use serde_yaml::Value;

use super::layout::Text;
use super::reader;

/// More changed lines than this is not an edit of ours.
const MOST_CHANGED_LINES: usize = 64;

/// The data of `next` when they are exactly `intended` and the texts differ only in one short
/// stretch of lines.
pub(super) fn holds(text: &Text<'_>, next: &str, intended: &Value) -> Option<Value> {
    let body = next.strip_prefix(text.mark())?;
    if !local(text.body(), body)
        || (text.newline() == "\r\n" && bare_newlines(body) > bare_newlines(text.body()))
    {
        return None;
    }
    let data = reader::read(body).ok()?;
    (data == *intended).then_some(data)
}

/// Whether all lines but a few are byte-identical and in order.
fn local(before: &str, after: &str) -> bool {
    let prefix = before
        .bytes()
        .zip(after.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let longest = before.len().min(after.len()) - prefix;
    let suffix = before
        .bytes()
        .rev()
        .zip(after.bytes().rev())
        .take(longest)
        .take_while(|(one, other)| one == other)
        .count();
    let lines = |text: &str| {
        text.as_bytes()
            .get(prefix..text.len() - suffix)
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
    };
    lines(before) <= MOST_CHANGED_LINES && lines(after) <= MOST_CHANGED_LINES
}

fn bare_newlines(text: &str) -> usize {
    let mut previous = b'\0';
    let mut count = 0;
    for byte in text.bytes() {
        if byte == b'\n' && previous != b'\r' {
            count += 1;
        }
        previous = byte;
    }
    count
}
