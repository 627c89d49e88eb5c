//! Paths: absolute, `.` and `..` resolved by text, `~` expanded, links that the caller looked up
//! followed.

use crate::model::{AbsPath, Environment};

/// How many links are followed before the path is left as it stands.
const LINK_HOPS: usize = 16;

/// An absolute path from absolute text: `.`, `..` and double slashes resolved.
pub fn absolute(text: &str) -> AbsPath {
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    AbsPath::from_normalised(format!("/{}", parts.join("/")))
}

/// A path as a program started in `environment.cwd` would read it, with the `~` that a shell or
/// the host expands, and links followed that the caller looked up.
pub fn resolve(text: &str, environment: &Environment) -> AbsPath {
    follow_links(join(text, environment), environment)
}

fn join(text: &str, environment: &Environment) -> AbsPath {
    if text.starts_with('/') {
        return absolute(text);
    }
    if text == "~" {
        return environment.home.clone();
    }
    if let Some(rest) = text.strip_prefix("~/") {
        return absolute(&format!("{}/{rest}", environment.home));
    }
    if let Some(named) = text.strip_prefix('~') {
        let (user, rest) = named.split_once('/').unwrap_or((named, ""));
        if !user.is_empty() && user.chars().all(is_user_name) {
            return absolute(&format!("{}/{rest}", home_of(user, environment)));
        }
    }
    absolute(&format!("{}/{text}", environment.cwd))
}

fn is_user_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
}

/// Where a user's home is: the caller's own, root's, or the usual folder beside the caller's.
fn home_of(user: &str, environment: &Environment) -> AbsPath {
    let home = &environment.home;
    if home.name() == user {
        return home.clone();
    }
    if user == "root" {
        return absolute("/root");
    }
    absolute(&format!("{home}/../{user}"))
}

fn follow_links(path: AbsPath, environment: &Environment) -> AbsPath {
    let mut current = path;
    for _ in 0..LINK_HOPS {
        let Some(next) = environment.links.iter().find_map(|(link, target)| {
            let rest = current.as_str().strip_prefix(link.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| absolute(&format!("{target}{rest}")))
        }) else {
            return current;
        };
        if next == current {
            return current;
        }
        current = next;
    }
    current
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment() -> Environment {
        Environment {
            cwd: absolute("/home/u/proj"),
            home: absolute("/home/u"),
            hermes_home: absolute("/home/u/.hermes"),
            links: vec![(absolute("/home/u/proj/l"), absolute("/etc"))],
            case_insensitive: false,
        }
    }

    #[test]
    fn spellings_of_one_path_are_equal() {
        for text in [
            "a/b",
            "./a//b",
            "a/./c/../b",
            "~/proj/a/b",
            "/home/u/proj/a/b/",
        ] {
            assert_eq!(
                resolve(text, &environment()).as_str(),
                "/home/u/proj/a/b",
                "{text}"
            );
        }
        assert_eq!(resolve("../../../..", &environment()).as_str(), "/");
        assert_eq!(resolve("~u/x", &environment()).as_str(), "/home/u/x");
        assert_eq!(resolve("~root/x", &environment()).as_str(), "/root/x");
        assert_eq!(resolve("~bob/x", &environment()).as_str(), "/home/bob/x");
    }

    #[test]
    fn links_of_the_caller_are_followed_by_whole_components() {
        assert_eq!(resolve("l/passwd", &environment()).as_str(), "/etc/passwd");
        assert_eq!(resolve("lx", &environment()).as_str(), "/home/u/proj/lx");
    }
}
