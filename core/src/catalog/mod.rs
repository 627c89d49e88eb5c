//! The types of policies/, the snapshot compiled into the binary, and the user's overlays.
//!
//! YAML is for people: `build.rs` turns it into JSON once, so that loading the plugin never
//! parses YAML. Sections are read on first use.

pub mod program;

use std::sync::LazyLock;

/// Everything the analysers know about tools, MCP servers and programs.
#[derive(Debug, Default)]
pub struct Catalog {}

static BUILT_IN: LazyLock<Catalog> = LazyLock::new(Catalog::default);

impl Catalog {
    /// The catalogue compiled into the binary.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// What is known about programs.
    pub fn programs(&self) -> &program::Programs {
        program::Programs::built_in()
    }
}
