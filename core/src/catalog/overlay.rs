//! The user's own tools, servers and programs: `<home>/agentsfence/policies/*.yaml`, merged over
//! the built-in ones. A file that cannot be used is a fault that names its place; the caller then
//! keeps the built-in catalogue and must not act as if the file were not there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use smol_str::SmolStr;
use thiserror::Error;

use super::Catalog;
use super::program::{Command, ProgramFile, Programs, Role};
use super::tool::{ServerFile, ToolEntry};
use crate::model::hash_of;

/// The folder of overlays inside the guard's own folder.
pub const FOLDER: &str = "policies";

/// The largest overlay that is read, in bytes.
const FILE_BYTES: u64 = 1024 * 1024;

/// Why an overlay cannot be used.
#[derive(Debug, Error)]
pub enum OverlayFault {
    /// The folder or a file could not be read.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// What could not be read.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The content does not fit the format; the reason names line and key.
    #[error("{}: {why}", path.display())]
    Misfit {
        /// The file.
        path: PathBuf,
        /// Where in it and why.
        why: String,
    },
}

/// One overlay as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OverlayFile {
    /// The host's tools, or tools of other plugins.
    tools: BTreeMap<String, ToolEntry>,
    /// Servers.
    mcp: Vec<ServerFile>,
    /// Programs.
    programs: BTreeMap<String, Command>,
    /// Environment variables that change what programs do.
    environment: BTreeMap<SmolStr, Role>,
}

