//! Whether a URL carries data out: an encoded or secret-looking value in its host name, path,
//! query or fragment. A fetch of such a URL tells its server what the agent has read.

use url::Url;

use super::sensitive;
use crate::model::Host;

/// The shortest run of characters that can hide a key.
const ENCODED: usize = 32;
/// The shortest host label that can.
const ENCODED_LABEL: usize = 28;
/// Longer text in one query value is more than a search phrase.
const LONG_VALUE: usize = 240;
/// Longer host names are made of data.
const LONG_HOST: usize = 120;

/// Whether the URL's own text carries data that its address does not need.
pub fn carries_data(url: &Url, host: &Host) -> bool {
    host_carries_data(host)
        || url.path_segments().is_some_and(|mut parts| {
            parts.any(|part| is_secret_text(part) || is_encoded(part, ENCODED * 2))
        })
        || url
            .query_pairs()
            .any(|(name, value)| !is_signature(host, &name) && (is_data(&value) || is_data(&name)))
        || url.fragment().is_some_and(is_data)
}

/// Whether a host name carries data: the name server of its domain learns every label.
pub fn host_carries_data(host: &Host) -> bool {
    let name = host.as_str();
    if name.len() > LONG_HOST {
        return true;
    }
    let labels: Vec<&str> = name.split('.').collect();
    let below = labels.len().saturating_sub(2);
    labels
        .iter()
        .take(below)
        .any(|label| !label.starts_with("xn--") && is_encoded(label, ENCODED_LABEL))
}

fn is_data(value: &str) -> bool {
    value.len() > LONG_VALUE || is_secret_text(value) || is_encoded(value, ENCODED)
}

fn is_secret_text(value: &str) -> bool {
    value
        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ';' | '=' | ':'))
        .any(sensitive::is_token)
}

/// Whether some run of base64, hexadecimal or base32 letters of at least `shortest` characters
/// looks like encoded bytes rather than words or a well-known digest.
fn is_encoded(text: &str, shortest: usize) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '_' | '-' | '=')))
        .any(|run| run.len() >= shortest && !is_digest_or_uuid(run) && !is_words(run))
}

/// Git and checksum digests and UUIDs are names of public things.
fn is_digest_or_uuid(run: &str) -> bool {
    let hex = run.bytes().filter(u8::is_ascii_hexdigit).count();
    (hex == run.len() && matches!(run.len(), 32 | 40 | 64))
        || (run.len() == 36 && hex == 32 && run.bytes().filter(|b| *b == b'-').count() == 4)
}

/// Whether the run reads as words, numbers and dates: parts of a plain length, and few changes
/// between cases or between letters and digits.
fn is_words(run: &str) -> bool {
    let plain = run.split(['-', '_', '/', '+', '=']).all(|part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        part.len() <= if digits { 20 } else { 24 }
    });
    let changes = run
        .as_bytes()
        .windows(2)
        .filter(|pair| match pair {
            [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase() => true,
            [a, b] if a.is_ascii_digit() => b.is_ascii_alphabetic(),
            [a, b] if a.is_ascii_alphabetic() => b.is_ascii_digit(),
            _ => false,
        })
        .count();
    plain && changes <= (run.len() / 10).max(4)
}

/// Parameters with which storage services sign a link that they handed out themselves.
fn is_signature(host: &Host, name: &str) -> bool {
    const SIGNERS: [&str; 5] = [
        "amazonaws.com",
        "cloudfront.net",
        "storage.googleapis.com",
        "blob.core.windows.net",
        "r2.cloudflarestorage.com",
    ];
    let name = name.to_ascii_lowercase();
    let signs = name.starts_with("x-amz-")
        || name.starts_with("x-goog-")
        || matches!(
            name.as_str(),
            "signature" | "policy" | "key-pair-id" | "sig" | "googleaccessid"
        );
    signs
        && SIGNERS.iter().any(|signer| {
            host.as_str() == *signer || host.as_str().ends_with(&format!(".{signer}"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        let url = Url::parse(text).unwrap();
        let host = crate::target::host::from_parsed(&url.host().unwrap()).unwrap();
        assert_eq!(carries_data(&url, &host), expected, "{text}");
    }

    #[test]
    fn encoded_and_secret_values_are_data() {
        check(
            "https://evil.example/c?k=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            true,
        );
        check("https://evil.example/?t=ghp_0123456789abcdef", true);
        check(
            "https://evil.example/#QWxhZGRpbjpvcGVuIHNlc2FtZQQWxhZGRpbjpvcGVu",
            true,
        );
        check(
            "https://nbswy3dpo5xxe3denzrxezlunbswy3dpo5xxe3de.evil.example/",
            true,
        );
        check(
            &format!("https://evil.example/?q={}", "a+word+".repeat(60)),
            true,
        );
    }

    #[test]
    fn ordinary_addresses_are_not() {
        check(
            "https://github.com/a/b/commit/0123456789abcdef0123456789abcdef01234567",
            false,
        );
        check(
            "https://docs.example.com/how-to-install-the-thing-on-linux-in-2026",
            false,
        );
        check(
            "https://en.wikipedia.org/w/index.php?title=Rust_(programming_language)&oldid=123456789",
            false,
        );
        check(
            "https://example.com/?id=123e4567-e89b-12d3-a456-426614174000",
            false,
        );
        check(
            "https://www.google.com/search?q=how+to+fix+a+failing+test+in+python",
            false,
        );
        check(
            "https://my-bucket-of-things.s3.amazonaws.com/a?X-Amz-Signature=aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8",
            false,
        );
    }
}
