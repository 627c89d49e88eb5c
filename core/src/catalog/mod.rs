//! The types of policies/, the snapshot compiled into the binary, and the user's overlays.
//!
//! YAML is for people: `build.rs` turns it into JSON once, so that loading the plugin never
//! parses YAML. Sections are read on first use.

mod overlay;
pub mod program;
pub mod tool;
pub(crate) mod wording;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

pub use overlay::{FOLDER, OverlayFault, load};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use smol_str::SmolStr;
use tool::{ServerFile, Servers, ToolFile, Tools};

/// Everything the analysers know about tools, MCP servers and programs.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The host's own tools.
    pub(crate) tools: Tools,
    /// MCP servers.
    pub(crate) servers: Servers,
    /// Programs, where overlays change them.
    programs: Option<Arc<program::Programs>>,
    /// Names the overlays' text; empty where there are none.
    overlays: SmolStr,
}

static BUILT_IN: LazyLock<Arc<Catalog>> = LazyLock::new(|| {
    let mut catalog = Catalog::default();
    for file in files::<ToolFile>(TOOLS).into_values() {
        catalog.tools.overlay(file.tools);
    }
    for file in files::<ServerFile>(SERVERS).into_values() {
        catalog.servers.add(file);
    }
    Arc::new(catalog)
});

const TOOLS: &str = include_str!(concat!(env!("OUT_DIR"), "/tools.json"));
const SERVERS: &str = include_str!(concat!(env!("OUT_DIR"), "/mcp.json"));

/// The files of one built-in folder by name. A file that does not fit its format is left out, so
/// that what it describes is unknown; a test refuses such a file.
fn files<File: DeserializeOwned>(snapshot: &str) -> BTreeMap<String, File> {
    let raw: BTreeMap<String, &RawValue> = serde_json::from_str(snapshot).unwrap_or_default();
    raw.into_iter()
        .filter_map(|(name, text)| Some((name, serde_json::from_str(text.get()).ok()?)))
        .collect()
}

/// Reads everything that is read on first use otherwise.
pub(crate) fn prepare() {
    Catalog::built_in();
    program::Programs::built_in();
    wording::Wording::built_in();
}

impl Catalog {
    /// The catalogue compiled into the binary.
    pub fn built_in() -> &'static Arc<Self> {
        &BUILT_IN
    }

    /// What is known about programs.
    pub fn programs(&self) -> &program::Programs {
        match &self.programs {
            Some(programs) => programs,
            None => program::Programs::built_in(),
        }
    }

    /// Whether any pack describes the tools of this MCP server, by its name in snake case.
    pub fn knows_server(&self, server: &str) -> bool {
        self.servers.get(server).is_known()
    }

    /// Names the text of the overlays in it; empty where there are none.
    pub fn overlays(&self) -> &SmolStr {
        &self.overlays
    }

    /// The host's own tools.
    pub fn tools(&self) -> &Tools {
        &self.tools
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_built_in_file_fits_its_format() {
        let raw: BTreeMap<String, Value> = serde_json::from_str(TOOLS).unwrap();
        for (name, value) in raw {
            let read = serde_json::from_value::<ToolFile>(value);
            assert!(read.is_ok(), "policies/tools/{name}.yaml: {read:?}");
        }
        let raw: BTreeMap<String, Value> = serde_json::from_str(SERVERS).unwrap();
        for (name, value) in raw {
            let read = serde_json::from_value::<ServerFile>(value);
            assert!(read.is_ok(), "policies/mcp/{name}.yaml: {read:?}");
        }
    }
}
