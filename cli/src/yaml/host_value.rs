//! Values that are right as YAML and that the host's reader refuses all the same. Both
//! generations make Python values of every word in the file, and one that they cannot make costs
//! the whole configuration: the host falls back to its defaults, and no plugin loads.
//!
//! Source: `SafeConstructor` of PyYAML 6.0 and of ruamel.yaml, as Hermes' `fast_safe_load` uses
//! them.

use granit_parser::{ScalarStyle, Tag};

use super::tree::Kind;

/// The prefix of the tags that YAML itself defines, as in `!!str`.
const CORE: &str = "tag:yaml.org,2002:";

/// What is wrong with a value and its tag; `None` where the host can make it.
pub(super) fn fault(kind: &Kind<'_>, tag: Option<&Tag>) -> Option<String> {
    let Some(tag) = tag else {
        return plain_fault(kind);
    };
    let name = format!("{}{}", tag.handle(), tag.suffix());
    if name == "!" {
        return None;
    }
    let right = match (name.strip_prefix(CORE), kind) {
        (Some("map" | "set"), Kind::Map { .. })
        | (Some("seq" | "omap" | "pairs"), Kind::List { .. })
        | (Some("str" | "null" | "binary"), Kind::Scalar { .. }) => true,
        (Some("bool"), Kind::Scalar { value, .. }) => matches!(
            value.to_ascii_lowercase().as_str(),
            "yes" | "no" | "true" | "false" | "on" | "off"
        ),
        (Some("int"), Kind::Scalar { value, .. }) => whole_number(value),
        (Some("float"), Kind::Scalar { value, .. }) => {
            value.replace('_', "").parse::<f64>().is_ok()
        }
        (Some("timestamp"), Kind::Scalar { value, .. }) => {
            Moment::read(value).is_some_and(|moment| moment.exists())
        }
        _ => false,
    };
    (!right).then(|| {
        format!(
            "the value tagged `{}` is one that Hermes cannot make",
            shown(tag)
        )
    })
}

fn plain_fault(kind: &Kind<'_>) -> Option<String> {
    let Kind::Scalar {
        value,
        style: ScalarStyle::Plain,
    } = kind
    else {
        return None;
    };
    let makes_nothing = match value.as_ref() {
        // YAML 1.1 keeps these two for keys.
        "=" | "<<" => true,
        text => {
            number_without_digits(text) || Moment::read(text).is_some_and(|moment| !moment.exists())
        }
    };
    makes_nothing
        .then(|| format!("`{value}` is a value that Hermes cannot make; quote it to keep the text"))
}

fn shown(tag: &Tag) -> String {
    match tag.handle().strip_suffix(CORE) {
        Some("") => format!("!!{}", tag.suffix()),
        _ => format!("{}{}", tag.handle(), tag.suffix()),
    }
}

/// `0x_`, `0b_`, `-_` and `._` look like numbers to the host, and are none.
fn number_without_digits(text: &str) -> bool {
    if text == "._" {
        return true;
    }
    let (signed, bare) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = match bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0b")) {
        Some(rest) => rest,
        None if signed => bare,
        None => return false,
    };
    !digits.is_empty() && digits.bytes().all(|byte| byte == b'_')
}

fn whole_number(text: &str) -> bool {
    let text = text.replace('_', "");
    let bare = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let (digits, radix) = match (bare.strip_prefix("0b"), bare.strip_prefix("0x")) {
        (Some(rest), _) => (rest, 2),
        (_, Some(rest)) => (rest, 16),
        _ if bare.len() > 1 && bare.starts_with('0') => (bare, 8),
        _ => (bare, 10),
    };
    !digits.is_empty()
        && digits
            .split(':')
            .all(|part| !part.is_empty() && part.chars().all(|digit| digit.is_digit(radix)))
}

/// The parts of a YAML 1.1 timestamp, which need not exist in any calendar.
struct Moment {
    date: [i64; 3],
    time: [i64; 3],
    /// Hours and minutes from UTC, without the sign.
    offset: [i64; 2],
}

