//! Embeds what `install` copies: the plugin's Python files, and the native library where
//! AGENTSFENCE_PLUGIN_LIB names one (release builds: plugin first, then this).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let code = format!(
        "/// The plugin's Python files by name.\npub(super) const PYTHON: &[(&str, &[u8])] = &[\n{}];\n\
         /// The native library, where the build was given one.\npub(super) const LIBRARY: Option<&[u8]> = {};\n",
        python_files(&manifest.join("../plugin/python/agentsfence"))?,
        library(&out)?
    );
    fs::write(out.join("embedded.rs"), code)?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// Everything that the host needs; type stubs are for editors.
fn python_files(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| {
            name == "plugin.yaml" || Path::new(name).extension().is_some_and(|end| end == "py")
        })
        .collect();
    names.sort();
    let mut lines = String::new();
    for name in names {
        let file = folder.join(&name).canonicalize()?;
        println!("cargo::rerun-if-changed={}", file.display());
        let file = file.display().to_string();
        writeln!(lines, "    ({name:?}, include_bytes!({file:?})),")?;
    }
    Ok(lines)
}

fn library(out: &Path) -> Result<String, Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-env-changed=AGENTSFENCE_PLUGIN_LIB");
    let Ok(path) = env::var("AGENTSFENCE_PLUGIN_LIB") else {
        return Ok("None".to_owned());
    };
    println!("cargo::rerun-if-changed={path}");
    let copy = out.join("library.so");
    fs::copy(&path, &copy).map_err(|error| format!("AGENTSFENCE_PLUGIN_LIB: {path}: {error}"))?;
    let copy = copy.display().to_string();
    Ok(format!("Some(include_bytes!({copy:?}))"))
}
