//! Names in their many spellings as words: `getOrCreate`, `get-or-create` and `Get_Or_Create`.

/// The words of a name in lower case, split at anything that is no letter or digit and where a
/// capital follows a small letter.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut characters = name.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(character) = characters.next() {
        if !character.is_alphanumeric() {
            flush(&mut word, &mut words);
            before = None;
            continue;
        }
        let starts_word = character.is_uppercase()
            && before.is_some_and(|previous| {
                previous.is_lowercase()
                    || previous.is_ascii_digit()
                    || (previous.is_uppercase()
                        && characters.peek().is_some_and(|next| next.is_lowercase()))
            });
        if starts_word {
            flush(&mut word, &mut words);
        }
        word.extend(character.to_lowercase());
        before = Some(character);
    }
    flush(&mut word, &mut words);
    words
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The words of a name joined by `_`.
pub(crate) fn snake(name: &str) -> String {
    let is_snake = name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if is_snake {
        return name.to_owned();
    }
    words(name).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        for name in [
            "get_or_create",
            "getOrCreate",
            "Get-Or-Create",
            "get or.create",
        ] {
            assert_eq!(snake(name), "get_or_create", "{name}");
        }
        assert_eq!(snake("getHTTPUrl"), "get_http_url");
        assert_eq!(snake("API-post-page"), "api_post_page");
        assert_eq!(snake("channelID"), "channel_id");
    }
}
