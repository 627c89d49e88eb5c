//! The folders that the lists write as `~`, `@` and `@@`, for one environment. Borrowed, so that
//! asking about a path allocates nothing.

use crate::model::Environment;

/// What a pattern or path is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The root of the file system.
    Root,
    /// `~`: the user's home.
    Home,
    /// `@`: the host's home of the profile.
    Profile,
    /// `@@`: the host's home above its profiles.
    Host,
}

impl Anchor {
    pub(super) const ALL: [Self; 4] = [Self::Root, Self::Home, Self::Profile, Self::Host];

    /// How the lists write it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Root => "",
            Self::Home => "~",
            Self::Profile => "@",
            Self::Host => "@@",
        }
    }

    /// The anchor of a pattern, and what follows it without the slash between them.
    pub(super) fn split(pattern: &str) -> (Self, &str) {
        let (head, rest) = pattern.split_once('/').unwrap_or((pattern, ""));
        let anchor = Self::ALL.into_iter().find(|anchor| anchor.as_str() == head);
        anchor.map_or((Self::Root, pattern), |anchor| (anchor, rest))
    }
}

/// Where the anchors of one environment are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchors<'e> {
    home: &'e str,
    profile: &'e str,
    host: &'e str,
}

impl<'e> Anchors<'e> {
    pub(super) fn of(environment: &'e Environment) -> Self {
        let profile = environment.hermes_home.as_str();
        Self {
            home: environment.home.as_str(),
            profile,
            host: above_profiles(profile),
        }
    }

    /// The folder of an anchor.
    pub(super) fn folder(self, anchor: Anchor) -> &'e str {
        match anchor {
            Anchor::Root => "/",
            Anchor::Home => self.home,
            Anchor::Profile => self.profile,
            Anchor::Host => self.host,
        }
    }
}

/// `<root>` of `<root>/profiles/<name>`; the home itself when it is no profile's.
fn above_profiles(home: &str) -> &str {
    let root = home
        .rsplit_once('/')
        .and_then(|(parent, _)| parent.strip_suffix("/profiles"));
    root.filter(|root| !root.is_empty()).unwrap_or(home)
}

/// The rest of a path below a folder, by whole components and without the slash before it.
pub(super) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder == "/" {
        return path.strip_prefix('/');
    }
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_knows_the_home_above_it() {
        assert_eq!(above_profiles("/h/.hermes/profiles/work"), "/h/.hermes");
        assert_eq!(above_profiles("/h/.hermes"), "/h/.hermes");
        assert_eq!(above_profiles("/profiles/work"), "/profiles/work");
    }

    #[test]
    fn paths_lie_below_by_whole_components() {
        assert_eq!(below("/a/b/c", "/a"), Some("b/c"));
        assert_eq!(below("/a", "/a"), Some(""));
        assert_eq!(below("/a", "/"), Some("a"));
        assert_eq!(below("/", "/"), Some(""));
        assert_eq!(below("/ab", "/a"), None);
        // As relative rests are compared: nothing is below nothing.
        assert_eq!(below("b/c", "b"), Some("c"));
    }

    #[test]
    fn patterns_say_where_they_start() {
        assert_eq!(Anchor::split("~/.ssh"), (Anchor::Home, ".ssh"));
        assert_eq!(Anchor::split("@@/profiles"), (Anchor::Host, "profiles"));
        assert_eq!(Anchor::split("/etc/shadow"), (Anchor::Root, "etc/shadow"));
        assert_eq!(Anchor::split("~"), (Anchor::Home, ""));
    }
}
