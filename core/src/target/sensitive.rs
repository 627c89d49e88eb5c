//! Places that matter whoever names them: secrets, what outlives the call, what protects the
//! user. The lists are data (policies/defaults/sensitive.yaml); the matching is here, once, for
//! every analyser and guard.

use std::sync::LazyLock;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::Deserialize;

use super::shell_pattern::matches_component;
use crate::model::{AbsPath, Environment, Marks, PathTarget, Reach};

/// What the file holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    secret: Vec<String>,
    not_secret: Vec<String>,
    persistence: Vec<String>,
    own_files: Vec<String>,
    privilege: Vec<String>,
    token_prefixes: Vec<String>,
}

/// One list, ready to match.
#[derive(Debug, Default)]
struct Places {
    globs: GlobSet,
    patterns: Vec<String>,
    /// The fixed beginnings of anchored patterns (`~/.ssh`), for whole trees.
    beginnings: Vec<String>,
    /// Those of them that name one place, for shell patterns.
    fixed: Vec<String>,
    /// The fixed names of patterns for any folder (`.env` of `**/.env`), for shell patterns.
    names: Vec<String>,
}

#[derive(Debug, Default)]
struct Sensitive {
    secret: Places,
    not_secret: Places,
    persistence: Places,
    own_files: Places,
    privilege: Places,
    token_prefixes: Vec<String>,
}

static BUILT_IN: LazyLock<Sensitive> = LazyLock::new(|| {
    #[derive(Default, Deserialize)]
    struct File {
        sensitive: Lists,
    }
    // The build fails on a file that is no YAML, and a test on one of another shape.
    let file: File = serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/defaults.json")))
        .unwrap_or_default();
    let lists = file.sensitive;
    Sensitive {
        secret: Places::new(lists.secret),
        not_secret: Places::new(lists.not_secret),
        persistence: Places::new(lists.persistence),
        own_files: Places::new(lists.own_files),
        privilege: Places::new(lists.privilege),
        token_prefixes: lists.token_prefixes,
    }
});

/// Whether the path holds keys, tokens or credentials: the pattern that says so.
pub fn secret(path: &AbsPath, environment: &Environment) -> Option<&'static str> {
    let names = spellings(path, environment);
    if BUILT_IN.not_secret.find(&names).is_some() {
        return None;
    }
    BUILT_IN.secret.find(&names)
}

/// Whether what is written there runs, or is read by the agent, later without being asked for.
pub fn persistence(path: &AbsPath, environment: &Environment) -> Option<&'static str> {
    BUILT_IN.persistence.find(&spellings(path, environment))
}

/// Whether the path is one of ours, or a setting or plugin of the host.
pub fn own_files(path: &AbsPath, environment: &Environment) -> Option<&'static str> {
    BUILT_IN.own_files.find(&spellings(path, environment))
}

/// Whether writing there grants a login or a privilege.
pub fn privilege(path: &AbsPath, environment: &Environment) -> Option<&'static str> {
    BUILT_IN.privilege.find(&spellings(path, environment))
}

/// Everything that a guard must notice about a path target. `writes`: the effect changes it.
pub fn marks(target: &PathTarget, environment: &Environment, writes: bool) -> Marks {
    let mut marks = Marks::empty();
    let list = &*BUILT_IN;
    if reaches(&list.secret, target, environment) && !is_exempt(target, environment) {
        marks |= Marks::SECRET;
    }
    if writes && reaches(&list.persistence, target, environment) {
        marks |= Marks::PERSISTENCE;
    }
    if writes && reaches(&list.own_files, target, environment) {
        marks |= Marks::SELF_PROTECTION;
    }
    if super::text::is_hidden(target.path.as_str()) {
        marks |= Marks::HIDDEN_TEXT;
    }
    marks
}

/// Whether the text begins like a key or token that a service hands out.
pub fn is_token(text: &str) -> bool {
    text.len() >= 12
        && BUILT_IN
            .token_prefixes
            .iter()
            .any(|prefix| text.starts_with(prefix.as_str()))
}

fn is_exempt(target: &PathTarget, environment: &Environment) -> bool {
    target.reach == Reach::One
        && BUILT_IN
            .not_secret
            .find(&spellings(&target.path, environment))
            .is_some()
}

