//! `$'...'`: the escapes of ANSI C as bash reads them.

/// Decodes up to the closing quote; gives the text and how many bytes were read, the quote
/// included. Bytes that are no UTF-8 become replacement characters.
pub(super) fn decode(body: &str) -> (String, usize) {
    let mut out: Vec<u8> = Vec::new();
    let bytes = body.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\'' => return (finish(out), at),
            b'\\' => at = escape(bytes, at, &mut out),
            _ => out.push(byte),
        }
    }
    (finish(out), at)
}

/// A NUL ends the text, as in bash.
fn finish(mut out: Vec<u8>) -> String {
    if let Some(end) = out.iter().position(|byte| *byte == 0) {
        out.truncate(end);
    }
    String::from_utf8(out)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Decodes the escape whose letter is at `at`; gives the place behind it.
fn escape(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let Some(&letter) = bytes.get(at) else {
        out.push(b'\\');
        return at;
    };
    let simple = match letter {
        b'a' => Some(7),
        b'b' => Some(8),
        b'e' | b'E' => Some(27),
        b'f' => Some(12),
        b'n' => Some(10),
        b'r' => Some(13),
        b't' => Some(9),
        b'v' => Some(11),
        b'\\' | b'\'' | b'"' | b'?' => Some(letter),
        _ => None,
    };
    if let Some(byte) = simple {
        out.push(byte);
        return at + 1;
    }
    match letter {
        b'0'..=b'7' => {
            let (value, end) = number(bytes, at, 3, 8);
            out.push(u8::try_from(value & 0xFF).unwrap_or_default());
            end
        }
        b'x' => match number(bytes, at + 1, 2, 16) {
            (_, end) if end == at + 1 => {
                out.extend(b"\\x");
                end
            }
            (value, end) => {
                out.push(u8::try_from(value & 0xFF).unwrap_or_default());
                end
            }
        },
        b'u' | b'U' => {
            let most = if letter == b'u' { 4 } else { 8 };
            let (value, end) = number(bytes, at + 1, most, 16);
            if end == at + 1 {
                out.extend([b'\\', letter]);
                return end;
            }
            let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
            end
        }
        b'c' => {
            let Some(control) = bytes.get(at + 1) else {
                out.extend(b"\\c");
                return at + 1;
            };
            out.push(control.to_ascii_uppercase() & 0x1F);
            at + 2
        }
        other => {
            out.extend([b'\\', other]);
            at + 1
        }
    }
}

/// Up to `most` digits of the base; gives the value and the place behind the last digit.
fn number(bytes: &[u8], start: usize, most: usize, base: u32) -> (u32, usize) {
    let mut value = 0_u32;
    let mut at = start;
    while at < start + most
        && let Some(digit) = bytes
            .get(at)
            .and_then(|byte| char::from(*byte).to_digit(base))
    {
        value = value.wrapping_mul(base).wrapping_add(digit);
        at += 1;
    }
    (value, at)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_decode_as_in_bash() {
        for (body, text, length) in [
            (r"rm' x", "rm", 3),
            (r"r\x6d'", "rm", 6),
            (r"\162\155'", "rm", 9),
            (r"\u0072m'", "rm", 8),
            (r"a\'b'", "a'b", 5),
            (r"a\qb'", r"a\qb", 5),
            (r"a\0b'", "a", 5),
            (r"a\tb'", "a\tb", 5),
        ] {
            assert_eq!(decode(body), (text.to_owned(), length), "{body}");
        }
    }
}
