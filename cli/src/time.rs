//! Times as people write them.

use crate::problem::Problem;

/// Seconds since the epoch of `7d`, `12h` (ago) or a date in the reader's zone.
pub fn since(text: &str) -> Result<i64, Problem> {
    let ago = |digits: &str, seconds: i64| {
        let count: i64 = digits.parse().ok()?;
        jiff::Timestamp::now()
            .as_second()
            .checked_sub(count.checked_mul(seconds)?)
    };
    let found = if let Some(days) = text.strip_suffix('d') {
        ago(days, 86_400)
    } else if let Some(hours) = text.strip_suffix('h') {
        ago(hours, 3_600)
    } else {
        let date = text.parse::<jiff::civil::Date>().ok();
        date.and_then(|date| date.to_zoned(jiff::tz::TimeZone::system()).ok())
            .map(|zoned| zoned.timestamp().as_second())
    };
    found.ok_or_else(|| {
        Problem::new(format!("--since `{text}` is no time"))
            .hint("write 7d, 12h or a date such as 2026-01-31")
    })
}

/// Seconds since the epoch as a date and time in the reader's zone.
pub fn shown(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).map_or_else(
        |_| "?".to_owned(),
        |time| {
            time.to_zoned(jiff::tz::TimeZone::system())
                .strftime("%Y-%m-%d %H:%M:%S")
                .to_string()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_ago_or_a_date() {
        let now = jiff::Timestamp::now().as_second();
        assert!((now - since("2d").unwrap() - 172_800).abs() < 5);
        assert!((now - since("3h").unwrap() - 10_800).abs() < 5);
        assert!(since("2026-01-31").is_ok());
        assert!(since("yesterday").is_err() && since("9999999999999999999d").is_err());
    }
}