/// The built-in catalogue with the overlays of a folder, in the order of their names; a later file
/// wins. `None` where there are none: a missing folder is no fault.
pub fn load(folder: &Path) -> Result<Option<Catalog>, Vec<OverlayFault>> {
    let paths = files(folder).map_err(|fault| vec![fault])?;
    if paths.is_empty() {
        return Ok(None);
    }
    let mut catalog = Catalog::clone(Catalog::built_in());
    let mut programs: Option<Programs> = None;
    let mut faults = Vec::new();
    let mut texts = Vec::new();
    for path in paths {
        match read(&path) {
            Ok((overlay, text)) => {
                texts.push(text);
                catalog.tools.overlay(overlay.tools);
                for server in overlay.mcp {
                    catalog.servers.overlay(server);
                }
                if !overlay.programs.is_empty() || !overlay.environment.is_empty() {
                    programs
                        .get_or_insert_with(|| Programs::built_in().clone())
                        .overlay(ProgramFile::new(overlay.programs, overlay.environment));
                }
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    catalog.programs = programs.map(Arc::new);
    catalog.overlays = hash_of(texts.iter().map(String::as_str));
    Ok(Some(catalog))
}

/// The `.yaml` and `.yml` files of the folder by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, OverlayFault> {
    let unreadable = |error: std::io::Error| OverlayFault::Unreadable {
        path: folder.to_owned(),
        why: error.to_string(),
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        let is_yaml = path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml");
        if is_yaml {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<(OverlayFile, String), OverlayFault> {
    let unreadable = |why: String| OverlayFault::Unreadable {
        path: path.to_owned(),
        why,
    };
    let size = std::fs::metadata(path)
        .map_err(|error| unreadable(error.to_string()))?
        .len();
    if size > FILE_BYTES {
        return Err(unreadable(format!("larger than {FILE_BYTES} bytes")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let overlay = parse(&text).map_err(|why| OverlayFault::Misfit {
        path: path.to_owned(),
        why,
    })?;
    Ok((overlay, text))
}

fn parse(text: &str) -> Result<OverlayFile, String> {
    if text.trim().is_empty() {
        return Ok(OverlayFile::default());
    }
    let overlay = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    check(overlay)
}

/// What the format allows and an overlay must not do.
fn check(overlay: OverlayFile) -> Result<OverlayFile, String> {
    for (index, server) in overlay.mcp.iter().enumerate() {
        if server.servers.is_empty() {
            return Err(format!("mcp[{index}].servers: names no server"));
        }
        let everything = |name: &String| name.trim_matches('*').is_empty();
        if server.servers.iter().any(everything) {
            return Err(format!(
                "mcp[{index}].servers: `*` would speak for every server: name the servers"
            ));
        }
    }
    Ok(overlay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::effects;
    use crate::model::{Environment, RiskClass, ToolCall};
    use crate::target::path::absolute;

    fn load_text(text: &str) -> Result<Catalog, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.yaml"), text).unwrap();
        load(folder.path()).map(Option::unwrap).map_err(|faults| {
            let fault = faults.first().unwrap().to_string();
            fault.replace(&folder.path().display().to_string(), "POLICIES")
        })
    }

    fn risk(catalog: &Catalog, tool: &str, args: serde_json::Value) -> RiskClass {
        let environment = Environment {
            cwd: absolute("/home/u/proj"),
            home: absolute("/home/u"),
            hermes_home: absolute("/home/u/.hermes"),
            links: Vec::new(),
            case_insensitive: false,
        };
        let args = args.as_object().cloned().unwrap_or_default();
        let found = effects(&ToolCall::new(tool, args), &environment, catalog);
        found.iter().map(|effect| effect.risk).max().unwrap()
    }

    #[test]
    fn a_user_adds_a_server_a_tool_and_a_program() {
        let text = r"
tools:
  zap:
    does: media.read READ
mcp:
  - servers: [acme]
    domain: order
    tools:
      zorp:
        does: order.read READ
programs:
  notes:
    subcommands:
      list: read
      wipe: file.delete DELETE
";
        let catalog = load_text(text).unwrap();
        let none = serde_json::json!({});
        assert_eq!(risk(&catalog, "zap", none.clone()), RiskClass::Read);
        assert_eq!(
            risk(&catalog, "mcp__acme__zorp", none.clone()),
            RiskClass::Read
        );
        assert_eq!(
            risk(&catalog, "mcp__acme__delete_x", none),
            RiskClass::Delete
        );
        let wipe = serde_json::json!({"command": "notes wipe"});
        assert_eq!(risk(&catalog, "terminal", wipe), RiskClass::Delete);
        let list = serde_json::json!({"command": "notes list"});
        assert_eq!(risk(&catalog, "terminal", list), RiskClass::Read);
    }

    #[test]
    fn a_pattern_raises_and_a_name_may_lower() {
        let text = r#"
mcp:
  - servers: [github]
    tools:
      "delete_*": {does: repo.read READ}
      "get_*": {does: repo.delete DELETE}
      fork_repository: {does: repo.read READ}
"#;
        let catalog = load_text(text).unwrap();
        let none = serde_json::json!({});
        let risk = |tool: &str| risk(&catalog, tool, none.clone());
        assert_eq!(risk("mcp__github__delete_x"), RiskClass::Delete);
        assert_eq!(risk("mcp__github__get_x"), RiskClass::Delete);
        assert_eq!(risk("mcp__github__fork_repository"), RiskClass::Read);
        // What the overlay does not name keeps its built-in meaning.
        assert_eq!(risk("mcp__github__push_files"), RiskClass::ExternalWrite);
    }

    #[test]
    fn faults_name_file_line_and_key() {
        let faults = [
            "tools:\n  zap:\n    does: media.read REED\n",
            "tools:\n  zap:\n    dose: media.read READ\n",
            "mcp:\n  - servers: ['*']\n",
            "programs:\n  notes:\n    options:\n      -x: fly\n",
            "tolls: {}\n",
            "tools: [\n",
        ];
        let messages: Vec<String> = faults
            .iter()
            .map(|text| load_text(text).map(|_| ()).unwrap_err())
            .collect();
        insta::assert_snapshot!(messages.join("\n"));
    }

    #[test]
    fn a_missing_folder_is_the_built_in_catalogue() {
        assert!(matches!(load(Path::new("/nonexistent/policies")), Ok(None)));
    }
}
