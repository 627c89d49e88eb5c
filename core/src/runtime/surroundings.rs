//! What relative names mean for a call: folders of the process, and symbolic links looked up on
//! disk, so that the analysers need not look.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::catalog::Catalog;
use crate::effects;
use crate::model::{AbsPath, Effect, Environment, ToolCall};
use crate::target::path;

/// How many paths of one call are looked up; further ones keep the name that the call gives.
const LOOKED_UP: usize = 64;

/// The folders that do not change while the process lives.
#[derive(Debug)]
pub(crate) struct Surroundings {
    home: AbsPath,
    hermes_home: AbsPath,
}

impl Surroundings {
    /// The surroundings of a host home.
    pub(crate) fn new(hermes_home: &Path) -> Self {
        let home = std::env::home_dir().unwrap_or_else(|| PathBuf::from("/"));
        Self {
            home: real(&home.to_string_lossy()),
            hermes_home: real(&hermes_home.to_string_lossy()),
        }
    }

    /// The environment of a call that starts in `cwd`; the process's own folder when unknown.
    pub(crate) fn environment(&self, cwd: Option<&str>) -> Environment {
        let cwd = match cwd {
            Some(folder) => path::resolve(folder, &self.bare(self.home.clone())),
            None => std::env::current_dir().map_or_else(
                |_| self.home.clone(),
                |folder| path::absolute(&folder.to_string_lossy()),
            ),
        };
        self.bare(real(cwd.as_str()))
    }

    fn bare(&self, cwd: AbsPath) -> Environment {
        Environment {
            cwd,
            home: self.home.clone(),
            hermes_home: self.hermes_home.clone(),
            links: Vec::new(),
            case_insensitive: cfg!(any(windows, target_os = "macos")),
        }
    }
}

/// Everything that the call does, with the links that its paths go through followed.
pub(crate) fn effects_of(
    call: &ToolCall,
    environment: &mut Environment,
    catalog: &Catalog,
) -> Vec<Effect> {
    let effects = effects::effects(call, environment, catalog);
    environment.links = links(&effects, &environment.cwd);
    if environment.links.is_empty() {
        return effects;
    }
    effects::effects(call, environment, catalog)
}

fn links(effects: &[Effect], cwd: &AbsPath) -> Vec<(AbsPath, AbsPath)> {
    let mut links = Vec::new();
    let paths = effects.iter().flat_map(Effect::paths).take(LOOKED_UP);
    for target in paths {
        let named = &target.path;
        if has_no_link_below(cwd, named) {
            continue;
        }
        let found = real(named.as_str());
        if found != *named && !links.iter().any(|(link, _)| link == named) {
            links.push((named.clone(), found));
        }
    }
    links
}

/// Whether the path is what it seems: it lies below a folder without links, and nothing between is
/// one. Most paths of calls do, and this is the cheapest way to know.
fn has_no_link_below(folder: &AbsPath, path: &AbsPath) -> bool {
    let Ok(below) = Path::new(path.as_str()).strip_prefix(folder.as_str()) else {
        return false;
    };
    let mut place = PathBuf::from(folder.as_str());
    for name in below {
        place.push(name);
        match std::fs::symlink_metadata(&place) {
            Ok(found) if found.is_symlink() => return false,
            Ok(_) => {}
            // What does not exist is no link; of what may not be looked at nothing is known.
            Err(error) => return error.kind() == ErrorKind::NotFound,
        }
    }
    true
}

/// The path with every link of its existing part followed. What does not exist keeps its name.
fn real(text: &str) -> AbsPath {
    let named = path::absolute(text);
    let mut existing = Path::new(named.as_str());
    loop {
        if let Ok(found) = std::fs::canonicalize(existing) {
            let rest = Path::new(named.as_str())
                .strip_prefix(existing)
                .unwrap_or(Path::new(""));
            return path::absolute(&found.join(rest).to_string_lossy());
        }
        match existing.parent() {
            Some(parent) => existing = parent,
            None => return named,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn links_are_followed_even_below_what_exists() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("real")).unwrap();
        std::os::unix::fs::symlink(root.join("real"), root.join("link")).unwrap();
        let named = root.join("link/new/file");
        let expected = root.join("real/new/file");
        assert_eq!(
            real(&named.to_string_lossy()).as_str(),
            expected.to_string_lossy()
        );
        assert_eq!(real("/").as_str(), "/");
        let below = |path: &str| {
            let at = |path: &str| path::absolute(&root.join(path).to_string_lossy());
            has_no_link_below(&at(""), &at(path))
        };
        assert!(below("") && below("real") && below("real/new/file"));
        assert!(!below("link") && !below("link/new/file") && !below("../other"));
    }
}
