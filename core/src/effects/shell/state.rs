//! What earlier commands of the text leave behind for later ones: the folder, variables,
//! functions, aliases, downloaded files.

use std::collections::HashMap;
use std::rc::Rc;

use super::ast::Statement;
use super::value::Field;
use crate::model::{AbsPath, Environment};
use crate::target::path;

/// The state of one shell process.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The caller's environment with the current folder.
    pub(super) environment: Rc<Environment>,
    /// Whether the current folder is known.
    pub(super) folder_known: bool,
    /// The folder before, for `cd -`.
    previous: Option<AbsPath>,
    /// Folders of `pushd`.
    stack: Vec<Option<AbsPath>>,
    /// Variables that the text sets; a variable that is set but not known is `unknown`.
    pub(super) variables: Rc<HashMap<String, Field>>,
    /// Functions that the text defines.
    pub(super) functions: Rc<HashMap<String, Rc<Statement>>>,
    /// Aliases that the text defines.
    pub(super) aliases: Rc<HashMap<String, String>>,
    /// Files whose content came over the network or was decoded in this text.
    pub(super) downloads: Vec<AbsPath>,
    /// Programs may come from another place than usual (`PATH=`).
    pub(super) path_changed: bool,
    /// A descriptor is open to a remote party (`exec 5<>/dev/tcp/...`).
    pub(super) connection_open: bool,
    /// Positional parameters of the function that runs.
    pub(super) arguments: Option<Rc<Vec<Field>>>,
}

impl State {
    pub(super) fn new(environment: &Environment) -> Self {
        Self {
            environment: Rc::new(environment.clone()),
            folder_known: true,
            previous: None,
            stack: Vec::new(),
            variables: Rc::default(),
            functions: Rc::default(),
            aliases: Rc::default(),
            downloads: Vec::new(),
            path_changed: false,
            connection_open: false,
            arguments: None,
        }
    }

    /// A child process: it sees the variables, not the functions and aliases.
    pub(super) fn child(&self) -> Self {
        Self {
            functions: Rc::default(),
            aliases: Rc::default(),
            arguments: None,
            ..self.clone()
        }
    }

    /// The current folder, if known.
    pub(super) fn folder(&self) -> Option<&AbsPath> {
        self.folder_known.then_some(&self.environment.cwd)
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: Field) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), value);
    }

    /// Makes a folder the current one; `None`: it is not known which.
    pub(super) fn enter(&mut self, folder: Option<AbsPath>) {
        self.previous = self.folder().cloned();
        match folder {
            Some(folder) => {
                self.folder_known = true;
                if self.environment.cwd != folder {
                    Rc::make_mut(&mut self.environment).cwd = folder;
                }
            }
            None => self.folder_known = false,
        }
    }

    /// `cd`: the folder that the word names, seen from here.
    pub(super) fn enter_word(&mut self, word: &Field) {
        let folder = match word.exact() {
            Some("-") => self.previous.clone(),
            Some(text) => self.resolve(text),
            None => None,
        };
        self.enter(folder);
    }

    /// `pushd`.
    pub(super) fn push_folder(&mut self) {
        self.stack.push(self.folder().cloned());
    }

    /// `popd`.
    pub(super) fn pop_folder(&mut self) {
        let folder = self.stack.pop().flatten();
        self.enter(folder);
    }

    /// An absolute path; `None` when it is relative to a folder that is not known.
    pub(super) fn resolve(&self, text: &str) -> Option<AbsPath> {
        if !self.folder_known && !text.starts_with('/') {
            return None;
        }
        // The shell has expanded every `~` that it expands; this one is a name.
        if text.starts_with('~') {
            return Some(path::resolve(&format!("./{text}"), &self.environment));
        }
        Some(path::resolve(text, &self.environment))
    }

    /// Where two ways through the text met: what differs is not known any more.
    pub(super) fn merge(&mut self, other: &Self) {
        if self.folder() != other.folder() {
            self.folder_known = false;
        }
        self.path_changed |= other.path_changed;
        self.connection_open |= other.connection_open;
        for file in &other.downloads {
            if !self.downloads.contains(file) {
                self.downloads.push(file.clone());
            }
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            let mine = Rc::make_mut(&mut self.functions);
            for (name, body) in other.functions.iter() {
                mine.insert(name.clone(), Rc::clone(body));
            }
        }
        if Rc::ptr_eq(&self.variables, &other.variables) {
            return;
        }
        let mine = Rc::make_mut(&mut self.variables);
        for (name, value) in mine.iter_mut() {
            if other
                .variables
                .get(name)
                .is_none_or(|theirs| theirs.text != value.text)
            {
                value.unknown = true;
                value.text.clear();
                value.known_length = 0;
            }
        }
        for (name, value) in other.variables.iter() {
            mine.entry(name.clone()).or_insert_with(|| Field {
                unknown: true,
                taint: value.taint,
                span: value.span.clone(),
                ..Field::default()
            });
        }
    }

    /// Whether a loop's body left everything as it was.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.folder() == other.folder()
            && (Rc::ptr_eq(&self.variables, &other.variables)
                || self.variables.len() == other.variables.len()
                    && self.variables.iter().all(|(name, value)| {
                        other.variables.get(name).is_some_and(|theirs| {
                            theirs.text == value.text && theirs.unknown == value.unknown
                        })
                    }))
    }
}
