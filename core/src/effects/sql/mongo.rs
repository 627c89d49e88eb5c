//! MongoDB: shell text, command documents and pipelines.

use serde_json::Value;

use super::{capability, effect, unreadable};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

const READS: &[&str] = &[
    "find",
    "findone",
    "count",
    "countdocuments",
    "estimateddocumentcount",
    "distinct",
    "aggregate",
    "explain",
    "stats",
    "listcollections",
    "listcollectionnames",
    "listdatabases",
    "listdatabasenames",
    "listindexes",
    "indexinformation",
    "getindexes",
    "getcollectionnames",
    "getcollectioninfos",
    "getcollection",
    "getdb",
    "getsiblingdb",
    "getmongo",
    "getname",
    "getdatabase",
    "gettoken",
    "limit",
    "sort",
    "skip",
    "project",
    "projection",
    "pretty",
    "toarray",
    "hasnext",
    "next",
    "foreach",
    "map",
    "itcount",
    "size",
    "batchsize",
    "hint",
    "collation",
    "comment",
    "maxtimems",
    "ping",
    "hello",
    "ismaster",
    "serverstatus",
    "buildinfo",
    "dbstats",
    "collstats",
    "hostinfo",
    "currentop",
    "getparameter",
    "getlog",
    "version",
    "serverinfo",
    "objectid",
    "isodate",
    "date",
    "numberlong",
    "numberint",
    "numberdecimal",
    "uuid",
    "print",
    "printjson",
    "tojson",
    "stringify",
    "command_read",
    "validate",
    "datasize",
    "totalsize",
    "storagesize",
    "watch",
    "showcollections",
    "usersinfo",
    "rolesinfo",
    "getusers",
    "getuser",
    "getroles",
    "find_raw",
    "rawresult",
    "getcollectionschema",
    "connectionstatus",
    "top",
    "isodocument",
    "number",
    "string",
    "tostring",
    "gettimestamp",
    "log",
];
const WRITES: &[&str] = &[
    "insert",
    "insertone",
    "insertmany",
    "update",
    "updateone",
    "updatemany",
    "replaceone",
    "findandmodify",
    "findoneandupdate",
    "findoneandreplace",
    "save",
    "bulkwrite",
    "createindex",
    "createindexes",
    "ensureindex",
    "createcollection",
    "create",
    "createview",
    "renamecollection",
    "collmod",
    "reindex",
    "compact",
    "initializeorderedbulkop",
    "initializeunorderedbulkop",
    "shardcollection",
    "enablesharding",
    "setprofilinglevel",
    "fsync",
    "upsert",
    "mapreduce",
    "convertocapped",
    "clonecollection",
    "copydatabase",
    "unhideindex",
    "hideindex",
];
const DELETES: &[&str] = &[
    "delete",
    "deleteone",
    "deletemany",
    "remove",
    "drop",
    "dropdatabase",
    "dropindex",
    "dropindexes",
    "dropcollection",
    "findoneanddelete",
    "findandremove",
    "shutdown",
    "shutdownserver",
    "killop",
    "dropallusersfromdatabase",
];
const PERMISSIONS: &[&str] = &[
    "createuser",
    "updateuser",
    "dropuser",
    "createrole",
    "updaterole",
    "droprole",
    "grantrolestouser",
    "revokerolesfromuser",
    "grantprivilegestorole",
    "revokeprivilegesfromrole",
    "changeuserpassword",
    "setparameter",
    "setfeaturecompatibilityversion",
    "grantrolestorole",
    "revokerolesfromrole",
    "auth",
];
/// Operators that write, and those that run JavaScript on the server.
const WRITING_STAGES: &[&str] = &["$out", "$merge"];
const CODE: &[&str] = &["$where", "$function", "$accumulator"];

