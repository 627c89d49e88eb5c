//! Whether a target lies within a set, or may touch it.
//!
//! Two questions with opposite doubts. A grant asks `contains`: everything the target may reach
//! is inside, compared exactly. A prohibition or guard asks `touches`: anything the target may
//! reach is inside, compared without case and after NFKC, so that another spelling never escapes.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::{Constraint, DescribedSet, TargetPattern, TargetSet};
use crate::model::{AbsPath, Effect, Host, PathTarget, Reach, Recipient, RecipientKind, Target};

impl TargetSet {
    /// Whether everything that the target stands for is within one pattern.
    pub fn contains(&self, target: &Target) -> bool {
        self.0.iter().any(|pattern| pattern.contains(target))
    }

    /// Whether anything that the target stands for may be within a pattern.
    pub fn touches(&self, target: &Target) -> bool {
        self.0.iter().any(|pattern| pattern.touches(target))
    }

    /// The descriptions that lineage must fill.
    pub fn described(&self) -> impl Iterator<Item = &DescribedSet> {
        self.0.iter().filter_map(|pattern| match pattern {
            TargetPattern::Described(set) => Some(set),
            _ => None,
        })
    }
}

impl TargetPattern {
    /// Whether everything that the target stands for is within the pattern.
    pub fn contains(&self, target: &Target) -> bool {
        match (self, target) {
            (Self::Path(path), Target::Path(target)) => {
                target.reach == Reach::One && target.path == *path
            }
            (Self::Tree(tree), Target::Path(target)) => {
                fixed_part(target).is_within(tree) && target.path.is_within(tree)
            }
            (Self::PathGlob(glob), Target::Path(target)) => {
                target.reach == Reach::One && glob_matches(glob, target.path.as_str(), Dots::Plain)
            }
            (Self::Host(host), _) => target_host(target) == Some(host),
            (Self::Domain(domain), _) => {
                target_host(target).is_some_and(|host| host.is_within(domain))
            }
            (Self::Recipient(wanted), Target::Recipient(recipient)) => recipient == wanted,
            (Self::RecipientDomain(domain), Target::Recipient(recipient)) => {
                recipient_domain(recipient) == Some(domain.as_str())
            }
            (Self::Resource(wanted), Target::Resource(resource)) => resource == wanted,
            (Self::Literal(text), _) => literal_names(text, target),
            _ => false,
        }
    }

    /// Whether anything that the target stands for may be within the pattern.
    pub fn touches(&self, target: &Target) -> bool {
        match (self, target) {
            (Self::Path(path), Target::Path(target)) => reaches(target, path, Reach::One),
            (Self::Tree(path), Target::Path(target)) => reaches(target, path, Reach::Tree),
            (Self::PathGlob(glob), Target::Path(target)) => glob_touches(glob, target),
            (Self::Host(host), _) => target_host(target) == Some(host),
            (Self::Domain(domain), _) => {
                target_host(target).is_some_and(|host| host.is_within(domain))
            }
            (Self::Recipient(wanted), Target::Recipient(recipient)) => {
                folded(&recipient.name) == folded(&wanted.name)
            }
            (Self::RecipientDomain(domain), Target::Recipient(recipient)) => {
                recipient_domain(recipient).is_some_and(|found| {
                    found == domain.as_str() || found.ends_with(&format!(".{domain}"))
                })
            }
            (Self::Resource(wanted), Target::Resource(resource)) => {
                folded(&resource.name) == folded(&wanted.name)
            }
            (Self::Literal(text), _) => {
                literal_names(text, target) || literal_is_part(text, target)
            }
            _ => false,
        }
    }
}

impl Constraint {
    /// Whether no dimension is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the effect may touch any of the targets or programs named here.
    pub fn touches(&self, effect: &Effect) -> bool {
        let sets = [&self.recipients, &self.hosts, &self.paths, &self.resources];
        let touched = sets
            .into_iter()
            .flatten()
            .any(|set| effect.targets.iter().any(|target| set.touches(target)));
        touched
            || self.programs.as_ref().is_some_and(|programs| {
                effect
                    .program
                    .as_deref()
                    .is_some_and(|program| programs.iter().any(|name| runs(program, name)))
            })
    }
}

/// Whether `program` (`git push`) is what `name` (`git` or `git push`) speaks about.
pub fn runs(program: &str, name: &str) -> bool {
    match program.strip_prefix(name) {
        Some(rest) => rest.is_empty() || rest.starts_with(' '),
        None => false,
    }
}

/// Whether a path target may reach `path`, which stands for itself or its whole tree.
pub fn reaches(target: &PathTarget, path: &AbsPath, stands_for: Reach) -> bool {
    let theirs = folded(target.path.as_str());
    let ours = folded(path.as_str());
    match target.reach {
        Reach::One => theirs == ours || (stands_for == Reach::Tree && within(&theirs, &ours)),
        Reach::Tree => {
            within(&ours, &theirs) || (stands_for == Reach::Tree && within(&theirs, &ours))
        }
        Reach::Pattern => pattern_reaches(&theirs, &ours, stands_for),
    }
}

