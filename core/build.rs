//! Turns the YAML of policies/ into one JSON file per folder, so that nothing parses the built-in
//! YAML at run time. A file that does not parse stops the build and is named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders of policies/ that the catalogue embeds, each as `{"<file stem>": <content>}`.
const FOLDERS: [&str; 7] = [
    "defaults",
    "tools",
    "mcp",
    "programs",
    "libraries",
    "lexicon",
    "presets",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policies = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../policies");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    for folder in FOLDERS {
        let source = policies.join(folder);
        println!("cargo::rerun-if-changed={}", source.display());
        let mut files = BTreeMap::new();
        for path in yaml_files(&source)? {
            let text = fs::read_to_string(&path)?;
            let value: serde_json::Value = serde_yaml::from_str(&text)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            files.insert(stem, value);
        }
        fs::write(
            out.join(format!("{folder}.json")),
            serde_json::to_string(&files)?,
        )?;
    }
    Ok(())
}

/// The `.yaml` files directly in `folder`; none when the folder is missing.
fn yaml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            files.push(path);
        }
    }
    Ok(files)
}