/// What a method or command does by its name, in any spelling.
pub(crate) fn method(name: &str) -> Option<(RiskClass, Capability)> {
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let listed = |list: &[&str]| list.contains(&name.as_str());
    let risk = if listed(DELETES) {
        RiskClass::Delete
    } else if listed(PERMISSIONS) {
        RiskClass::PermissionChange
    } else if listed(WRITES) {
        RiskClass::ExternalWrite
    } else if listed(READS) {
        RiskClass::Read
    } else {
        return None;
    };
    Some((risk, capability(risk)))
}

/// Everything that the MongoDB text does; never empty.
pub(crate) fn mongo(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    if source.text.len() > limits::COMMAND_BYTES {
        let effect = unreadable(source.whole(), "the text is too long to read");
        return vec![effect.marked(Marks::OVERSIZED)];
    }
    let trimmed = source.text.trim();
    let mut effects = match serde_json::from_str::<Value>(trimmed) {
        Ok(Value::Array(stages)) if stages.iter().all(is_stage) => {
            vec![effect(RiskClass::Read, source.whole())]
        }
        Ok(Value::Object(command)) => match command.keys().next() {
            Some(first) if first.starts_with('$') => vec![effect(RiskClass::Read, source.whole())],
            Some(first) => vec![named(first, source)],
            None => vec![effect(RiskClass::Read, source.whole())],
        },
        Ok(_) => vec![unreadable(source.whole(), "no command can be read")],
        Err(_) => shell(source),
    };
    let has = |words: &[&str]| words.iter().any(|word| holds_word(source.text, word));
    if has(WRITING_STAGES) {
        effects.push(effect(RiskClass::ExternalWrite, source.whole()));
    }
    if has(CODE) {
        effects.push(Effect::opaque(
            capability(RiskClass::Execution),
            source.whole(),
            "runs JavaScript in the database",
        ));
    }
    if effects.is_empty() {
        effects.push(unreadable(source.whole(), "no command can be read"));
    }
    effects
}

fn is_stage(stage: &Value) -> bool {
    stage
        .as_object()
        .is_some_and(|stage| stage.keys().all(|key| key.starts_with('$')))
}

fn holds_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !text
            .get(at + word.len()..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn named(name: &str, source: &Source<'_>) -> Effect {
    match method(name) {
        Some((risk, _)) => effect(risk, source.whole()),
        None => effect(RiskClass::ExternalWrite, source.whole()).uncertain(
            Certainty::Unresolved,
            format!("the command `{name}` is not known"),
        ),
    }
}

/// Shell text: every method that is called counts, whatever it is called on.
fn shell(source: &Source<'_>) -> Vec<Effect> {
    let text = source.text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    if ["show", "use", "help", "it"].contains(&first) && !text.contains(['(', ';', '\n']) {
        return vec![effect(RiskClass::Read, source.whole())];
    }
    let mut effects = Vec::new();
    let mut unknown = false;
    for name in called_names(text) {
        let Some((risk, _)) = method(name) else {
            unknown = true;
            continue;
        };
        let found = effect(risk, source.whole());
        if !effects.contains(&found) {
            effects.push(found);
        }
    }
    if unknown || effects.is_empty() {
        effects.push(unreadable(
            source.whole(),
            "runs JavaScript in the database's shell",
        ));
    }
    effects
}

/// Names that stand before a `(`, outside strings and comments.
fn called_names(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut names = Vec::new();
    let mut start = 0;
    let mut quote: Option<u8> = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        match quote {
            Some(_) if byte == b'\\' => at += 1,
            Some(open) => {
                if byte == open {
                    quote = None;
                }
                start = at + 1;
            }
            None if matches!(byte, b'\'' | b'"' | b'`') => quote = Some(byte),
            None if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' => {}
            None => {
                if byte == b'(' && start < at {
                    names.extend(text.get(start..at));
                } else if byte == b'(' && at > 0 && bytes.get(at - 1) == Some(&b']') {
                    // `db["users"]["drop"]()`: the name is a string.
                    names.push("?");
                }
                start = at + 1;
            }
        }
        at += 1;
    }
    names
}
