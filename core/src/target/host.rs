//! Hosts, read as a browser reads them: IDNA, percent escapes, decimal and hexadecimal addresses.

use std::net::{IpAddr, Ipv4Addr};

use crate::model::Host;

/// A host from an authority or a bare name: user information, port, brackets and the trailing dot
/// are dropped. `None` when no browser would accept it.
pub fn host(text: &str) -> Option<Host> {
    let text = text.trim();
    let text = text.rsplit_once('@').map_or(text, |(_, host)| host);
    let name = without_port(text);
    let is_bare_v6 = !name.starts_with('[') && name.matches(':').count() > 1;
    let parsed = if is_bare_v6 {
        url::Host::parse(&format!("[{name}]"))
    } else {
        url::Host::parse(name)
    };
    from_parsed(&parsed.ok()?)
}

/// A host that the `url` crate has read.
pub(crate) fn from_parsed<S: AsRef<str>>(parsed: &url::Host<S>) -> Option<Host> {
    match parsed {
        url::Host::Domain(name) => {
            let name = name.as_ref().trim_end_matches('.');
            if name.is_empty() {
                return None;
            }
            Some(Host::from_normalised(&name.to_ascii_lowercase()))
        }
        url::Host::Ipv4(address) => Some(Host::from_normalised(&address.to_string())),
        url::Host::Ipv6(address) => Some(match address.to_ipv4_mapped() {
            Some(address) => Host::from_normalised(&address.to_string()),
            None => Host::from_normalised(&address.to_string()),
        }),
    }
}

/// `name:port` without the port; an IPv6 address keeps its colons.
fn without_port(text: &str) -> &str {
    match text.rsplit_once(':') {
        Some((name, port))
            if !name.is_empty()
                && port.bytes().all(|byte| byte.is_ascii_digit())
                && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => text,
    }
}

/// Whether the text, without a scheme, is plainly a host: an address, `localhost`, or at least two
/// labels with a top-level label of letters. Used where an argument may hold a host or a word.
pub fn looks_like_host(text: &str) -> bool {
    let name = without_port(text.trim());
    if name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok() {
        return true;
    }
    let Some((head, top)) = name.trim_end_matches('.').rsplit_once('.') else {
        return false;
    };
    top.chars().count() >= 2
        && (top.chars().all(char::is_alphabetic) || top.starts_with("xn--"))
        && head.split('.').all(|label| {
            !label.is_empty()
                && label
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        })
}

/// Whether the host hands out credentials of the machine that asks (cloud metadata services).
pub fn is_metadata_service(host: &Host) -> bool {
    matches!(
        host.as_str(),
        "169.254.169.254"
            | "169.254.170.2"
            | "169.254.170.23"
            | "100.100.100.200"
            | "fd00:ec2::254"
            | "metadata"
            | "metadata.google.internal"
            | "metadata.azure.com"
            | "instance-data"
    )
}

/// Whether the host is this machine.
pub fn is_loopback(host: &Host) -> bool {
    let name = host.as_str();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| {
            address.is_loopback() || address == IpAddr::V4(Ipv4Addr::UNSPECIFIED)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(host(text).as_ref().map(Host::as_str), expected, "{text}");
    }

    #[test]
    fn spellings_of_one_host_are_equal() {
        check("Example.COM.", Some("example.com"));
        check("user:pw@example.com:8080", Some("example.com"));
        check("ｅxample.com", Some("example.com"));
        check("münchen.example", Some("xn--mnchen-3ya.example"));
        check("2130706433", Some("127.0.0.1"));
        check("0x7f.1", Some("127.0.0.1"));
        check("0177.0.0.1", Some("127.0.0.1"));
        check("[::1]:80", Some("::1"));
        check("::ffff:10.0.0.1", Some("10.0.0.1"));
        check("exa mple.com", None);
        check("", None);
    }

    #[test]
    fn words_are_not_hosts() {
        for text in [
            "example.com",
            "localhost:3000",
            "10.0.0.1",
            "a.b-c.io",
            "пример.рф",
        ] {
            assert!(looks_like_host(text), "{text}");
        }
        for text in ["light", "v1.2", "a b.com", "10.0", "file.1"] {
            assert!(!looks_like_host(text), "{text}");
        }
    }

    #[test]
    fn this_machine_and_metadata_services_are_known() {
        assert!(is_loopback(&host("127.0.0.9").unwrap()));
        assert!(is_metadata_service(&host("0xa9fea9fe").unwrap()));
    }
}
