//! What the calls of Python's libraries do (policies/libraries/python.yaml).

use std::str::FromStr;
use std::sync::LazyLock;

use smol_str::SmolStr;

use crate::effects::script::library::Library;
use crate::effects::script::service::Service;
use crate::effects::sql::Dialect;

/// What a call does with its arguments. Numbers are positions of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Reads the file or folder.
    Read(usize),
    /// Creates or changes the file.
    Write(usize),
    /// Deletes the file; with `true` everything below it.
    Delete(usize, bool),
    /// Moves the first to the second.
    Move,
    /// Copies the first to the second.
    Copy,
    /// Makes the second a link to the first.
    Link,
    /// Changes mode or owner.
    Permission(usize),
    /// `open`: the mode decides.
    Open,
    /// The same on the receiver's path.
    ReadSelf,
    WriteSelf,
    DeleteSelf(bool),
    MoveSelf,
    PermissionSelf,
    OpenSelf,
    /// Writes below the folder in this argument, by default the current one.
    Extract(usize),
    /// A command for the shell.
    Shell(usize),
    /// `subprocess`: a list, or a text with `shell=True`.
    Process,
    /// A program and its arguments from this position on.
    Spawn(usize),
    /// Python source.
    Code,
    /// Runs code that is not shown, and why.
    Opaque(SmolStr),
    /// Fetches a URL.
    Fetch(usize),
    /// Sends to a URL.
    Send(usize),
    /// A method in the first argument, a URL in the second.
    Request,
    /// Opens a connection to a host, or to a `(host, port)` pair.
    Connect(usize),
    /// Sends over a connection that is open.
    SendSelf,
    /// Fetches a URL into a file.
    Download,
    /// SQL text.
    Sql(Dialect),
    /// Opens a database.
    Database,
    /// A message with its recipients at this position.
    Mail(usize),
    /// Stops a process.
    Kill,
    /// Reads an environment variable.
    Environment(usize),
    /// Decodes or decompresses: the result is not shown.
    Decode,
    /// A call of a service, judged by the words of the method's name.
    Service(Service),
    /// A command for redis: the method is the command.
    Redis,
    /// A MongoDB method.
    Mongo,
}

impl FromStr for Does {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let index = || {
            rest.parse()
                .map_err(|_| format!("`{text}` lacks the position of its argument"))
        };
        Ok(match word {
            "read" => Self::Read(index()?),
            "write" => Self::Write(index()?),
            "delete" => Self::Delete(index()?, false),
            "delete-tree" => Self::Delete(index()?, true),
            "permission" => Self::Permission(index()?),
            "move" => Self::Move,
            "copy" => Self::Copy,
            "link" => Self::Link,
            "open" => Self::Open,
            "read-self" => Self::ReadSelf,
            "write-self" => Self::WriteSelf,
            "delete-self" => Self::DeleteSelf(false),
            "delete-tree-self" => Self::DeleteSelf(true),
            "move-self" => Self::MoveSelf,
            "permission-self" => Self::PermissionSelf,
            "open-self" => Self::OpenSelf,
            "extract" => Self::Extract(index()?),
            "shell" => Self::Shell(index()?),
            "process" => Self::Process,
            "spawn" => Self::Spawn(index()?),
            "code" => Self::Code,
            "opaque" => Self::Opaque(SmolStr::new(rest)),
            "fetch" => Self::Fetch(index()?),
            "send" => Self::Send(index()?),
            "request" => Self::Request,
            "connect" => Self::Connect(index()?),
            "send-self" => Self::SendSelf,
            "download" => Self::Download,
            "sql" => Self::Sql(match rest {
                "sqlite" => Dialect::Sqlite,
                "postgres" => Dialect::Postgres,
                "mysql" => Dialect::Mysql,
                "generic" => Dialect::Generic,
                other => return Err(format!("unknown SQL dialect `{other}`")),
            }),
            "database" => Self::Database,
            "mail" => Self::Mail(index()?),
            "kill" => Self::Kill,
            "environment" => Self::Environment(index()?),
            "decode" => Self::Decode,
            "service" => Self::Service(rest.parse()?),
            "redis" => Self::Redis,
            "mongo" => Self::Mongo,
            other => return Err(format!("unknown effect of a call `{other}`")),
        })
    }
}

static LIBRARY: LazyLock<Library<Does>> = LazyLock::new(|| Library::built_in("python"));

/// Builds the tables that are built on first use otherwise.
pub(in crate::effects::script) fn prepare() {
    LazyLock::force(&LIBRARY);
}

/// What the call of a full dotted name does.
///
/// Tried from the exact name to the wider ones: `a.b().c`, `a.*.c`, `a.*`.
pub(super) fn find(name: &str) -> Option<Does> {
    if let Some(does) = LIBRARY.call(name) {
        return Some(does.clone());
    }
    let (head, method) = name.rsplit_once('.')?;
    let wider = |tail: &str| {
        let mut root = head;
        loop {
            let plain = root.trim_end_matches("()");
            if let Some(does) = LIBRARY.call(&format!("{plain}.{tail}")) {
                return Some(does.clone());
            }
            root = root.rsplit_once('.')?.0;
        }
    };
    wider(&format!("*.{method}")).or_else(|| wider("*"))
}

/// What a method does whose receiver is not known.
pub(super) fn find_method(method: &str) -> Option<Does> {
    LIBRARY.call(&format!("*.{method}")).cloned()
}

/// Whether the named thing is known to compute only.
pub(super) fn computes(name: &str) -> bool {
    LIBRARY.computes(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_is_understood() {
        crate::effects::script::library::check::<Does>("python");
    }

    #[test]
    fn methods_are_found_through_what_made_the_receiver() {
        assert_eq!(
            find("sqlite3.connect().cursor().execute"),
            Some(Does::Sql(Dialect::Sqlite))
        );
        assert_eq!(find("requests.Session().post"), Some(Does::Send(0)));
        assert_eq!(find("os.remove"), Some(Does::Delete(0, false)));
        assert_eq!(
            find("boto3.client().delete_bucket"),
            Some(Does::Service(Service::Cloud))
        );
        assert_eq!(find("json.dumps"), None);
    }
}
