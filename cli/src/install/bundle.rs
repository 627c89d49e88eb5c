//! What is installed: the plugin's Python files and the native library.

use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// The library's name in the plugin folder: one file for every supported interpreter.
pub const LIBRARY: &str = "_native.abi3.so";
/// The list of what we installed, with hashes. A folder without it is not ours.
pub const MANIFEST: &str = "installed.json";

/// The files of the plugin folder.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Name and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// Where the library came from, for people.
    pub source: String,
}

/// What `installed.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always `agentsfence`.
    pub product: String,
    /// The version that was installed.
    pub version: String,
    /// blake3 of every file by name.
    pub files: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest in a plugin folder; `None` where there is none of ours.
    pub fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(folder.join(MANIFEST)).ok()?;
        let manifest: Self = serde_json::from_slice(&text).ok()?;
        (manifest.product == "agentsfence").then_some(manifest)
    }

    /// The files of `folder` that are missing or not as they were installed.
    pub fn damaged(&self, folder: &Path) -> Vec<String> {
        self.files
            .iter()
            .filter(|(name, hash)| {
                !fs::read(folder.join(name))
                    .is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == hash.as_str())
            })
            .map(|(name, _)| name.clone())
            .collect()
    }
}

impl Bundle {
    /// Finds the library: named, embedded, or next to this program.
    pub fn find(named: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(path) = named {
            return Ok(Self::with(fs::read(path)?, path.display().to_string()));
        }
        if let Some(bytes) = embedded::LIBRARY {
            return Ok(Self::with(bytes.to_vec(), "this program".to_owned()));
        }
        let places = places();
        match places.iter().find(|place| place.is_file()) {
            Some(path) => Ok(Self::with(fs::read(path)?, path.display().to_string())),
            None => Err(not_found(&places).into()),
        }
    }

    /// The bundle with this library.
    pub fn with(library: Vec<u8>, source: String) -> Self {
        let mut files: Vec<(String, Vec<u8>)> = embedded::PYTHON
            .iter()
            .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
            .collect();
        files.push((LIBRARY.to_owned(), library));
        let hashes = files
            .iter()
            .map(|(name, bytes)| (name.clone(), blake3::hash(bytes).to_hex().to_string()))
            .collect();
        let manifest = Manifest {
            product: "agentsfence".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            files: hashes,
        };
        let manifest = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
        files.push((MANIFEST.to_owned(), manifest));
        Self { files, source }
    }

    /// The native library's bytes.
    pub fn library(&self) -> &[u8] {
        self.files
            .iter()
            .find(|(name, _)| name == LIBRARY)
            .map_or(&[], |(_, bytes)| bytes)
    }

    /// Whether `folder` holds exactly these files.
    pub fn is_at(&self, folder: &Path) -> bool {
        self.files
            .iter()
            .all(|(name, bytes)| fs::read(folder.join(name)).is_ok_and(|found| found == *bytes))
    }
}

/// An archive keeps the library in `lib/agentsfence`, cargo beside the program.
fn places() -> Vec<PathBuf> {
    let name = format!("{DLL_PREFIX}agentsfence_native{DLL_SUFFIX}");
    let Ok(program) = std::env::current_exe() else {
        return Vec::new();
    };
    let program = program.canonicalize().unwrap_or(program);
    let Some(folder) = program.parent() else {
        return Vec::new();
    };
    vec![
        folder.join("../lib/agentsfence").join(&name),
        folder.join(&name),
    ]
}

fn not_found(places: &[PathBuf]) -> Problem {
    let looked: Vec<String> = places
        .iter()
        .map(|place| place.display().to_string())
        .collect();
    Problem::new(format!(
        "the native library of the plugin is not there: looked at {}",
        looked.join(" and ")
    ))
    .hint("build it with `cargo build --release -p agentsfence-plugin`, or name it with --plugin-lib FILE")
}
