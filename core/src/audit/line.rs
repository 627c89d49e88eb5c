//! One line of the log: a JSON object whose last member is the chain.
//!
//! `chain` is BLAKE3 over the chain of the line before and the line's own text up to the member
//! `chain`. So changing, removing or inserting a line breaks every later one. A file's first line
//! holds `prev`, the chain that it continues, so that a file can be checked when older ones are
//! gone.

/// A link of the chain.
pub(super) type Link = [u8; 32];

/// What the very first line continues.
pub(super) const GENESIS: Link = [0; 32];
/// What stands between a line's body and its chain.
const BEFORE: &[u8] = b",\"chain\":\"";
/// The length of everything behind a line's body: the above, 64 digits, and `"}`.
const TAIL: usize = BEFORE.len() + 64 + 2;

/// The link that a body forms with the one before.
pub(super) fn link(previous: &Link, body: &[u8]) -> Link {
    let mut hasher = blake3::Hasher::new();
    hasher.update(previous);
    hasher.update(body);
    *hasher.finalize().as_bytes()
}

/// Closes a body (a JSON object without its closing brace) with its chain and a line break.
/// Returns the link.
pub(super) fn close(body: &mut Vec<u8>, previous: &Link) -> Link {
    let link = link(previous, body);
    body.extend_from_slice(BEFORE);
    body.extend_from_slice(blake3::Hash::from_bytes(link).to_hex().as_bytes());
    body.extend_from_slice(b"\"}\n");
    link
}

/// A line without its line break, taken apart: its body and its chain.
pub(super) fn split(line: &[u8]) -> Option<(&[u8], Link)> {
    let (body, tail) = line.split_at_checked(line.len().checked_sub(TAIL)?)?;
    let digits = tail.strip_prefix(BEFORE)?.strip_suffix(b"\"}")?;
    let hash = blake3::Hash::from_hex(digits).ok()?;
    Some((body, *hash.as_bytes()))
}

/// The number that a body begins with.
pub(super) fn sequence(body: &[u8]) -> Option<u64> {
    let digits = body.strip_prefix(b"{\"seq\":")?;
    let mut number: u64 = 0;
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                number = number
                    .checked_mul(10)?
                    .checked_add(u64::from(byte - b'0'))?;
            }
            b',' => return Some(number),
            _ => return None,
        }
    }
    None
}

/// Whether the body says that its file ends with it.
pub(super) fn is_last_of_its_file(body: &[u8]) -> bool {
    const KIND: &[u8] = b"\"kind\":\"log_rotated\"";
    // Sequence, time and process stand before it and are short.
    body.get(..160.min(body.len()))
        .is_some_and(|head| head.windows(KIND.len()).any(|part| part == KIND))
}

/// The chain that a file's first line continues.
pub(super) fn continued(body: &[u8]) -> Option<Link> {
    const NAME: &[u8] = b"\"prev\":\"";
    let start = body.windows(NAME.len()).position(|part| part == NAME)? + NAME.len();
    let digits = body.get(start..start + 64)?;
    Some(*blake3::Hash::from_hex(digits).ok()?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_line_comes_apart_again() {
        let mut text = b"{\"seq\":42,\"x\":1".to_vec();
        let chain = close(&mut text, &GENESIS);
        let line = text.strip_suffix(b"\n").unwrap();
        let (body, read) = split(line).unwrap();
        assert_eq!((sequence(body), read), (Some(42), chain));
        assert!(serde_json::from_slice::<serde_json::Value>(line).is_ok());
        assert!(split(b"{\"seq\":1}").is_none());
        assert!(sequence(b"{\"seq\":,").is_some_and(|number| number == 0));
    }
}
