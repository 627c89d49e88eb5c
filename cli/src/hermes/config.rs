//! `config.yaml` as the host reads it: which plugins are on, and why ours is not.

use std::path::Path;

use fs_err as fs;
use serde_yaml::Value;

use crate::yaml;

/// How the host sees one profile's `config.yaml`.
#[derive(Clone, Debug, PartialEq)]
pub enum HostView {
    /// There is no file: defaults, no plugins.
    Absent,
    /// The host cannot read it; it falls back to defaults, and no plugin loads.
    Unreadable(String),
    /// The parsed data.
    Parsed(Value),
}

/// Whether the host would load our plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// In `plugins.enabled` and not in `plugins.disabled`.
    Yes,
    /// Not in the list, or there is no list.
    No,
    /// Named in `plugins.disabled`, which wins.
    Disabled,
    /// The list is of a shape that turns every plugin off. Says what is wrong.
    Broken(String),
}

impl HostView {
    /// Reads `path`.
    pub fn read(path: &Path) -> Self {
        match fs::read(path) {
            Ok(bytes) => Self::parse(&bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::Absent,
            Err(error) => Self::Unreadable(error.to_string()),
        }
    }

    /// Parses what a `config.yaml` holds.
    pub fn parse(bytes: &[u8]) -> Self {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Self::Unreadable("it is not UTF-8".to_owned());
        };
        match yaml::read(text) {
            Ok(value) => Self::Parsed(value),
            Err(refusal) => Self::Unreadable(refusal.to_string()),
        }
    }

    /// The value at a dotted path; `None` where anything on the way is missing.
    pub fn at(&self, path: &str) -> Option<&Value> {
        let Self::Parsed(root) = self else {
            return None;
        };
        path.split('.').try_fold(root, |value, key| value.get(key))
    }

    /// Whether plugin `name` would load.
    pub fn enabled(&self, name: &str) -> Enabled {
        if let Self::Unreadable(error) = self {
            return Enabled::Broken(error.clone());
        }
        let has = |items: &[Value]| items.iter().any(|item| item.as_str() == Some(name));
        if let Some(Value::Sequence(items)) = self.at("plugins.disabled")
            && items.iter().all(hashable)
            && has(items)
        {
            return Enabled::Disabled;
        }
        match self.at("plugins.enabled") {
            None | Some(Value::Null) => Enabled::No,
            Some(Value::Sequence(items)) => match items.iter().position(|item| !hashable(item)) {
                Some(place) => Enabled::Broken(format!(
                    "item {} of plugins.enabled is not a name, so Hermes loads no plugin at all",
                    place + 1
                )),
                None if has(items) => Enabled::Yes,
                None => Enabled::No,
            },
            Some(_) => Enabled::Broken(
                "plugins.enabled is not a list, so Hermes loads no plugin at all".to_owned(),
            ),
        }
    }
}

/// The host makes a set of the list: a map or a list in it raises, and nothing is enabled.
fn hashable(item: &Value) -> bool {
    !matches!(item, Value::Mapping(_) | Value::Sequence(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &Enabled) {
        assert_eq!(
            &HostView::parse(text.as_bytes()).enabled("agentsfence"),
            expected,
            "{text}"
        );
    }

    #[test]
    fn it_sees_what_the_host_sees() {
        check("plugins:\n  enabled: [agentsfence]\n", &Enabled::Yes);
        check(
            "plugins:\n  enabled: [1, null, agentsfence]\n",
            &Enabled::Yes,
        );
        check(
            "\u{feff}plugins: {enabled: ['agentsfence']}\r\n",
            &Enabled::Yes,
        );
        check(
            "b: &b {enabled: [agentsfence]}\nplugins:\n  <<: *b\n",
            &Enabled::Yes,
        );
        check("plugins:\n", &Enabled::No);
        check("", &Enabled::No);
        check("plugins:\n  enabled: [x]\n", &Enabled::No);
        check(
            "plugins:\n  enabled: [agentsfence]\n  disabled: [agentsfence]\n",
            &Enabled::Disabled,
        );
        for broken in [
            "plugins:\n  enabled: agentsfence\n",
            "plugins:\n  enabled:\n    - agentsfence\n    - x: 1\n",
            "plugins:\n\tenabled: [agentsfence]\n",
            "plugins: {enabled: [agentsfence]}\n---\nx: 1\n",
        ] {
            let seen = HostView::parse(broken.as_bytes()).enabled("agentsfence");
            assert!(matches!(seen, Enabled::Broken(_)), "{broken}: {seen:?}");
        }
    }
}
