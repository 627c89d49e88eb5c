//! What the calls of JavaScript's platforms do (policies/libraries/javascript.yaml).

use std::str::FromStr;
use std::sync::LazyLock;

use crate::effects::script::library::Library;
use crate::effects::script::service::Service;

/// What a call does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Reads the file in the first argument.
    Read,
    /// Writes the file in the first argument.
    Write,
    /// Deletes the file in the first argument; with `true` everything below it.
    Delete(bool),
    /// Moves the first to the second.
    Move,
    /// Copies the first to the second.
    Copy,
    /// Changes mode or owner.
    Permission,
    /// A command for the shell.
    Shell,
    /// A program and a list of arguments.
    Spawn,
    /// A list: the program and its arguments.
    List,
    /// `fetch`: its options decide.
    Fetch,
    /// Sends to the URL in the first argument.
    Send,
    /// A method, then a URL.
    Request,
    /// Goes to the URL.
    Navigate,
    /// Runs text as code, or loads it.
    Code,
    /// Acts on the page as the user would: what it sends is not shown.
    Act,
    /// Stops a process.
    Kill,
    /// Changes what the browser keeps.
    Store,
    /// A call of a service, judged by the words of the method's name.
    Service(Service),
}

impl FromStr for Does {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match word {
            "read" => Self::Read,
            "write" => Self::Write,
            "delete" => Self::Delete(false),
            "delete-tree" => Self::Delete(true),
            "move" => Self::Move,
            "copy" => Self::Copy,
            "permission" => Self::Permission,
            "shell" => Self::Shell,
            "spawn" => Self::Spawn,
            "list" => Self::List,
            "fetch" => Self::Fetch,
            "send" => Self::Send,
            "request" => Self::Request,
            "navigate" => Self::Navigate,
            "code" => Self::Code,
            "act" => Self::Act,
            "kill" => Self::Kill,
            "store" => Self::Store,
            "service" => Self::Service(rest.parse()?),
            other => return Err(format!("unknown effect of a call `{other}`")),
        })
    }
}

static LIBRARY: LazyLock<Library<Does>> = LazyLock::new(|| Library::built_in("javascript"));

/// Builds the tables that are built on first use otherwise.
pub(in crate::effects::script) fn prepare() {
    LazyLock::force(&LIBRARY);
}

/// What the call of a full name does.
pub(super) fn find(name: &str) -> Option<Does> {
    let name = ["window.", "globalThis.", "self."]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    if let Some(does) = LIBRARY.call(name) {
        return Some(*does);
    }
    let root = name.split('.').next().unwrap_or_default();
    if let Some(does) = LIBRARY.call(&format!("{root}.*")) {
        return Some(*does);
    }
    let (_, method) = name.rsplit_once('.')?;
    // `xhr.open(method, url)` on whatever the object is called.
    if method == "open" && root != "fs" && root != "window" {
        return Some(Does::Request);
    }
    LIBRARY.method(method).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_is_understood() {
        crate::effects::script::library::check::<Does>("javascript");
    }
}
