//! The paths that protect the user, for one host home.

use crate::model::{AbsPath, Environment, PathTarget, Reach};
use crate::policy::{folded, reaches};
use crate::target::path::absolute;

/// Names below a host home that bind the agent, and whether they are folders.
const NAMES: [(&str, Reach); 9] = [
    ("agentsfence", Reach::Tree),
    ("plugins", Reach::Tree),
    ("hooks", Reach::Tree),
    ("agent-hooks", Reach::Tree),
    ("config.yaml", Reach::One),
    ("config.yml", Reach::One),
    (".env", Reach::One),
    ("auth.json", Reach::One),
    ("shell-hooks-allowlist.json", Reach::One),
];

/// The folder of a managed installation.
const MANAGED: &str = "/etc/hermes";

/// The folder that holds the named profiles of a root home.
const PROFILES: &str = "profiles";

/// Where the host lives unless it is told otherwise. A home elsewhere does not make the user's
/// ordinary one anybody's to change.
fn native_home(environment: &Environment) -> AbsPath {
    absolute(&format!("{}/.hermes", environment.home))
}

/// Where protected paths begin, to tell at once that most targets are elsewhere.
#[derive(Debug)]
pub(crate) struct Vicinity {
    /// Homes of the host, with letter case and compatibility forms folded.
    homes: [String; 2],
}

impl Vicinity {
    pub(crate) fn of(environment: &Environment) -> Self {
        let homes = [root_of(&environment.hermes_home), native_home(environment)];
        Self {
            homes: homes.map(|home| folded(home.as_str()).into_owned()),
        }
    }

    /// Whether a target may concern a protected path at all; cheap, and never wrong to say yes.
    pub(crate) fn may_hold(&self, target: &PathTarget) -> bool {
        target.reach != Reach::One || self.may_hold_path(&target.path)
    }

    /// Whether a protected path, or something below one, may be meant.
    pub(crate) fn may_hold_path(&self, path: &AbsPath) -> bool {
        let path = folded(path.as_str());
        let mut homes = self.homes.iter();
        homes.any(|home| path.starts_with(home.as_str())) || path.starts_with(MANAGED)
    }
}

/// The protected paths of one environment.
#[derive(Debug)]
pub(crate) struct Protected {
    paths: Vec<(AbsPath, Reach)>,
    /// The host's homes themselves: what replaces, moves or unpacks over them replaces all below.
    homes: Vec<AbsPath>,
    profiles: AbsPath,
}

impl Protected {
    /// The protected paths of a profile, of the root home that it belongs to, and of the folder
    /// that a managed installation reads.
    pub(crate) fn of(environment: &Environment) -> Self {
        let home = &environment.hermes_home;
        let root = root_of(home);
        let native = native_home(environment);
        let mut paths = Vec::with_capacity(NAMES.len() * 3 + 1);
        for base in [home, &root, &native] {
            for (name, reach) in NAMES {
                let path = absolute(&format!("{base}/{name}"));
                if !paths.contains(&(path.clone(), reach)) {
                    paths.push((path, reach));
                }
            }
        }
        paths.push((absolute(MANAGED), Reach::Tree));
        let homes = vec![home.clone(), root.clone(), native];
        Self {
            paths,
            homes,
            profiles: absolute(&format!("{root}/{PROFILES}")),
        }
    }

    /// The protected path that a target may reach.
    pub(crate) fn touched_by(&self, target: &PathTarget) -> Option<AbsPath> {
        self.paths
            .iter()
            .find(|(path, reach)| reaches(target, path, *reach))
            .map(|(path, _)| path.clone())
            .or_else(|| self.home_reached_by(target))
            .or_else(|| self.in_a_profile(target))
    }

    /// The protected folder that a program works in: a home of the host, or a folder below that
    /// binds the agent.
    pub(crate) fn holds_folder(&self, folder: &AbsPath) -> Option<AbsPath> {
        self.touched_by(&PathTarget {
            path: folder.clone(),
            reach: Reach::One,
        })
    }

    fn home_reached_by(&self, target: &PathTarget) -> Option<AbsPath> {
        self.homes
            .iter()
            .find(|home| reaches(target, home, Reach::One))
            .cloned()
    }

    /// `<root>/profiles/<any>/<protected name>`, or a tree or pattern that holds whole profiles.
    fn in_a_profile(&self, target: &PathTarget) -> Option<AbsPath> {
        if !reaches(target, &self.profiles, Reach::Tree) {
            return None;
        }
        let path = folded(target.path.as_str());
        let base = folded(self.profiles.as_str());
        let mut below = path
            .strip_prefix(base.as_ref())
            .unwrap_or_default()
            .split('/')
            .skip(1);
        let (Some(profile), Some(_)) = (below.next(), below.next()) else {
            // The folder of the profiles, a whole profile, or a pattern or tree above them.
            return Some(self.profiles.clone());
        };
        NAMES.iter().find_map(|(name, reach)| {
            let protected = absolute(&format!("{base}/{profile}/{name}"));
            reaches(target, &protected, *reach).then_some(protected)
        })
    }
}

/// The root home of a profile's home: `<root>/profiles/<name>` or the root itself.
fn root_of(home: &AbsPath) -> AbsPath {
    let mut parts = home.as_str().rsplitn(3, '/');
    let (_, folder, root) = (parts.next(), parts.next(), parts.next());
    match (folder, root) {
        (Some(PROFILES), Some(root)) => absolute(root),
        _ => home.clone(),
    }
}
