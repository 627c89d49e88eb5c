//! What is known about MCP servers: packs by server name.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::file::ServerFile;
use super::role::Role;
use super::spec::{ToolSpec, pattern_matches};

/// A family of servers.
#[derive(Clone, Debug)]
struct Pack {
    patterns: Vec<SmolStr>,
    domain: Option<SmolStr>,
    local: Option<bool>,
    remote_paths: Option<bool>,
    tools: Vec<(SmolStr, ToolSpec)>,
    args: BTreeMap<SmolStr, Role>,
}

impl Pack {
    /// `raises_only`: a name that is a pattern can make tools stricter, never milder.
    fn new(file: ServerFile, raises_only: bool) -> Self {
        let all_are_patterns = file.servers.iter().any(|name| name.contains('*'));
        let mut tools = Vec::new();
        for (names, entry) in file.tools {
            let spec = ToolSpec::from(entry);
            for name in names.split_ascii_whitespace() {
                let mut spec = spec.clone();
                spec.raises_only = raises_only && (all_are_patterns || name.contains('*'));
                tools.push((SmolStr::new(name), spec));
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
            domain: file.domain.map(SmolStr::from),
            local: file.local,
            remote_paths: file.remote_paths,
            tools,
            args,
        }
    }

    fn covers(&self, server: &str) -> bool {
        self.patterns
            .iter()
            .any(|pattern| pattern_matches(pattern, server))
    }
}

/// What is known about one server: the user's packs first, then the built-in one.
#[derive(Clone, Debug, Default)]
pub struct Server {
    packs: Vec<Arc<Pack>>,
}

impl Server {
    /// Whether there is a pack for it at all.
    pub fn is_known(&self) -> bool {
        !self.packs.is_empty()
    }

    /// A tool by its name without the server's prefix, in snake case.
    pub fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.packs.iter().find_map(|pack| {
            pack.tools
                .iter()
                .find(|(pattern, _)| pattern_matches(pattern, name))
                .map(|(_, spec)| spec)
        })
    }

    /// What an argument means in every tool of the server, by its key in snake case.
    pub fn role(&self, key: &str) -> Option<&Role> {
        self.packs.iter().find_map(|pack| pack.args.get(key))
    }

    /// The domain of capabilities for tools whose name does not say it.
    pub fn domain(&self) -> Option<&str> {
        self.packs.iter().find_map(|pack| pack.domain.as_deref())
    }

    /// Writes stay on this machine, and paths are files of this machine.
    pub fn is_local(&self) -> bool {
        self.packs
            .iter()
            .find_map(|pack| pack.local)
            .unwrap_or(false)
    }

    /// Paths are names inside the service.
    pub fn has_remote_paths(&self) -> bool {
        self.packs
            .iter()
            .find_map(|pack| pack.remote_paths)
            .unwrap_or(false)
    }
}

/// All packs: overlays first, so that the user's word wins.
#[derive(Clone, Debug, Default)]
pub struct Servers {
    packs: Vec<Arc<Pack>>,
}

impl Servers {
    /// Adds a built-in pack.
    pub(in crate::catalog) fn add(&mut self, file: ServerFile) {
        self.packs.push(Arc::new(Pack::new(file, false)));
    }

    /// Puts a pack of the user in front of the known ones.
    pub(in crate::catalog) fn overlay(&mut self, file: ServerFile) {
        self.packs.insert(0, Arc::new(Pack::new(file, true)));
    }

    /// What is known about a server by its name in snake case. A tool is looked up in the user's
    /// packs and in the first built-in one.
    pub fn get(&self, server: &str) -> Server {
        let packs = self.packs.iter().filter(|pack| pack.covers(server));
        Server {
            packs: packs.cloned().collect(),
        }
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
