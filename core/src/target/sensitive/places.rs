//! The lists, ready to match: built once, asked for every path of every call.
//!
//! All lists are one set of globs, lower case on both sides: so most are looked up by name or
//! beginning, and one pass over a path answers for every list.

use bitflags::bitflags;
use globset::{Candidate, GlobBuilder, GlobSet, GlobSetBuilder};

use super::anchors::{Anchor, Anchors, below};
use crate::target::shell_pattern::matches_component;

bitflags! {
    /// Which of the lists name a path.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Lists: u8 {
        /// Holds keys, tokens or credentials.
        const SECRET = 1;
        /// Looks like a secret and is none.
        const NOT_SECRET = 1 << 1;
        /// What is written there runs, or is read by the agent, later without being asked for.
        const PERSISTENCE = 1 << 2;
        /// Ours, or a setting or plugin of the host.
        const OWN_FILES = 1 << 3;
        /// Writing there grants a login or a privilege.
        const PRIVILEGE = 1 << 4;
    }
}

/// Everything that the lists name.
#[derive(Debug, Default)]
pub(super) struct Places {
    globs: GlobSet,
    /// The list that each glob is from.
    lists: Vec<Lists>,
    /// The fixed beginnings of patterns (`~/.ssh`), for whole trees.
    beginnings: Vec<(Anchor, String, Lists)>,
    /// Those of them that name one place below their anchor, by components, for shell patterns.
    fixed: Vec<(Anchor, Vec<String>, Lists)>,
    /// The fixed names of patterns for any folder (`.env` of `**/.env`), for shell patterns.
    names: Vec<(String, Lists)>,
}

impl Places {
    pub(super) fn new<'p>(patterns: impl IntoIterator<Item = (Lists, &'p str)>) -> Self {
        let mut places = Self::default();
        let mut globs = GlobSetBuilder::new();
        for (list, pattern) in patterns {
            let folder = pattern.strip_suffix("/**");
            places.add_fixed(pattern, folder.unwrap_or(pattern), list);
            for text in folder.into_iter().chain([pattern]) {
                // A pattern that does not compile is caught by a test over the built-in lists.
                if let Ok(glob) = GlobBuilder::new(&text.to_ascii_lowercase())
                    .literal_separator(true)
                    .build()
                {
                    globs.add(glob);
                    places.lists.push(list);
                }
            }
        }
        places.globs = globs.build().unwrap_or_default();
        places
    }

    fn add_fixed(&mut self, pattern: &str, folder: &str, list: Lists) {
        if let Some(name) = pattern.strip_prefix("**/") {
            if !name.contains(['*', '?', '[', '{', '/']) {
                self.names.push((name.to_owned(), list));
            }
            return;
        }
        let place = beginning(pattern);
        let (anchor, rest) = Anchor::split(&place);
        // A beginning without components is every place: not one in particular.
        if place == folder && !rest.is_empty() {
            let parts = rest.split('/').map(str::to_owned).collect();
            self.fixed.push((anchor, parts, list));
        }
        self.beginnings.push((anchor, rest.to_owned(), list));
    }

    /// How many patterns compiled, a folder and its content counted apart.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.globs.len()
    }

    /// The lists that name the path itself, however the lists may write it: absolute, from the
    /// home, from the host's homes.
    pub(super) fn named(&self, path: &str, anchors: Anchors<'_>) -> Lists {
        let mut spelling = String::with_capacity(path.len() + 2);
        let mut found = Vec::new();
        let mut lists = Lists::empty();
        for anchor in Anchor::ALL {
            let Some(rest) = below(path, anchors.folder(anchor)) else {
                continue;
            };
            spelling.clear();
            spelling.push_str(anchor.as_str());
            if !rest.is_empty() || anchor == Anchor::Root {
                spelling.push('/');
                spelling.push_str(rest);
            }
            spelling.make_ascii_lowercase();
            let candidate = Candidate::new(&spelling);
            self.globs.matches_candidate_into(&candidate, &mut found);
            for index in &found {
                lists |= self.lists.get(*index).copied().unwrap_or_default();
            }
        }
        lists
    }

    /// The lists with a place that lies below the folder.
    pub(super) fn below(&self, folder: &str, anchors: Anchors<'_>) -> Lists {
        let holds = |anchor: Anchor, rest: &str| {
            let base = anchors.folder(anchor);
            below(base, folder).is_some()
                || below(folder, base).is_some_and(|folder| below(rest, folder).is_some())
        };
        let places = self.beginnings.iter();
        places
            .filter(|(anchor, rest, _)| holds(*anchor, rest))
            .fold(Lists::empty(), |lists, (_, _, list)| lists | *list)
    }

    /// The lists with a place that a shell pattern over absolute paths can name.
    pub(super) fn matched_by(&self, pattern: &str, anchors: Anchors<'_>) -> Lists {
        let last = pattern.rsplit('/').next().unwrap_or_default();
        let by_name = self
            .names
            .iter()
            .filter(|(name, _)| can_name(last, name))
            .fold(Lists::empty(), |lists, (_, list)| lists | *list);
        let rests = Anchor::ALL.map(|anchor| rest_of(pattern, anchors.folder(anchor)));
        self.fixed
            .iter()
            .filter(|(anchor, place, _)| {
                let rest = rests.iter().zip(Anchor::ALL);
                let rest = rest
                    .filter(|(_, of)| of == anchor)
                    .find_map(|(rest, _)| *rest);
                rest.is_some_and(|rest| begins_like(rest, place))
            })
            .fold(by_name, |lists, (_, _, list)| lists | *list)
    }
}

