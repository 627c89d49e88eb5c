//! Profiles as the host resolves them: `-p NAME`, a HERMES_HOME that is a profile, the sticky
//! `active_profile`, HERMES_HOME as a root or elsewhere, and the default home.

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::environment::Environment;
use crate::args::Global;
use crate::problem::Problem;

/// Names that the host refuses, because they collide with it or with system programs.
const RESERVED: [&str; 5] = ["hermes", "test", "tmp", "root", "sudo"];
const LONGEST_NAME: usize = 64;
/// The profile that is the root folder itself.
pub const DEFAULT: &str = "default";
/// What the host calls a home that is neither the root nor below its `profiles`.
pub const CUSTOM: &str = "custom";

/// Why this home and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// `-p NAME` or `--all-profiles`.
    Named,
    /// HERMES_HOME points to it.
    Variable,
    /// The sticky `active_profile` file.
    Sticky,
    /// Nothing was said: the default home.
    Default,
}

impl Selection {
    /// A phrase for status output.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Named => "named on the command line",
            Self::Variable => "from HERMES_HOME",
            Self::Sticky => "the active profile",
            Self::Default => "the default",
        }
    }
}

/// One Hermes home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// `default`, the profile's name, or `custom`.
    pub name: String,
    /// Its HERMES_HOME.
    pub home: PathBuf,
    /// How it was chosen.
    pub selection: Selection,
}

impl Profile {
    /// Hermes' own configuration.
    pub fn config(&self) -> PathBuf {
        self.home.join("config.yaml")
    }

    /// Where our plugin lives.
    pub fn plugin(&self) -> PathBuf {
        self.home.join("plugins").join("agentsfence")
    }

    /// Everything else that we keep for this home.
    pub fn data(&self) -> PathBuf {
        self.home.join("agentsfence")
    }
}

/// A Hermes root and what can be chosen in it.
#[derive(Clone, Debug)]
pub struct Profiles {
    root: PathBuf,
    env: Environment,
}

impl Profiles {
    /// The root that the host would use.
    pub fn discover(env: Environment) -> Result<Self, Problem> {
        let root = root(&env).ok_or_else(|| {
            Problem::new("no home folder: neither HOME nor HERMES_HOME is set")
                .hint("set HERMES_HOME to the folder that Hermes uses")
        })?;
        Ok(Self { root, env })
    }

    /// The profiles that the command line means, in its order.
    pub fn select(global: &Global) -> Result<(Self, Vec<Profile>), Problem> {
        let profiles = Self::discover(Environment::current())?;
        let chosen = profiles.chosen(global)?;
        Ok((profiles, chosen))
    }

    /// The one profile of a command that cannot take several.
    pub fn select_one(global: &Global) -> Result<(Self, Profile), Problem> {
        let (profiles, mut chosen) = Self::select(global)?;
        match (chosen.pop(), chosen.is_empty()) {
            (Some(profile), true) => Ok((profiles, profile)),
            _ => Err(Problem::new("this command works on one profile at a time")
                .hint("name one with -p NAME")),
        }
    }