/// A shell pattern names a path, a folder above it, or (for a tree) something below it.
fn pattern_reaches(pattern: &str, path: &str, stands_for: Reach) -> bool {
    let mut parts = pattern.split('/');
    let mut names = path.split('/');
    loop {
        match (parts.next(), names.next()) {
            (None | Some("**"), _) => return true,
            (Some(_), None) => return stands_for == Reach::Tree,
            (Some(part), Some(name)) => {
                if !component_matches(part, name, Dots::Shell) {
                    return false;
                }
            }
        }
    }
}

/// A pattern of ours against a target, which may itself stand for more than one path.
fn glob_touches(glob: &str, target: &PathTarget) -> bool {
    let glob = folded(glob);
    let path = folded(target.path.as_str());
    match target.reach {
        Reach::One => glob_matches(&glob, &path, Dots::Plain),
        Reach::Tree | Reach::Pattern => {
            let fixed = folded(fixed_part(target).as_str()).into_owned();
            let ours = glob_fixed(&glob);
            glob_matches(&glob, &path, Dots::Plain) || within(ours, &fixed) || within(&fixed, ours)
        }
    }
}

/// The folder that holds everything a shell pattern can match; the path itself otherwise.
pub fn fixed_part(target: &PathTarget) -> AbsPath {
    if target.reach != Reach::Pattern {
        return target.path.clone();
    }
    let fixed = glob_fixed(target.path.as_str());
    crate::target::path::absolute(fixed)
}

/// The part of a glob before the first component with a pattern character, without last slash.
fn glob_fixed(glob: &str) -> &str {
    let Some(special) = glob.find(['*', '?', '[', '{']) else {
        return glob;
    };
    let head = glob.get(..special).unwrap_or_default();
    let end = head.rfind('/').unwrap_or_default();
    head.get(..end).unwrap_or_default()
}

/// Whether a wildcard at the start of a name matches a leading dot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dots {
    /// As in settings: `*` matches any name.
    Plain,
    /// As in a shell: a leading dot must be written.
    Shell,
}

/// `*` does not cross `/`, `**` does.
fn glob_matches(glob: &str, path: &str, dots: Dots) -> bool {
    let glob: Vec<&str> = glob.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    sequence_matches(
        &glob,
        &path,
        |part| *part == "**",
        |part, name| component_matches(part, name, dots),
    )
}

fn component_matches(part: &str, name: &str, dots: Dots) -> bool {
    if dots == Dots::Shell && name.starts_with('.') && part.starts_with(['*', '?', '[']) {
        // `.` inside a bracket never matches a leading dot either.
        return false;
    }
    if part.contains(['[', '{']) {
        return class_matches(part, name);
    }
    let part: Vec<char> = part.chars().collect();
    let name: Vec<char> = name.chars().collect();
    sequence_matches(
        &part,
        &name,
        |unit| *unit == '*',
        |unit, letter| *unit == '?' || unit == letter,
    )
}

/// Bracket classes and braces, read by globset; what it cannot read may match anything.
fn class_matches(part: &str, name: &str) -> bool {
    globset::GlobBuilder::new(part)
        .literal_separator(true)
        .build()
        .map_or(true, |glob| glob.compile_matcher().is_match(name))
}

/// Matching with one kind of "any run of these" unit, in time linear in practice and at worst
/// the product of the lengths: only the last run is ever taken up again.
fn sequence_matches<P, N>(
    pattern: &[P],
    names: &[N],
    any_run: impl Fn(&P) -> bool,
    one: impl Fn(&P, &N) -> bool,
) -> bool {
    let (mut at, mut reached) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while let Some(name) = names.get(reached) {
        match pattern.get(at) {
            Some(unit) if any_run(unit) => {
                retry = Some((at + 1, reached));
                at += 1;
            }
            Some(unit) if one(unit, name) => {
                at += 1;
                reached += 1;
            }
            _ => {
                let Some((after, start)) = retry else {
                    return false;
                };
                at = after;
                reached = start + 1;
                retry = Some((after, reached));
            }
        }
    }
    pattern.iter().skip(at).all(any_run)
}

fn within(path: &str, folder: &str) -> bool {
    match path.strip_prefix(folder) {
        Some(rest) => rest.is_empty() || rest.starts_with('/') || folder == "/",
        None => false,
    }
}

/// The text without case and compatibility forms, for comparisons that must not be escaped.
pub fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let has_case = text.bytes().any(|byte| byte.is_ascii_uppercase());
        return if has_case {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    if is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Owned(text.to_lowercase());
    }
    Cow::Owned(text.nfkc().collect::<String>().to_lowercase())
}

