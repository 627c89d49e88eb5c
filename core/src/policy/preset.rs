//! The presets of policies/presets/: ordinary policies with a name instead of a message.

use std::sync::LazyLock;

use serde_json::Value;

use super::Policy;
use crate::model::AbsPath;

/// The presets as `build.rs` embedded them, by name.
static PRESETS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/presets.json")))
        .unwrap_or(Value::Null)
});

/// Builds the tables that are built on first use otherwise.
pub(crate) fn prepare() {
    LazyLock::force(&PRESETS);
}

/// Stands for the project's root in a preset file.
const PROJECT: &str = "{project}";

/// Reads only.
pub fn read_only() -> Policy {
    load("read_only", None)
}

/// Work inside the project at `project_root`: write, build, test, commit.
pub fn code_task(project_root: &AbsPath) -> Policy {
    load("code_task", Some(project_root))
}

/// Everything but what the guards stop.
pub fn full_trust() -> Policy {
    load("full_trust", None)
}

/// A preset by name. One that cannot be read allows reads only; a test keeps that from happening.
fn load(name: &str, project: Option<&AbsPath>) -> Policy {
    let Some(mut value) = PRESETS.get(name).cloned() else {
        return Policy::fallback(name, 0);
    };
    if let Some(project) = project {
        fill_project(&mut value, project.as_str());
    }
    serde_json::from_value(value).unwrap_or_else(|_| Policy::fallback(name, 0))
}

fn fill_project(value: &mut Value, root: &str) {
    match value {
        Value::String(text) if text == PROJECT => root.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| fill_project(item, root)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| fill_project(field, root)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::PolicySource;
    use crate::target::path::absolute;

    #[test]
    fn every_preset_file_is_a_policy() {
        let root = absolute("/p");
        for policy in [read_only(), code_task(&root), full_trust()] {
            assert_eq!(policy.source, PolicySource::Preset, "{}", policy.id);
        }
        let text = serde_json::to_string(&code_task(&root)).unwrap();
        assert!(!text.contains(PROJECT) && text.contains("\"/p\""), "{text}");
    }
}