fn reaches(places: &Places, target: &PathTarget, environment: &Environment) -> bool {
    let names = spellings(&target.path, environment);
    match target.reach {
        Reach::One => places.find(&names).is_some(),
        Reach::Tree => {
            places.find(&names).is_some() || places.lies_below(&target.path, environment)
        }
        Reach::Pattern => places.find(&names).is_some() || places.is_matched_by(&names),
    }
}

/// The path as the lists may name it: absolute, from the home, from the host's homes.
fn spellings(path: &AbsPath, environment: &Environment) -> Vec<String> {
    let mut names = vec![path.as_str().to_owned()];
    let anchors = anchors(environment);
    for (anchor, folder) in &anchors {
        if path.is_within(folder) {
            let rest = path.as_str().get(folder.as_str().len()..).unwrap_or("");
            names.push(format!("{anchor}{rest}"));
        }
    }
    names
}

fn anchors(environment: &Environment) -> [(&'static str, AbsPath); 3] {
    [
        ("~", environment.home.clone()),
        ("@", environment.hermes_home.clone()),
        ("@@", root_home(environment)),
    ]
}

/// The host's home above its profiles.
pub fn root_home(environment: &Environment) -> AbsPath {
    let home = environment.hermes_home.as_str();
    match home.rsplit_once('/') {
        Some((parent, _)) => match parent.strip_suffix("/profiles") {
            Some(root) if !root.is_empty() => super::path::absolute(root),
            _ => environment.hermes_home.clone(),
        },
        None => environment.hermes_home.clone(),
    }
}

impl Places {
    fn new(patterns: Vec<String>) -> Self {
        let mut builder = GlobSetBuilder::new();
        let mut kept = Vec::new();
        let mut beginnings = Vec::new();
        let mut fixed = Vec::new();
        let mut names = Vec::new();
        for pattern in patterns {
            let folder = pattern.strip_suffix("/**").map(str::to_owned);
            if let Some(name) = pattern.strip_prefix("**/") {
                if is_fixed(name) {
                    names.push(name.to_owned());
                }
            } else {
                let place = beginning(&pattern);
                if place == *folder.as_deref().unwrap_or(&pattern) {
                    fixed.push(place.clone());
                }
                beginnings.push(place);
            }
            for text in folder.into_iter().chain([pattern]) {
                // A pattern that does not compile is caught by a test over the built-in lists.
                let glob = GlobBuilder::new(&text)
                    .literal_separator(true)
                    .case_insensitive(true)
                    .build();
                if let Ok(glob) = glob {
                    builder.add(glob);
                    kept.push(text);
                }
            }
        }
        Self {
            globs: builder.build().unwrap_or_default(),
            patterns: kept,
            beginnings,
            fixed,
            names,
        }
    }

    fn find(&self, names: &[String]) -> Option<&str> {
        names.iter().find_map(|name| {
            let index = self.globs.matches(name).into_iter().next()?;
            self.patterns.get(index).map(String::as_str)
        })
    }

    /// Whether one of the places lies below the folder.
    fn lies_below(&self, folder: &AbsPath, environment: &Environment) -> bool {
        let anchors = anchors(environment);
        self.beginnings.iter().any(|beginning| {
            let (anchor, rest) = beginning.split_once('/').unwrap_or((beginning, ""));
            let place = match anchors.iter().find(|(name, _)| *name == anchor) {
                Some((_, home)) => super::path::absolute(&format!("{home}/{rest}")),
                None => super::path::absolute(beginning),
            };
            place.is_within(folder)
        })
    }

    /// Whether a shell pattern, in one of its spellings, can name one of the places.
    fn is_matched_by(&self, patterns: &[String]) -> bool {
        patterns.iter().any(|pattern| {
            let last = pattern.rsplit('/').next().unwrap_or_default();
            self.fixed
                .iter()
                .any(|place| matches_beginning(pattern, place))
                || self
                    .names
                    .iter()
                    .any(|name| names_something(last) && matches_component(last, name))
        })
    }
}

fn is_fixed(text: &str) -> bool {
    !text.contains(['*', '?', '[', '{', '/'])
}

/// The components of a pattern before the first that is not fixed.
fn beginning(pattern: &str) -> String {
    let fixed: Vec<&str> = pattern
        .split('/')
        .take_while(|part| !part.contains(['*', '?', '[', '{']))
        .collect();
    fixed.join("/")
}

/// Whether a component says anything about the name: `*` alone means "whatever is there".
fn names_something(part: &str) -> bool {
    part == "~" || part.is_empty() || part.contains(|c: char| c.is_alphanumeric() || c == '@')
}

/// Whether the shell pattern's first components match all of the fixed ones.
fn matches_beginning(pattern: &str, fixed: &str) -> bool {
    let mut parts = pattern.split('/');
    // A beginning of one component (`~`, the root) is every place: not one in particular.
    fixed.matches('/').count() >= 1
        && fixed.len() > 1
        && fixed.split('/').all(|name| {
            parts
                .next()
                .is_some_and(|part| names_something(part) && matches_component(part, name))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::path::{absolute, resolve};

    fn environment() -> Environment {
        Environment {
            cwd: absolute("/home/u/proj"),
            home: absolute("/home/u"),
            hermes_home: absolute("/home/u/.hermes/profiles/work"),
            links: Vec::new(),
            case_insensitive: false,
        }
    }

    fn marks_of(text: &str, reach: Reach, writes: bool) -> Marks {
        let environment = environment();
        let path = resolve(text, &environment);
        marks(&PathTarget { path, reach }, &environment, writes)
    }

    #[test]
    fn every_built_in_pattern_compiles() {
        #[derive(Deserialize)]
        struct File {
            sensitive: Lists,
        }
        let file: File =
            serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/defaults.json"))).unwrap();
        for list in [
            file.sensitive.secret,
            file.sensitive.not_secret,
            file.sensitive.persistence,
            file.sensitive.own_files,
            file.sensitive.privilege,
        ] {
            let folders = list.iter().filter(|text| text.ends_with("/**")).count();
            let count = list.len();
            assert_eq!(Places::new(list).patterns.len(), count + folders);
        }
    }

    #[test]
    fn secrets_are_found_in_every_spelling() {
        for text in [
            "~/.ssh/id_rsa",
            "~/.ssh",
            ".env",
            "a/b/.env.local",
            "../.aws/credentials",
            "/proc/self/environ",
            "~/.hermes/.env",
            "~/.hermes/profiles/other/auth.json",
            "/etc/shadow",
            "certs/Server.KEY",
        ] {
            assert!(
                marks_of(text, Reach::One, false).contains(Marks::SECRET),
                "{text}"
            );
        }
        for text in [
            "~/.ssh/id_rsa.pub",
            ".env.example",
            "src/env.rs",
            "~/.ssh/known_hosts",
        ] {
            assert!(marks_of(text, Reach::One, false).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_tree_or_pattern_that_holds_a_secret_is_one() {
        for text in ["/", "~", "/home", "~/.config"] {
            assert!(
                marks_of(text, Reach::Tree, false).contains(Marks::SECRET),
                "{text}"
            );
        }
        assert!(!marks_of(".", Reach::Tree, false).contains(Marks::SECRET));
        for text in [
            "~/.ss*/id_rsa",
            "~/.[s]sh/x",
            "~/.?sh/*",
            ".en*",
            "~/.aws/*",
        ] {
            assert!(
                marks_of(text, Reach::Pattern, false).contains(Marks::SECRET),
                "{text}"
            );
        }
        for text in ["*.py", "src/*", "~/*", "*"] {
            assert!(
                !marks_of(text, Reach::Pattern, false).contains(Marks::SECRET),
                "{text}"
            );
        }
    }

    #[test]
    fn writes_to_start_up_files_and_own_files_are_marked() {
        assert_eq!(marks_of("~/.bashrc", Reach::One, true), Marks::PERSISTENCE);
        assert_eq!(marks_of("~/.bashrc", Reach::One, false), Marks::empty());
        assert_eq!(
            marks_of(".git/hooks/pre-commit", Reach::One, true),
            Marks::PERSISTENCE
        );
        for text in [
            "~/.hermes/config.yaml",
            "~/.hermes/profiles/work/config.yaml",
            "~/.hermes/profiles/x/plugins/y/__init__.py",
            "~/.hermes",
        ] {
            let marks = marks_of(text, Reach::Tree, true);
            assert!(marks.contains(Marks::SELF_PROTECTION), "{text}");
        }
    }
}
