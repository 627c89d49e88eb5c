//! What is known about one tool, and all of the host's tools by name.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use smol_str::SmolStr;

use super::action::Action;
use super::file::ToolEntry;
use super::role::Role;

/// A tool: what it does and what its arguments mean.
#[derive(Clone, Debug)]
pub struct ToolSpec {
    /// What it does where no argument says otherwise.
    pub does: Action,
    /// What it does by the value of its arguments of the role `action`. Keys are lower case; one
    /// may hold `*`.
    actions: Vec<(SmolStr, Action)>,
    /// Arguments whose presence makes the tool do this as well.
    pub with: Vec<(SmolStr, Action)>,
    /// The meaning of its arguments by dotted path without list indexes, in lower case.
    args: BTreeMap<SmolStr, Role>,
    /// Paths without a value stand for the working folder.
    pub default_path: Option<SmolStr>,
    /// It can make a call stricter than its name says, never milder.
    pub raises_only: bool,
}

impl From<ToolEntry> for ToolSpec {
    fn from(entry: ToolEntry) -> Self {
        let split = |map: BTreeMap<String, Action>| -> Vec<(SmolStr, Action)> {
            let mut named = Vec::new();
            for (names, action) in map {
                for name in names.split_ascii_whitespace() {
                    named.push((SmolStr::new(name.to_ascii_lowercase()), action.clone()));
                }
            }
            // Exact values before patterns.
            named.sort_by_key(|(name, _)| name.contains('*'));
            named
        };
        let mut args = BTreeMap::new();
        for (names, role) in entry.args {
            for name in names.split_ascii_whitespace() {
                args.insert(SmolStr::new(name.to_ascii_lowercase()), role.clone());
            }
        }
        Self {
            does: entry.does,
            actions: split(entry.actions),
            with: split(entry.with),
            args,
            default_path: entry.default_path.map(SmolStr::from),
            raises_only: false,
        }
    }
}

impl ToolSpec {
    /// What the tool does for a value of its action argument; `None` for an unlisted value.
    pub fn action(&self, value: &str) -> Option<&Action> {
        let value = value.trim().to_ascii_lowercase();
        self.actions
            .iter()
            .find(|(pattern, _)| pattern_matches(pattern, &value))
            .map(|(_, action)| action)
    }

    /// The meaning of an argument by its dotted path.
    pub fn role(&self, path: &str) -> Option<&Role> {
        self.args
            .get(path)
            .or_else(|| self.args.get(path.to_ascii_lowercase().as_str()))
    }

    /// Whether some argument chooses the action.
    pub fn has_actions(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Takes over what an overlay says: its arguments and actions are added, its `does` replaces.
    pub(super) fn extend(&mut self, other: Self) {
        self.does = other.does;
        let mut actions = other.actions;
        actions.append(&mut self.actions);
        self.actions = actions;
        self.with.extend(other.with);
        self.args.extend(other.args);
        self.default_path = other.default_path.or(self.default_path.take());
    }
}

/// `*` matches any text, everything else itself.
pub fn pattern_matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        let Some(at) = text.find(part) else {
            return false;
        };
        text = text.get(at + part.len()..).unwrap_or_default();
    }
    true
}

/// The host's tools by name.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    by_name: HashMap<SmolStr, Arc<ToolSpec>>,
}

impl Tools {
    /// Adds the tools of a file; a tool that is already known is extended by it.
    pub(in crate::catalog) fn overlay(&mut self, tools: BTreeMap<String, ToolEntry>) {
        for (names, entry) in tools {
            let spec = ToolSpec::from(entry);
            for name in names.split_ascii_whitespace() {
                let name = SmolStr::new(name.to_ascii_lowercase());
                let merged = match self.by_name.get(&name) {
                    Some(known) => {
                        let mut known = ToolSpec::clone(known);
                        known.extend(spec.clone());
                        known
                    }
                    None => spec.clone(),
                };
                self.by_name.insert(name, Arc::new(merged));
            }
        }
    }

    /// A tool by name, in any case.
    pub fn get(&self, name: &str) -> Option<&ToolSpec> {
        self.by_name
            .get(name)
            .or_else(|| self.by_name.get(name.trim().to_ascii_lowercase().as_str()))
            .map(Arc::as_ref)
    }

    /// Every known name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(SmolStr::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_text() {
        assert!(pattern_matches("get*", "get_me"));
        assert!(pattern_matches("*_list", "pods_list"));
        assert!(pattern_matches("a*b*c", "axxbyyc"));
        assert!(!pattern_matches("get", "gets"));
        assert!(!pattern_matches("a*b", "ac"));
    }
}
