//! All programs by name: the built-in files and the user's overlays over them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use smol_str::SmolStr;

use super::super::files;
use super::command::Command;
use super::role::Role;

/// One file of policies/programs/.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProgramFile {
    /// Every program is also known with this before its name (`g` for GNU tools on a Mac).
    prefix: String,
    /// Programs by name; a key may hold several names.
    programs: BTreeMap<String, Command>,
    /// Environment variables that change what programs do, and what their value means.
    environment: BTreeMap<SmolStr, Role>,
}

impl ProgramFile {
    /// A file of these programs and variables.
    pub fn new(programs: BTreeMap<String, Command>, environment: BTreeMap<SmolStr, Role>) -> Self {
        Self {
            prefix: String::new(),
            programs,
            environment,
        }
    }
}

/// Everything known about programs.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    by_name: HashMap<SmolStr, Arc<Command>>,
    environment: HashMap<SmolStr, Role>,
}

static BUILT_IN: LazyLock<Programs> = LazyLock::new(|| {
    let text = include_str!(concat!(env!("OUT_DIR"), "/programs.json"));
    let mut programs = Programs::default();
    // Programs of a file that does not fit the format are unknown and so opaque.
    for file in files(text).into_values() {
        programs.overlay(file);
    }
    programs
});

impl Programs {
    /// The programs compiled into the binary.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Adds a file; its programs replace those of the same name.
    pub fn overlay(&mut self, file: ProgramFile) {
        for (names, command) in file.programs {
            let command = Arc::new(command);
            for name in names.split_ascii_whitespace() {
                if !file.prefix.is_empty() {
                    let prefixed = SmolStr::new(format!("{}{name}", file.prefix));
                    self.by_name
                        .entry(prefixed)
                        .or_insert_with(|| Arc::clone(&command));
                }
                self.by_name
                    .insert(SmolStr::new(name), Arc::clone(&command));
            }
        }
        self.environment.extend(file.environment);
    }

    /// A program by its bare name.
    pub fn get(&self, name: &str) -> Option<&Command> {
        self.by_name.get(name).map(Arc::as_ref)
    }

    /// What the value of an environment variable means to programs.
    pub fn variable(&self, name: &str) -> Option<&Role> {
        self.environment.get(name)
    }

    /// How many names are known.
    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Every known name, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(SmolStr::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_file_fits_the_format() {
        let text = include_str!(concat!(env!("OUT_DIR"), "/programs.json"));
        let files: BTreeMap<String, serde_json::Value> = serde_json::from_str(text).unwrap();
        let mut owner: HashMap<String, String> = HashMap::new();
        for (name, value) in files {
            let place = format!("policies/programs/{name}.yaml");
            for (program, command) in value["programs"].as_object().into_iter().flatten() {
                if let Err(error) = serde_json::from_value::<Command>(command.clone()) {
                    panic!("{place}: `{program}`: {error}");
                }
                for program in program.split_ascii_whitespace() {
                    let earlier = owner.insert(program.to_owned(), name.clone());
                    assert_eq!(earlier, None, "{place}: `{program}` is in two files");
                }
            }
            if let Err(error) = serde_json::from_value::<ProgramFile>(value) {
                panic!("{place}: {error}");
            }
        }
        assert!(!Programs::built_in().is_empty());
    }
}