impl Moment {
    /// `None` where the text is no timestamp to the host, so that it stays a text.
    fn read(text: &str) -> Option<Self> {
        let date = text.get(..10).filter(|_| text.len() == 10);
        if let Some(date) = date {
            let parts = numbers(date, '-', &[4..=4, 2..=2, 2..=2])?;
            return Some(Self::of(&parts, &[], &[]));
        }
        let at = text.find(['T', 't', ' ', '\t'])?;
        let (date, rest) = text.split_at(at);
        let parts = numbers(date, '-', &[4..=4, 1..=2, 1..=2])?;
        let rest = match rest.strip_prefix(['T', 't']) {
            Some(rest) => rest,
            None => rest.trim_start_matches([' ', '\t']),
        };
        let end = rest.find([' ', '\t', 'Z', '+', '-']).unwrap_or(rest.len());
        let (clock, zone) = rest.split_at(end);
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let time = numbers(clock, ':', &[1..=2, 2..=2, 2..=2])?;
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let zone = zone.trim_start_matches([' ', '\t']);
        let offset = match zone.strip_prefix(['+', '-']) {
            None if matches!(zone, "" | "Z") => Vec::new(),
            None => return None,
            Some(zone) if zone.contains(':') => numbers(zone, ':', &[1..=2, 2..=2])?,
            Some(zone) => numbers(zone, ':', &[1..=2])?,
        };
        Some(Self::of(&parts, &time, &offset))
    }

    fn of(date: &[i64], time: &[i64], offset: &[i64]) -> Self {
        let part = |parts: &[i64], index: usize| parts.get(index).copied().unwrap_or_default();
        Self {
            date: [0, 1, 2].map(|index| part(date, index)),
            time: [0, 1, 2].map(|index| part(time, index)),
            offset: [0, 1].map(|index| part(offset, index)),
        }
    }

    fn exists(&self) -> bool {
        let [year, month, day] = self.date.map(|part| i16::try_from(part).unwrap_or(-1));
        let [month, day] = [month, day].map(|part| i8::try_from(part).unwrap_or(-1));
        let [hour, minute, second] = self.time;
        let [hours, minutes] = self.offset;
        year > 0
            && jiff::civil::Date::new(year, month, day).is_ok()
            && hour < 24
            && minute < 60
            && second < 60
            && hours * 60 + minutes < 24 * 60
    }
}

/// Unsigned numbers between separators, each with so many digits.
fn numbers(
    text: &str,
    separator: char,
    digits: &[std::ops::RangeInclusive<usize>],
) -> Option<Vec<i64>> {
    let parts: Vec<&str> = text.split(separator).collect();
    if parts.len() != digits.len() {
        return None;
    }
    parts
        .iter()
        .zip(digits)
        .map(|(part, digits)| {
            let right = digits.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            right.then(|| part.parse().ok()).flatten()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::yaml::read;

    #[test]
    fn what_the_host_cannot_make_is_refused() {
        for text in [
            "a: !foo x",
            "a: !!python/tuple [x]",
            "a: !!merge x",
            "a: !!str [b]",
            "a: !!map [b]",
            "a: !!seq {}",
            "a: !!int x",
            "a: !!float x",
            "a: !!bool x",
            "a: !!timestamp x",
            "? [a]\n: 1",
            "? {a: b}\n: 1",
            "k: &a [1]\n*a : 2",
            "a: =",
            "a: <<",
            "a: [<<]",
            "a: &x =",
            "a: 0x_",
            "a: -0x_",
            "a: 0b_",
            "a: -_",
            "a: ._",
            "a: 2020-13-45",
            "a: 2020-02-30",
            "a: 0000-01-01",
            "a: 2020-01-01 24:00:00",
            "a: 2020-01-01 23:60:00",
            "a: 2020-01-01 23:59:60",
            "a: 2020-01-01T10:00:00+25:00",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_it_can_make_is_not() {
        for text in [
            "a: ! x",
            "a: !!str 5",
            "a: !!set {b}",
            "a: !!int 0x1F",
            "a: !!int '3'",
            "a: !!float 3",
            "a: !!binary aGk=",
            "a: !<tag:yaml.org,2002:str> x",
            "a: _",
            "a: __",
            "a: +._",
            "a: 0x_g",
            "a: 0o_",
            "a: 08",
            "a: 2020-1-32",
            "a: 2020-01-01x",
            "a: :_",
            "a: 2020-02-29",
            "a: 2020-1-1 1:00:00",
            "a: 2020-01-01T10:00:00.5 +2",
            "a: '='",
            "a: '<<'",
            "a: \"=\"",
            "=: 1",
            "x: &x {b: 1}\na:\n  <<: *x",
            "a: 2020-13",
        ] {
            assert!(read(text).is_ok(), "{text}: {:?}", read(text));
        }
    }
}