fn target_host(target: &Target) -> Option<&Host> {
    match target {
        Target::Host(host) => Some(host),
        Target::Url(url) => url.host.as_ref(),
        _ => None,
    }
}

fn recipient_domain(recipient: &Recipient) -> Option<&str> {
    if recipient.kind != RecipientKind::Email {
        return None;
    }
    recipient.name.rsplit_once('@').map(|(_, domain)| domain)
}

/// The text by which people name a target.
pub fn target_text(target: &Target) -> Cow<'_, str> {
    match target {
        Target::Path(path) => Cow::Borrowed(path.path.as_str()),
        Target::Host(host) => Cow::Borrowed(host.as_str()),
        Target::Url(url) => Cow::Borrowed(&url.url),
        Target::Recipient(recipient) => Cow::Borrowed(&recipient.name),
        Target::Resource(resource) => Cow::Borrowed(&resource.name),
        Target::Amount(amount) => {
            let cents = amount.cents.unsigned_abs();
            let sign = if amount.cents < 0 { "-" } else { "" };
            Cow::Owned(format!(
                "{sign}{}.{:02} {}",
                cents / 100,
                cents % 100,
                amount.currency
            ))
        }
    }
}

fn literal_names(text: &str, target: &Target) -> bool {
    folded(text.trim()) == folded(&target_text(target))
}

/// For prohibitions: the literal is the last part of the target's name.
fn literal_is_part(text: &str, target: &Target) -> bool {
    let text = folded(text.trim().trim_start_matches("./"));
    if text.is_empty() {
        return false;
    }
    let name = target_text(target);
    let name = folded(&name);
    match target {
        Target::Path(_) => name
            .strip_suffix(text.as_ref())
            .is_some_and(|head| head.ends_with('/')),
        Target::Resource(_) => name.split(['/', ':', '.']).any(|part| part == text),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::path::absolute;

    fn path(text: &str, reach: Reach) -> Target {
        Target::Path(PathTarget {
            path: absolute(text),
            reach,
        })
    }

    #[test]
    fn a_tree_contains_what_lies_below_and_nothing_beside() {
        let tree = TargetPattern::Tree(absolute("/p"));
        assert!(tree.contains(&path("/p/a", Reach::One)));
        assert!(tree.contains(&path("/p", Reach::Tree)));
        assert!(tree.contains(&path("/p/*.rs", Reach::Pattern)));
        assert!(!tree.contains(&path("/pq", Reach::One)));
        assert!(!tree.contains(&path("/*/a", Reach::Pattern)));
        assert!(!tree.contains(&path("/", Reach::Tree)));
    }

    #[test]
    fn an_exact_path_contains_only_itself() {
        let exact = TargetPattern::Path(absolute("/p/a"));
        assert!(exact.contains(&path("/p/a", Reach::One)));
        assert!(!exact.contains(&path("/p/A", Reach::One)));
        assert!(!exact.contains(&path("/p/a", Reach::Tree)));
    }

    #[test]
    fn a_protected_path_is_touched_by_trees_patterns_and_spellings() {
        let file = TargetPattern::Path(absolute("/h/.hermes/config.yaml"));
        for (text, reach) in [
            ("/h/.hermes/config.yaml", Reach::One),
            ("/h/.HERMES/Config.yaml", Reach::One),
            ("/h/.hermes", Reach::Tree),
            ("/h", Reach::Tree),
            ("/", Reach::Tree),
            ("/h/.hermes/*", Reach::Pattern),
            ("/h/.her*/c*.yaml", Reach::Pattern),
            ("/h/.[h]ermes/config.yaml", Reach::Pattern),
            ("/h/.h*", Reach::Pattern),
        ] {
            assert!(file.touches(&path(text, reach)), "{text}");
        }
        for (text, reach) in [
            ("/h/.hermes", Reach::One),
            ("/h/.hermes/config.yml", Reach::One),
            ("/h/*", Reach::Pattern),
            ("/h/.hermes2", Reach::Tree),
        ] {
            assert!(!file.touches(&path(text, reach)), "{text}");
        }
    }

    #[test]
    fn globs_cross_folders_only_with_two_stars() {
        let plain = |glob: &str, text: &str| glob_matches(glob, text, Dots::Plain);
        assert!(plain("/p/*.rs", "/p/a.rs"));
        assert!(!plain("/p/*.rs", "/p/q/a.rs"));
        assert!(plain("/p/**/a.rs", "/p/q/r/a.rs"));
        assert!(plain("/p/**", "/p/q"));
        assert!(!plain("/p/**/x/y", "/p/q/x/z"));
    }

    #[test]
    fn a_program_is_named_by_whole_words() {
        assert!(runs("git push", "git"));
        assert!(runs("git push", "git push"));
        assert!(!runs("gitk", "git"));
        assert!(!runs("git", "git push"));
    }
}
