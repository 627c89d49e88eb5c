//! Places that matter whoever names them: secrets, what outlives the call, what protects the
//! user. The lists are data (policies/defaults/sensitive.yaml); the matching is here, once, for
//! every analyser and guard.

mod anchors;
mod places;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::{Environment, Marks, PathTarget, Reach};
use anchors::Anchors;
pub use places::Lists;
use places::Places;

/// What the file holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    secret: Vec<String>,
    not_secret: Vec<String>,
    persistence: Vec<String>,
    own_files: Vec<String>,
    privilege: Vec<String>,
    token_prefixes: Vec<String>,
}

impl File {
    /// The build fails on a file that is no YAML, and a test on one of another shape.
    fn built_in() -> Self {
        #[derive(Default, Deserialize)]
        struct Defaults {
            sensitive: File,
        }
        let text = include_str!(concat!(env!("OUT_DIR"), "/defaults.json"));
        let defaults: Defaults = serde_json::from_str(text).unwrap_or_default();
        defaults.sensitive
    }

    fn patterns(&self) -> impl Iterator<Item = (Lists, &str)> {
        [
            (Lists::SECRET, &self.secret),
            (Lists::NOT_SECRET, &self.not_secret),
            (Lists::PERSISTENCE, &self.persistence),
            (Lists::OWN_FILES, &self.own_files),
            (Lists::PRIVILEGE, &self.privilege),
        ]
        .into_iter()
        .flat_map(|(list, patterns)| patterns.iter().map(move |pattern| (list, pattern.as_str())))
    }
}

/// The lists, ready to match.
#[derive(Debug)]
struct Sensitive {
    places: Places,
    token_prefixes: Vec<String>,
}

static BUILT_IN: LazyLock<Sensitive> = LazyLock::new(|| {
    let file = File::built_in();
    Sensitive {
        places: Places::new(file.patterns()),
        token_prefixes: file.token_prefixes,
    }
});

/// Builds the tables that are built on first use otherwise.
pub(crate) fn prepare() {
    LazyLock::force(&BUILT_IN);
}

/// What the lists say about a path target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensitivity {
    /// The lists that name the path itself.
    pub named: Lists,
    /// The lists that the target may reach: what a tree holds, what a pattern can name.
    pub reached: Lists,
}

/// What the lists say about a path target.
pub fn sensitivity(target: &PathTarget, environment: &Environment) -> Sensitivity {
    let anchors = Anchors::of(environment);
    let places = &BUILT_IN.places;
    let path = target.path.as_str();
    let named = places.named(path, anchors);
    let beyond = match target.reach {
        Reach::One => Lists::empty(),
        Reach::Tree => places.below(path, anchors),
        Reach::Pattern => places.matched_by(path, anchors),
    };
    Sensitivity {
        named,
        reached: named | beyond,
    }
}

/// Everything that a guard must notice about a path target. `writes`: the effect changes it.
pub fn marks(target: &PathTarget, environment: &Environment, writes: bool) -> Marks {
    marks_of(sensitivity(target, environment), target, writes)
}

/// Everything that a guard must notice about a path target, given what the lists say about it.
pub fn marks_of(sensitivity: Sensitivity, target: &PathTarget, writes: bool) -> Marks {
    let Sensitivity { named, reached } = sensitivity;
    let is_exempt = target.reach == Reach::One && named.contains(Lists::NOT_SECRET);
    let mut marks = Marks::empty();
    marks.set(Marks::SECRET, reached.contains(Lists::SECRET) && !is_exempt);
    marks.set(
        Marks::PERSISTENCE,
        writes && reached.contains(Lists::PERSISTENCE),
    );
    marks.set(
        Marks::SELF_PROTECTION,
        writes && reached.contains(Lists::OWN_FILES),
    );
    marks.set(
        Marks::HIDDEN_TEXT,
        super::text::is_hidden(target.path.as_str()),
    );
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
        let file = File::built_in();
        let count = file.patterns().count();
        let folders = file.patterns().filter(|(_, text)| text.ends_with("/**"));
        assert!(count > 200);
        assert_eq!(Places::new(file.patterns()).len(), count + folders.count());
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
            "/home/*/.ss*/config.d/*",
            "/*/u/.aws/*",
        ] {
            assert!(
                marks_of(text, Reach::Pattern, false).contains(Marks::SECRET),
                "{text}"
            );
        }
        for text in ["*.py", "src/*", "~/*", "*", "/home/*/*", "/*/u/proj/*"] {
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