    fn chosen(&self, global: &Global) -> Result<Vec<Profile>, Problem> {
        if global.all_profiles && !global.profiles.is_empty() {
            return Err(Problem::new("`--all-profiles` and `-p` exclude each other")
                .hint("leave one of them out"));
        }
        if global.all_profiles {
            return self.all();
        }
        if global.profiles.is_empty() {
            return Ok(vec![self.active()?]);
        }
        let mut chosen: Vec<Profile> = Vec::new();
        for name in &global.profiles {
            let profile = self.named(name)?;
            if !chosen.iter().any(|known| known.home == profile.home) {
                chosen.push(profile);
            }
        }
        Ok(chosen)
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The environment that this was resolved from.
    pub fn environment(&self) -> &Environment {
        &self.env
    }

    /// What Hermes itself would use without `-p`.
    pub fn active(&self) -> Result<Profile, Problem> {
        if let Some(home) = &self.env.hermes_home
            && parent_is_profiles(home)
        {
            return Ok(self.at(home.clone(), Selection::Variable));
        }
        if let Some(name) = self.sticky() {
            let mut profile = self.named(&name).map_err(|problem| {
                let file = self.root.join("active_profile");
                problem.hint(format!("`{name}` is named by {}", file.display()))
            })?;
            profile.selection = Selection::Sticky;
            return Ok(profile);
        }
        if let Some(home) = &self.env.hermes_home {
            return Ok(self.at(home.clone(), Selection::Variable));
        }
        Ok(self.at(self.root.clone(), Selection::Default))
    }

    /// The sticky profile's name; `None` where the host would not follow one.
    pub fn sticky(&self) -> Option<String> {
        if self.env.supervised {
            return None;
        }
        let text = fs::read_to_string(self.root.join("active_profile")).ok()?;
        let name = text.trim();
        (!name.is_empty() && name != DEFAULT).then(|| name.to_owned())
    }

    /// The profile with this name, which must exist.
    pub fn named(&self, given: &str) -> Result<Profile, Problem> {
        let name = normalise(given)?;
        let home = self.home_of(&name);
        if name != DEFAULT && !home.is_dir() {
            return Err(self.unknown(&name, &home));
        }
        Ok(Profile {
            name,
            home,
            selection: Selection::Named,
        })
    }

    /// Every profile: the root first, then the named ones in alphabetical order.
    pub fn all(&self) -> Result<Vec<Profile>, Problem> {
        let mut profiles = Vec::new();
        if self.root.is_dir() {
            profiles.push(self.at(self.root.clone(), Selection::Named));
        }
        for name in self.names() {
            profiles.push(Profile {
                home: self.home_of(&name),
                name,
                selection: Selection::Named,
            });
        }
        // A home elsewhere is in use and must not be left out.
        let active = self.active()?;
        if active.home.is_dir() && !profiles.iter().any(|known| known.home == active.home) {
            profiles.push(active);
        }
        if profiles.is_empty() {
            return Err(
                Problem::new(format!("no Hermes home at {}", self.root.display()))
                    .hint("run `hermes` once, or set HERMES_HOME"),
            );
        }
        Ok(profiles)
    }

    /// The names of the profiles below the root, sorted.
    pub fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.root.join("profiles")) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_dir())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name != DEFAULT && well_formed(name))
            .collect();
        names.sort();
        names
    }

    fn home_of(&self, name: &str) -> PathBuf {
        if name == DEFAULT {
            self.root.clone()
        } else {
            self.root.join("profiles").join(name)
        }
    }

    /// The profile whose home is `home`, named as the host would name it.
    fn at(&self, home: PathBuf, selection: Selection) -> Profile {
        let name = self.name_of(&home);
        Profile {
            name,
            home,
            selection,
        }
    }

    fn name_of(&self, home: &Path) -> String {
        let resolved = resolve(home);
        if self.env.native_home().map(|native| resolve(&native)) == Some(resolved.clone()) {
            return DEFAULT.to_owned();
        }
        let below = resolve(&self.root.join("profiles"));
        match resolved.strip_prefix(&below).ok().and_then(Path::to_str) {
            Some(name) if well_formed(name) => name.to_owned(),
            _ => CUSTOM.to_owned(),
        }
    }

    fn unknown(&self, name: &str, home: &Path) -> Problem {
        let known = self.names();
        let known: Vec<String> = [DEFAULT.to_owned()]
            .into_iter()
            .chain(known)
            .map(|name| format!("`{name}`"))
            .collect();
        Problem::new(format!(
            "no profile `{name}`: {} is not a folder",
            home.display()
        ))
        .hint(format!("known profiles: {}", known.join(", ")))
        .hint(format!(
            "`hermes profile create {name}` makes a new profile"
        ))
    }
}

/// The host's spelling rules: trimmed, lower case, `[a-z0-9][a-z0-9_-]*`, not reserved.
fn normalise(given: &str) -> Result<String, Problem> {
    let name = given.trim().to_lowercase();
    if name == DEFAULT {
        return Ok(name);
    }
    if !well_formed(&name) {
        return Err(
            Problem::new(format!("`{given}` is not a profile name")).hint(
                "names are 1 to 64 lower-case letters, digits, `-` and `_`, and start with a letter or digit",
            ),
        );
    }
    if RESERVED.contains(&name.as_str()) {
        return Err(Problem::new(format!(
            "`{name}` is reserved by Hermes and cannot be a profile"
        ))
        .hint("`agentsfence profiles` lists those there are"));
    }
    Ok(name)
}

fn well_formed(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    first
        && name.len() <= LONGEST_NAME
        && bytes.all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_'
        })
}

