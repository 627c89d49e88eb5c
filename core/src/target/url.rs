//! URLs, read as a browser reads them (WHATWG): backslashes are slashes, credentials are not part
//! of the host, addresses have many spellings. Says also whether a URL carries data out.

use url::Url;

use super::exfiltration;
use super::host;
use crate::model::{Host, Marks, UrlTarget};

/// Where a value that may be a URL points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Somewhere on a network, with what must be noticed about it.
    Web(UrlTarget, Marks),
    /// A local file: the path as written.
    File(String),
    /// The value itself, or something only the reading program understands (`data:`,
    /// `spotify:track:1`, `about:blank`): no place at all.
    Nowhere,
}

/// A value that must be a URL: one without a scheme is taken as `https`, as browsers do. `None`
/// when no browser would accept it: it has a target, but not one that can be known.
pub fn read(text: &str) -> Option<Place> {
    let text = text.trim();
    match parse(text) {
        Some(place) => Some(place),
        None if text.contains("://") => None,
        None => parse(&format!("https://{}", text.trim_start_matches(['/', '\\']))),
    }
}

/// A value that is a URL only if it says so (`scheme://`, `//host`, `mailto:` is not one).
pub fn read_explicit(text: &str) -> Option<Place> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("//") {
        return host::looks_like_host(rest.split(['/', '?', '#']).next().unwrap_or_default())
            .then(|| parse(&format!("https:{text}")))
            .flatten();
    }
    has_authority(text).then(|| parse(text)).flatten()
}

/// Every explicit URL of a network scheme inside a longer text, in order.
pub fn find(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(from..)?;
            let colon = rest.find("://")?;
            let scheme_start = rest
                .get(..colon)?
                .rfind(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'))
                .map_or(0, |at| {
                    at + rest
                        .get(at..)
                        .and_then(|r| r.chars().next())
                        .map_or(1, char::len_utf8)
                });
            let tail = rest.get(colon + 3..)?;
            let length = tail
                .find(|c: char| {
                    c.is_whitespace()
                        || c.is_control()
                        || matches!(c, '"' | '<' | '>' | '`' | '\'' | '|' | '^')
                })
                .unwrap_or(tail.len());
            let start = from + scheme_start;
            let end = from + colon + 3 + length;
            from = end;
            let found = text
                .get(start..end)?
                .trim_end_matches(['.', ',', ';', ')', ']', '}', '!', '?']);
            if length > 0 && scheme_start < colon {
                return Some((start, found));
            }
        }
    })
}

fn has_authority(text: &str) -> bool {
    let Some(colon) = text.find(':') else {
        return false;
    };
    let (scheme, rest) = text.split_at(colon);
    let named = !scheme.is_empty()
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    let special = ["http", "https", "ws", "wss", "ftp", "file"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    named && (rest.starts_with("://") || (special && rest.starts_with([':', '/', '\\'])))
}

fn parse(text: &str) -> Option<Place> {
    let mut url = Url::parse(text).ok()?;
    if url.scheme() == "file" {
        return Some(Place::File(file_path(&url)));
    }
    let Some(parsed) = url.host() else {
        // `host:8080/x` parses as a scheme too; the caller tries it again as a host.
        let is_port = url.path().starts_with(|c: char| c.is_ascii_digit()) && url.scheme() != "tel";
        return (!is_port && !url.scheme().contains('.')).then_some(Place::Nowhere);
    };
    let host = host::from_parsed(&parsed)?;
    let mut marks = Marks::empty();
    if !url.username().is_empty() || url.password().is_some() {
        marks |= Marks::EXFILTRATION;
    }
    if host::is_metadata_service(&host) {
        marks |= Marks::SECRET;
    }
    if exfiltration::carries_data(&url, &host) {
        marks |= Marks::EXFILTRATION;
    }
    if super::text::is_hidden(text) {
        marks |= Marks::HIDDEN_TEXT;
    }
    if is_look_alike(&host) {
        marks |= Marks::LOOK_ALIKE;
    }
    // Both fail only for URLs without a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let target = UrlTarget {
        url: url.to_string(),
        host: Some(host),
    };
    Some(Place::Web(target, marks))
}

/// Whether a label of the host is an international name that can be mistaken for another.
pub fn is_look_alike(host: &Host) -> bool {
    host.as_str().contains("xn--")
        && idna::domain_to_unicode(host.as_str())
            .0
            .split('.')
            .any(super::text::is_look_alike)
}

/// The decoded path of a `file:` URL; a host in it (`file://server/share`) stays in front.
fn file_path(url: &Url) -> String {
    let path = percent_decode(url.path());
    match url.host_str() {
        Some(host) if host != "localhost" => format!("//{host}{path}"),
        _ => path,
    }
}

/// Percent escapes decoded; bytes that are not UTF-8 become replacement characters.
pub(crate) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        let escape = match tail {
            [high, low, after @ ..] if first == b'%' => hex(*high)
                .zip(hex(*low))
                .map(|(high, low)| (high * 16 + low, after)),
            _ => None,
        };
        let (byte, after) = escape.unwrap_or((first, tail));
        decoded.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host_of(text: &str) -> Option<String> {
        match read(text)? {
            Place::Web(target, _) => target.host.map(|host| host.as_str().to_owned()),
            _ => None,
        }
    }

    fn marks_of(text: &str) -> Marks {
        match read(text) {
            Some(Place::Web(_, marks)) => marks,
            _ => Marks::empty(),
        }
    }

    #[test]
    fn hosts_are_those_that_a_browser_would_reach() {
        for (text, expected) in [
            ("https://Example.com/a", "example.com"),
            ("http:///evil.example/x", "evil.example"),
            ("https://evil.example\\@example.com/", "evil.example"),
            ("https://example.com@evil.example/", "evil.example"),
            ("http://0x7f000001/", "127.0.0.1"),
            ("example.com/path", "example.com"),
            ("//evil.example/x", "evil.example"),
            ("localhost:3000/x", "localhost"),
            ("evil.example:8080", "evil.example"),
            ("ht\ntps://evil.example/", "evil.example"),
        ] {
            assert_eq!(host_of(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(read("https://exa mple.com/"), None);
    }

    #[test]
    fn what_is_no_place_on_the_network_is_not_one() {
        assert_eq!(read("spotify:track:1"), Some(Place::Nowhere));
        assert_eq!(read("data:text/html,<p>"), Some(Place::Nowhere));
        assert_eq!(
            read("file:///etc/pass%77d"),
            Some(Place::File("/etc/passwd".to_owned()))
        );
        assert_eq!(read_explicit("docs/readme.md"), None);
        assert_eq!(read_explicit("//comment"), None);
    }

    #[test]
    fn credentials_are_dropped_and_noticed() {
        let Some(Place::Web(target, marks)) = read("https://me:secret@example.com/") else {
            panic!("not a web address");
        };
        assert_eq!(target.url, "https://example.com/");
        assert!(marks.contains(Marks::EXFILTRATION));
    }

    #[test]
    fn metadata_services_hold_secrets() {
        assert!(marks_of("http://2852039166/latest/").contains(Marks::SECRET));
    }

    #[test]
    fn urls_are_found_in_text() {
        let text = "see (https://a.example/x), ftp://b.example. and <http://c.example>";
        let found: Vec<&str> = find(text).map(|(_, url)| url).collect();
        assert_eq!(
            found,
            ["https://a.example/x", "ftp://b.example", "http://c.example"]
        );
        assert_eq!(find("a :// b").count(), 0);
    }
}
