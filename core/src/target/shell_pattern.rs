//! Whether a shell pattern can name a given file. The question is asked the other way round than
//! usual (the pattern comes from the call), so nothing is compiled and the work is bounded.

/// Whether a shell pattern for one component matches a name; `*` does not match a leading dot.
pub fn matches_component(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && pattern.starts_with(['*', '?']) {
        return false;
    }
    if !pattern.contains(['*', '?', '[']) {
        return pattern == name;
    }
    matches_from(pattern, name)
}

/// The usual two-pointer matcher: linear but for the last `*`, no recursion. A pointer is the
/// rest of the text.
fn matches_from(mut pattern: &str, mut name: &str) -> bool {
    let mut star: Option<(&str, &str)> = None;
    while let Some((character, rest)) = split_first(name) {
        if let Some(after) = pattern.strip_prefix('*') {
            star = Some((after, name));
            pattern = after;
            continue;
        }
        if let Some(after) = after_one(pattern, character) {
            (pattern, name) = (after, rest);
            continue;
        }
        let Some((after, from)) = star else {
            return false;
        };
        let Some((_, next)) = split_first(from) else {
            return false;
        };
        (pattern, name) = (after, next);
        star = Some((after, next));
    }
    pattern.bytes().all(|byte| byte == b'*')
}

fn split_first(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    Some((first, characters.as_str()))
}

/// The rest of a pattern whose beginning, but no `*`, matches the character.
fn after_one(pattern: &str, character: char) -> Option<&str> {
    let (first, rest) = split_first(pattern)?;
    match first {
        '?' => Some(rest),
        '[' => match split_class(rest) {
            Some((body, after)) => class_holds(body, character).then_some(after),
            None => (character == '[').then_some(rest),
        },
        literal => (literal == character).then_some(rest),
    }
}

/// The body of a class and what follows it; `None` when it does not close. A `]` that comes first
/// is part of the body.
fn split_class(text: &str) -> Option<(&str, &str)> {
    let (_, tail) = split_first(text)?;
    let close = text.len() - tail.len() + tail.find(']')?;
    Some((text.get(..close)?, text.get(close + 1..)?))
}

/// `abc`, `!a-z`: whether the class holds the character.
fn class_holds(body: &str, character: char) -> bool {
    let (negated, body) = match body.strip_prefix(['!', '^']) {
        Some(rest) => (true, rest),
        None => (false, body),
    };
    let mut hit = body.contains(character);
    let ends = body.chars().skip(1).zip(body.chars().skip(2));
    for (low, (dash, high)) in body.chars().zip(ends) {
        hit |= dash == '-' && (low..=high).contains(&character);
    }
    hit != negated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, name) in [
            ("*", "a"),
            ("a*c", "abbc"),
            (".ss*", ".ssh"),
            (".[s-t]sh", ".ssh"),
            ("[!a]b", "cb"),
            ("a[", "a["),
            ("a?c", "abc"),
        ] {
            assert!(matches_component(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*", ".ssh"), ("a*c", "ab"), ("[a]", "b"), ("", "a")] {
            assert!(!matches_component(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn many_stars_are_not_slow() {
        assert!(!matches_component(&"*a".repeat(200), &"a".repeat(150)));
    }
}
