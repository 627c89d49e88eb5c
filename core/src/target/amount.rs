//! Sums of money: `$1,234.56`, `10 EUR`, `1.234,56 €`, a JSON number.

use serde_json::Value;
use smol_str::SmolStr;

use crate::model::Amount;

/// Signs that stand for a currency.
const SIGNS: [(&str, &str); 8] = [
    ("US$", "USD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
];

/// Whether a number counts whole units of the currency or its hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Dollars, euros.
    Whole,
    /// Cents, as payment services count.
    Hundredth,
}

/// A sum from an argument. `None` when it is not a number: the caller then has an amount that it
/// does not know, which is not an amount of nothing.
pub fn amount(value: &Value, unit: Unit, currency: Option<&str>) -> Option<Amount> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let (number, written) = split_currency(&text);
    let hundredths = hundredths(number)?;
    let cents = match unit {
        Unit::Whole => hundredths,
        Unit::Hundredth => hundredths / 100,
    };
    let currency = written
        .or_else(|| currency.map(|code| SmolStr::new(code.trim().to_ascii_uppercase())))
        .unwrap_or_default();
    Some(Amount { cents, currency })
}

/// The digits of a sum and the currency written with it.
fn split_currency(text: &str) -> (&str, Option<SmolStr>) {
    let text = text.trim();
    for (sign, code) in SIGNS {
        let rest = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign));
        if let Some(rest) = rest {
            return (rest.trim(), Some(SmolStr::new_static(code)));
        }
    }
    let is_code = |word: &str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_alphabetic());
    match text.split_once(char::is_whitespace) {
        Some((number, code)) if is_code(code.trim()) => {
            (number, Some(SmolStr::new(code.trim().to_ascii_uppercase())))
        }
        Some((code, number)) if is_code(code) => {
            (number.trim(), Some(SmolStr::new(code.to_ascii_uppercase())))
        }
        _ => (text, None),
    }
}

/// Hundredths of a decimal number with `.` or `,` as separators.
fn hundredths(text: &str) -> Option<i64> {
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, ' ' | '\u{a0}' | '_' | '\''))
        .collect();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, fraction) = split_decimal(digits);
    let whole: String = whole.chars().filter(|c| !matches!(c, '.' | ',')).collect();
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value: i64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    value = value.checked_mul(100)?;
    let mut tenths = fraction.chars();
    for weight in [10, 1] {
        if let Some(digit) = tenths.next() {
            value = value.checked_add(i64::from(digit.to_digit(10)?) * weight)?;
        }
    }
    // A fraction of a hundredth counts as a whole one: a limit must not be slipped under.
    let mut beyond = false;
    for digit in tenths {
        beyond |= digit.to_digit(10)? != 0;
    }
    let value = value.checked_add(i64::from(beyond))?;
    Some(if negative { -value } else { value })
}

/// The whole and fractional digits. A single separator with three digits behind it groups
/// thousands; otherwise the last separator is the decimal one.
fn split_decimal(digits: &str) -> (&str, &str) {
    let Some(position) = digits.rfind(['.', ',']) else {
        return (digits, "");
    };
    let (whole, rest) = digits.split_at(position);
    let separator = rest.chars().next();
    let fraction = rest.get(1..).unwrap_or_default();
    let repeated = separator.is_some_and(|sign| whole.contains(sign));
    let groups = repeated || (separator == Some(',') && fraction.len() == 3);
    if groups {
        (digits, "")
    } else {
        (whole, fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(value: &Value, cents: i64, currency: &str) {
        let sum = amount(value, Unit::Whole, None).unwrap();
        assert_eq!(
            (sum.cents, sum.currency.as_str()),
            (cents, currency),
            "{value}"
        );
    }

    #[test]
    fn sums_are_read_in_the_usual_spellings() {
        check(&json!(10), 1000, "");
        check(&json!(10.5), 1050, "");
        check(&json!("$1,234.56"), 123_456, "USD");
        check(&json!("1.234,56 €"), 123_456, "EUR");
        check(&json!("10 eur"), 1000, "EUR");
        check(&json!("GBP 3"), 300, "GBP");
        check(&json!("1,000"), 100_000, "");
        check(&json!("0.001"), 1, "");
    }

    #[test]
    fn hundredths_and_named_currencies() {
        let sum = amount(&json!(100), Unit::Hundredth, Some("usd")).unwrap();
        assert_eq!((sum.cents, sum.currency.as_str()), (100, "USD"));
    }

    #[test]
    fn what_is_no_number_is_no_sum() {
        for value in [
            json!("all of it"),
            json!(null),
            json!(""),
            json!("99999999999999999999"),
        ] {
            assert!(amount(&value, Unit::Whole, None).is_none(), "{value}");
        }
    }
}