/// The components of a pattern before the first that is not fixed.
fn beginning(pattern: &str) -> String {
    let fixed: Vec<&str> = pattern
        .split('/')
        .take_while(|part| !part.contains(['*', '?', '[', '{']))
        .collect();
    fixed.join("/")
}

/// What follows in a pattern after components that match a folder. Any wildcard will do for the
/// folder: which place is meant is said by what follows.
fn rest_of<'p>(pattern: &'p str, folder: &str) -> Option<&'p str> {
    let mut rest = pattern.strip_prefix('/')?;
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let (part, after) = rest.split_once('/')?;
        if !matches_component(part, name) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// Whether the pattern's first components can name all of the place's.
fn begins_like(pattern: &str, place: &[String]) -> bool {
    let mut parts = pattern.split('/');
    place
        .iter()
        .all(|name| parts.next().is_some_and(|part| can_name(part, name)))
}

/// Whether a component says something about the name, and can be it: `*` alone means "whatever is
/// there".
fn can_name(part: &str, name: &str) -> bool {
    part.contains(|c: char| c.is_alphanumeric() || c == '@') && matches_component(part, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Environment;
    use crate::target::path::absolute;

    #[test]
    fn a_pattern_is_followed_below_any_spelling_of_its_folder() {
        assert_eq!(rest_of("/home/*/.ss*/x", "/home/u"), Some(".ss*/x"));
        assert_eq!(rest_of("/*/u/a", "/home/u"), Some("a"));
        assert_eq!(rest_of("/a*", "/"), Some("a*"));
        assert_eq!(rest_of("/home/v*/a", "/home/u"), None);
        assert_eq!(rest_of("/home/u", "/home/u"), None);
    }

    #[test]
    fn a_home_at_the_root_is_a_home() {
        let environment = Environment {
            cwd: absolute("/"),
            home: absolute("/"),
            hermes_home: absolute("/.hermes"),
            links: Vec::new(),
            case_insensitive: false,
        };
        let anchors = Anchors::of(&environment);
        let places = Places::new([(Lists::SECRET, "~/.ssh/**"), (Lists::OWN_FILES, "@/x")]);
        assert_eq!(places.named("/.ssh/id", anchors), Lists::SECRET);
        assert_eq!(places.below("/.hermes", anchors), Lists::OWN_FILES);
        assert_eq!(places.below("/", anchors), Lists::SECRET | Lists::OWN_FILES);
        assert_eq!(places.matched_by("/.ss*/id", anchors), Lists::SECRET);
    }
}