fn root(env: &Environment) -> Option<PathBuf> {
    let native = env.native_home();
    let Some(home) = &env.hermes_home else {
        return native;
    };
    if let Some(native) = native
        && resolve(home).starts_with(resolve(&native))
    {
        return Some(native);
    }
    if parent_is_profiles(home) {
        return home.parent()?.parent().map(Path::to_path_buf);
    }
    Some(home.clone())
}

fn parent_is_profiles(home: &Path) -> bool {
    home.parent()
        .and_then(Path::file_name)
        .is_some_and(|name| name == "profiles")
}

/// Symlinks followed as far as the path exists.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => resolve(parent).join(name),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(user: &Path, hermes_home: Option<PathBuf>) -> Environment {
        Environment {
            user_home: Some(user.to_path_buf()),
            hermes_home,
            ..Environment::default()
        }
    }

    struct World {
        _folder: tempfile::TempDir,
        user: PathBuf,
    }

    impl World {
        fn new(profiles: &[&str]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let user = folder.path().canonicalize().unwrap();
            fs::create_dir_all(user.join(".hermes/profiles")).unwrap();
            for name in profiles {
                fs::create_dir_all(user.join(".hermes/profiles").join(name)).unwrap();
            }
            Self {
                _folder: folder,
                user,
            }
        }

        fn profiles(&self, hermes_home: Option<&str>) -> Profiles {
            let hermes_home = hermes_home.map(|path| self.user.join(path));
            Profiles::discover(environment(&self.user, hermes_home)).unwrap()
        }

        fn sticky(&self, name: &str) {
            fs::write(self.user.join(".hermes/active_profile"), name).unwrap();
        }

        fn check(&self, hermes_home: Option<&str>, name: &str, home: &str, how: Selection) {
            let active = self.profiles(hermes_home).active().unwrap();
            assert_eq!(active.name, name);
            assert_eq!(active.home, self.user.join(home));
            assert_eq!(active.selection, how);
        }
    }

    #[test]
    fn without_any_word_it_is_the_default_home() {
        World::new(&[]).check(None, "default", ".hermes", Selection::Default);
    }

    #[test]
    fn a_home_inside_profiles_is_trusted_as_is() {
        let world = World::new(&["work", "play"]);
        world.sticky("play\n");
        let home = ".hermes/profiles/work";
        world.check(Some(home), "work", home, Selection::Variable);
    }

    #[test]
    fn a_root_in_the_variable_still_follows_the_sticky_profile() {
        let world = World::new(&["work"]);
        world.sticky("work\n");
        let home = ".hermes/profiles/work";
        world.check(Some(".hermes"), "work", home, Selection::Sticky);
        world.check(None, "work", home, Selection::Sticky);
    }

    #[test]
    fn a_home_elsewhere_is_a_root_of_its_own() {
        let world = World::new(&["work"]);
        world.check(Some("data"), "custom", "data", Selection::Variable);
        fs::create_dir_all(world.user.join("data/profiles/eval")).unwrap();
        let profiles = world.profiles(Some("data"));
        assert_eq!(profiles.names(), ["eval"]);
        let eval = world.profiles(Some("data/profiles/eval"));
        assert_eq!(eval.root(), world.user.join("data"));
    }

    #[test]
    fn a_sticky_profile_that_is_gone_is_an_error_as_for_the_host() {
        let world = World::new(&["work"]);
        world.sticky("gone");
        let problem = world.profiles(None).active().unwrap_err();
        assert!(problem.to_string().contains("`gone`"));
        assert!(problem.hints().iter().any(|hint| hint.contains("`work`")));
    }

    #[test]
    fn names_are_checked_as_the_host_checks_them() {
        let world = World::new(&["work"]);
        let profiles = world.profiles(None);
        assert_eq!(profiles.named(" Work ").unwrap().name, "work");
        assert_eq!(profiles.named("Default").unwrap().name, "default");
        for bad in ["", "../x", "a/b", "-x", "sudo", "ä", &"x".repeat(65)] {
            assert!(profiles.named(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn all_profiles_start_with_the_root() {
        let world = World::new(&["b", "a", "default", "Not-One"]);
        let names: Vec<String> = world
            .profiles(None)
            .all()
            .unwrap()
            .into_iter()
            .map(|profile| profile.name)
            .collect();
        assert_eq!(names, ["default", "a", "b"]);
    }
}
