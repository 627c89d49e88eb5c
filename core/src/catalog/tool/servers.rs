//! What is known about MCP servers: packs by server name.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::file::ServerFile;
use super::role::Role;
use super::spec::{ToolSpec, pattern_matches};

/// A family of servers.
#[derive(Clone, Debug)]
pub struct Server {
    patterns: Vec<SmolStr>,
    /// The domain of capabilities for tools whose name does not say it.
    pub domain: SmolStr,
    /// Writes stay on this machine, and paths are files of this machine.
    pub local: bool,
    /// Paths are names inside the service.
    pub remote_paths: bool,
    tools: Vec<(SmolStr, ToolSpec)>,
    args: BTreeMap<SmolStr, Role>,
}

impl From<ServerFile> for Server {
    fn from(file: ServerFile) -> Self {
        let mut tools = Vec::new();
        for (names, entry) in file.tools {
            let spec = ToolSpec::from(entry);
            for name in names.split_ascii_whitespace() {
                tools.push((SmolStr::new(name), spec.clone()));
            }
        }
        // Exact names before patterns, longer patterns before shorter ones.
        tools.sort_by_key(|(name, _)| (name.contains('*'), usize::MAX - name.len()));
        let mut args = BTreeMap::new();
        for (names, role) in file.args {
            for name in names.split_ascii_whitespace() {
                args.insert(SmolStr::new(name), role.clone());
            }
        }
        Self {
            patterns: file.servers.iter().map(SmolStr::new).collect(),
            domain: SmolStr::new(&file.domain),
            local: file.local,
            remote_paths: file.remote_paths,
            tools,
            args,
        }
    }
}

impl Server {
    /// A tool by its name without the server's prefix, in snake case.
    pub fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.tools
            .iter()
            .find(|(pattern, _)| pattern_matches(pattern, name))
            .map(|(_, spec)| spec)
    }

    /// What an argument means in every tool of the server, by its key in snake case.
    pub fn role(&self, key: &str) -> Option<&Role> {
        self.args.get(key)
    }
}

/// All packs: overlays first, so that the user's word wins.
#[derive(Clone, Debug, Default)]
pub struct Servers {
    packs: Vec<Arc<Server>>,
}

impl Servers {
    /// Adds a pack in front of the known ones.
    pub(in crate::catalog) fn overlay(&mut self, file: ServerFile) {
        self.packs.insert(0, Arc::new(Server::from(file)));
    }

    /// The pack for a server by its name in snake case.
    pub fn get(&self, server: &str) -> Option<&Server> {
        self.packs
            .iter()
            .find(|pack| {
                pack.patterns
                    .iter()
                    .any(|pattern| pattern_matches(pattern, server))
            })
            .map(Arc::as_ref)
    }

    /// The longest known server name at the beginning of `words`, and how many words it has. Names
    /// written as patterns do not count: they would swallow the tool's name.
    pub fn longest_prefix(&self, words: &[String]) -> Option<usize> {
        (1..words.len()).rev().find(|count| {
            let name = words.get(..*count).unwrap_or_default().join("_");
            self.packs
                .iter()
                .any(|pack| pack.patterns.iter().any(|pattern| *pattern == name))
        })
    }
}
