//! Text for new values. What a YAML 1.1 reader could take for something else is quoted.

use super::edit::Scalar;

/// A scalar as it stands in a file.
pub(super) fn scalar(value: Scalar<'_>) -> String {
    match value {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Text(value) => text(value),
    }
}

/// Text, plain where it is surely text.
pub(super) fn text(value: &str) -> String {
    if plain(value) {
        return value.to_owned();
    }
    // JSON's escapes are YAML's in double quotes; its raw text never breaks a line.
    serde_json::to_string(value).unwrap_or_default()
}

/// Letters first, then letters, digits, `-`, `_`, `.` and `/`, and no word of YAML 1.1.
fn plain(value: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let mut bytes = value.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte))
        && !WORDS.contains(&value.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_booleans_in_yaml_1_1_are_quoted() {
        assert_eq!(text("agentsfence"), "agentsfence");
        assert_eq!(text("image_gen/fal"), "image_gen/fal");
        for word in [
            "off", "Yes", "n", "12", "1e3", "", "a: b", "~", "- x", "#c", "ä\n",
        ] {
            assert!(text(word).starts_with('"'), "{word}");
        }
    }
}
