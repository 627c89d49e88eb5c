//! Whether a shell pattern can name a given file. The question is asked the other way round than
//! usual (the pattern comes from the call), so nothing is compiled and the work is bounded.

/// Whether a shell pattern for one component matches a name; `*` does not match a leading dot.
pub fn matches_component(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && pattern.starts_with(['*', '?']) {
        return false;
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    matches_from(&pattern, &name)
}

/// The usual two-pointer matcher: linear but for the last `*`, no recursion.
fn matches_from(pattern: &[char], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(&character) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p + 1, n));
                p += 1;
                continue;
            }
            Some('[') => {
                let rest = pattern.get(p..).unwrap_or_default();
                if let Some((hit, length)) = matches_class(rest, character) {
                    if hit {
                        p += length;
                        n += 1;
                        continue;
                    }
                } else if character == '[' {
                    p += 1;
                    n += 1;
                    continue;
                }
            }
            Some('?') => {
                p += 1;
                n += 1;
                continue;
            }
            Some(&literal) if literal == character => {
                p += 1;
                n += 1;
                continue;
            }
            _ => {}
        }
        let Some((after, from)) = star else {
            return false;
        };
        p = after;
        n = from + 1;
        star = Some((after, n));
    }
    pattern
        .get(p..)
        .unwrap_or_default()
        .iter()
        .all(|&c| c == '*')
}

/// `[abc]`, `[!a-z]`: whether it matches and how long it is; `None` when it does not close.
fn matches_class(pattern: &[char], character: char) -> Option<(bool, usize)> {
    let close = pattern.iter().skip(2).position(|&c| c == ']')? + 2;
    let body = pattern.get(1..close)?;
    let (negated, body) = match body.split_first() {
        Some(('!' | '^', rest)) => (true, rest),
        _ => (false, body),
    };
    let mut hit = body.contains(&character);
    for window in body.windows(3) {
        if let [low, '-', high] = window {
            hit |= (*low..=*high).contains(&character);
        }
    }
    Some((hit != negated, close + 1))
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
