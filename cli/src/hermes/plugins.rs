//! Other plugins that a profile's host would load, and what their source says about tool calls.
//! Nothing of them is run here; `doctor --live` looks at the host's own lists.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_yaml::Value;

use super::config::HostView;
use super::installation::Installation;

/// Our own name among plugins.
const OURS: &str = "agentsfence";
/// Larger files are no hooks.
const LARGEST_SOURCE: u64 = 1 << 20;
/// More files than a plugin's own code has.
const MOST_FILES: usize = 200;

/// One enabled plugin that is not ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The key that the host sorts by: `name` or `category/name`.
    pub key: String,
    /// Where it lies.
    pub place: PathBuf,
    /// It has a callback before tool calls.
    pub hooks_calls: bool,
    /// It stands around tool calls.
    pub wraps_calls: bool,
    /// It can answer with an approval.
    pub approves: bool,
    /// It can answer with other arguments.
    pub modifies: bool,
    /// Why the host will not load it, or worse.
    pub broken: Option<String>,
}

/// Every enabled plugin but ours: the profile's folders first, then packages, by key.
pub fn neighbours(
    home: &Path,
    enabled: Option<&Value>,
    host: Option<&Installation>,
) -> Vec<Neighbour> {
    let names: Vec<&str> = enabled
        .and_then(Value::as_sequence)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|name| *name != OURS)
        .collect();
    let mut found: Vec<Neighbour> = folders(&home.join("plugins"))
        .into_iter()
        .filter(|(key, folder)| {
            let named = manifest_name(folder);
            names
                .iter()
                .any(|name| name == key || Some(*name) == named.as_deref())
        })
        .map(|(key, folder)| read(key, folder))
        .collect();
    let packages = host.map(Installation::entry_points).unwrap_or_default();
    for point in packages
        .iter()
        .filter(|point| names.contains(&point.name.as_str()))
    {
        if let Some(place) = host.and_then(|host| module_file(&host.packages, &point.module)) {
            found.push(read(point.name.clone(), place));
        }
    }
    found.sort_by(|left, right| left.key.cmp(&right.key));
    found
}

/// The plugin folders with their keys: flat, or one category deep, as the host looks for them.
pub fn folders(plugins: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for folder in subfolders(plugins) {
        let name = name_of(&folder);
        if is_plugin(&folder) {
            found.push((name, folder));
            continue;
        }
        for inner in subfolders(&folder)
            .into_iter()
            .filter(|inner| is_plugin(inner))
        {
            found.push((format!("{name}/{}", name_of(&inner)), inner));
        }
    }
    found.retain(|(key, _)| key != OURS);
    found
}

fn is_plugin(folder: &Path) -> bool {
    ["plugin.yaml", "plugin.yml", "__init__.py"]
        .iter()
        .any(|name| folder.join(name).is_file())
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

fn name_of(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn manifest(folder: &Path) -> Option<HostView> {
    ["plugin.yaml", "plugin.yml"]
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
        .map(|path| HostView::read(&path))
}

fn manifest_name(folder: &Path) -> Option<String> {
    Some(manifest(folder)?.at("name")?.as_str()?.to_owned())
}

fn module_file(packages: &Path, module: &str) -> Option<PathBuf> {
    let (module, _) = module.split_once(':').unwrap_or((module, ""));
    let path = packages.join(module.replace('.', "/"));
    [path.join("__init__.py"), path.with_extension("py")]
        .into_iter()
        .find(|file| file.is_file())
}

fn read(key: String, place: PathBuf) -> Neighbour {
    let mut sources = Vec::new();
    collect(&place, &mut sources);
    let has = |word: &str| sources.iter().any(|text| text.contains(word));
    let hooks_calls = has("pre_tool_call");
    Neighbour {
        wraps_calls: has("register_middleware"),
        approves: hooks_calls && (has("\"approve\"") || has("'approve'")),
        modifies: hooks_calls && (has("\"modify\"") || has("'modify'")),
        hooks_calls,
        broken: broken(&place, &sources),
        key,
        place,
    }
}

/// The Python source of a plugin.
fn collect(place: &Path, sources: &mut Vec<String>) {
    if sources.len() >= MOST_FILES {
        return;
    }
    if place.is_dir() {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            // A link could lead anywhere, and in circles.
            if !path.is_symlink() {
                collect(&path, sources);
            }
        }
        return;
    }
    let is_source = place.extension().is_some_and(|suffix| suffix == "py");
    let size = fs::metadata(place).map(|meta| meta.len());
    if is_source && size.is_ok_and(|size| size <= LARGEST_SOURCE) {
        let text = fs::read(place).unwrap_or_default();
        sources.push(String::from_utf8_lossy(&text).into_owned());
    }
}

fn broken(place: &Path, sources: &[String]) -> Option<String> {
    if !place.is_dir() {
        return None;
    }
    match manifest(place) {
        None => return Some("it has no plugin.yaml".to_owned()),
        Some(HostView::Unreadable(why)) => return Some(format!("its plugin.yaml: {why}")),
        Some(_) => {}
    }
    if !place.join("__init__.py").is_file() {
        return Some("it has no __init__.py".to_owned());
    }
    let exits = |line: &str| line.starts_with("sys.exit(") || line.starts_with("raise SystemExit");
    sources
        .iter()
        .any(|text| text.lines().any(exits))
        .then(|| "it ends the process when it is imported".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plugin(home: &Path, key: &str, source: &str) {
        let folder = home.join("plugins").join(key);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("plugin.yaml"), "name: told\n").unwrap();
        fs::write(folder.join("__init__.py"), source).unwrap();
    }

    #[test]
    fn a_plugin_is_found_by_key_or_name_in_a_category_too() {
        let home = tempfile::tempdir().unwrap();
        plugin(
            home.path(),
            "tools/x",
            "ctx.register_hook('pre_tool_call', f)",
        );
        plugin(
            home.path(),
            "agentsfence",
            "ctx.register_hook('pre_tool_call', f)",
        );
        let by = |text: &str| {
            let enabled: Value = serde_yaml::from_str(text).unwrap();
            neighbours(home.path(), Some(&enabled), None)
        };
        assert_eq!(by("[tools/x, agentsfence]")[0].key, "tools/x");
        assert!(by("[told]")[0].hooks_calls);
        assert_eq!(by("[x]"), []);
    }

    #[test]
    fn its_source_says_what_it_may_do() {
        let home = tempfile::tempdir().unwrap();
        let source = "import sys\nctx.register_middleware('tool_execution', f)\nsys.exit(1)\n";
        plugin(home.path(), "x", source);
        let enabled: Value = serde_yaml::from_str("[x]").unwrap();
        let found = &neighbours(home.path(), Some(&enabled), None)[0];
        assert!(found.wraps_calls && !found.hooks_calls && !found.approves);
        assert!(
            found
                .broken
                .as_deref()
                .unwrap()
                .contains("ends the process")
        );
    }
}
