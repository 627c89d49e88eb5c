//! What the calls of JavaScript's platforms do: pages, Node, Deno, Bun and common packages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::service::Service;

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

const GROUPS: &[(Does, &[&str])] = &[
    (
        Does::Read,
        &[
            "fs.readFile",
            "fs.readFileSync",
            "fs.readdir",
            "fs.readdirSync",
            "fs.createReadStream",
            "fs.stat",
            "fs.statSync",
            "fs.lstatSync",
            "fs.existsSync",
            "fs.access",
            "fs.accessSync",
            "fs.readlinkSync",
            "fs.openSync",
            "fs.readJson",
            "fs.readJsonSync",
            "Deno.readTextFile",
            "Deno.readTextFileSync",
            "Deno.readFile",
            "Deno.readFileSync",
            "Deno.readDir",
            "Deno.readDirSync",
            "Deno.stat",
            "Bun.file",
            "glob.sync",
            "glob.globSync",
        ],
    ),
    (
        Does::Write,
        &[
            "fs.writeFile",
            "fs.writeFileSync",
            "fs.appendFile",
            "fs.appendFileSync",
            "fs.createWriteStream",
            "fs.mkdir",
            "fs.mkdirSync",
            "fs.mkdtempSync",
            "fs.truncateSync",
            "fs.truncate",
            "fs.utimesSync",
            "fs.open",
            "fs.outputFile",
            "fs.outputFileSync",
            "fs.writeJson",
            "fs.writeJsonSync",
            "fs.ensureDir",
            "fs.ensureDirSync",
            "fs.ensureFileSync",
            "Deno.writeTextFile",
            "Deno.writeTextFileSync",
            "Deno.writeFile",
            "Deno.writeFileSync",
            "Deno.mkdir",
            "Deno.mkdirSync",
            "Deno.create",
            "Deno.open",
            "Bun.write",
        ],
    ),
    (
        Does::Delete(false),
        &["fs.unlink", "fs.unlinkSync", "fs.rmdir", "fs.rmdirSync"],
    ),
    (
        Does::Delete(true),
        &[
            "fs.rm",
            "fs.rmSync",
            "fs.remove",
            "fs.removeSync",
            "fs.emptyDir",
            "fs.emptyDirSync",
            "Deno.remove",
            "Deno.removeSync",
            "rimraf",
            "rimraf.sync",
            "rimraf.rimrafSync",
            "rimraf.rimraf",
            "del",
            "trash",
            "shelljs.rm",
        ],
    ),
    (
        Does::Move,
        &[
            "fs.rename",
            "fs.renameSync",
            "fs.move",
            "fs.moveSync",
            "Deno.rename",
            "Deno.renameSync",
        ],
    ),
    (
        Does::Copy,
        &[
            "fs.copyFile",
            "fs.copyFileSync",
            "fs.cp",
            "fs.cpSync",
            "fs.copy",
            "fs.copySync",
            "fs.symlink",
            "fs.symlinkSync",
            "fs.link",
            "fs.linkSync",
            "Deno.copyFile",
            "Deno.symlink",
            "Deno.link",
        ],
    ),
    (
        Does::Permission,
        &[
            "fs.chmod",
            "fs.chmodSync",
            "fs.chown",
            "fs.chownSync",
            "fs.lchown",
            "Deno.chmod",
            "Deno.chown",
        ],
    ),
    (
        Does::Shell,
        &[
            "child_process.exec",
            "child_process.execSync",
            "shelljs.exec",
            "execa.command",
            "execa.commandSync",
            "execa.execaCommand",
        ],
    ),
    (
        Does::Spawn,
        &[
            "child_process.spawn",
            "child_process.spawnSync",
            "child_process.execFile",
            "child_process.execFileSync",
            "execa",
            "execa.execa",
            "execa.execaSync",
            "execa.sync",
            "cross-spawn",
            "cross-spawn.sync",
            "Deno.Command",
        ],
    ),
    (Does::List, &["Bun.spawn", "Bun.spawnSync"]),
    (
        Does::Code,
        &[
            "child_process.fork",
            "eval",
            "Function",
            "vm.runInThisContext",
            "vm.runInNewContext",
            "vm.runInContext",
            "vm.Script",
            "vm.compileFunction",
            "importScripts",
            "document.write",
            "document.writeln",
            "Worker",
            "SharedWorker",
            "WebAssembly.instantiate",
            "WebAssembly.compile",
            "Deno.dlopen",
            "process.dlopen",
            "process.binding",
            "module._load",
            "module.createRequire",
            "javascript",
            "unescape",
            "setImmediate",
        ],
    ),
    (
        Does::Fetch,
        &[
            "fetch",
            "http.get",
            "https.get",
            "http.request",
            "https.request",
            "axios",
            "axios.request",
            "got",
            "node-fetch",
            "undici.fetch",
            "undici.request",
            "superagent",
            "ky",
            "needle",
            "request",
            "XMLHttpRequest",
            "$.ajax",
            "jQuery.ajax",
        ],
    ),
    (
        Does::Navigate,
        &[
            "axios.get",
            "axios.head",
            "got.get",
            "superagent.get",
            "ky.get",
            "$.get",
            "$.getJSON",
            "$.getScript",
            "jQuery.get",
            "jQuery.getJSON",
            "WebSocket",
            "EventSource",
            "open",
            "window.open",
            "location.assign",
            "location.replace",
            "window.location.assign",
            "window.location.replace",
            "document.location.assign",
            "document.location.replace",
            "RTCPeerConnection",
            "net.connect",
            "net.createConnection",
            "tls.connect",
            "dns.lookup",
            "dns.resolve",
            "dns.resolveTxt",
            "Deno.connect",
        ],
    ),
    (
        Does::Send,
        &[
            "navigator.sendBeacon",
            "axios.post",
            "axios.put",
            "axios.patch",
            "axios.delete",
            "got.post",
            "got.put",
            "got.patch",
            "got.delete",
            "superagent.post",
            "superagent.put",
            "ky.post",
            "ky.put",
            "ky.delete",
            "$.post",
            "jQuery.post",
            "request.post",
        ],
    ),
    (Does::Kill, &["process.kill", "Deno.kill"]),
    (
        Does::Store,
        &[
            "localStorage.setItem",
            "localStorage.removeItem",
            "localStorage.clear",
            "sessionStorage.setItem",
            "sessionStorage.removeItem",
            "sessionStorage.clear",
            "indexedDB.open",
            "indexedDB.deleteDatabase",
            "caches.open",
            "caches.delete",
            "cookieStore.set",
            "cookieStore.delete",
            "history.pushState",
            "history.replaceState",
            "navigator.serviceWorker.register",
            "navigator.clipboard.writeText",
        ],
    ),
    (
        Does::Service(Service::Money),
        &["stripe.*", "paypal.*", "braintree.*"],
    ),
    (
        Does::Service(Service::Messages),
        &[
            "nodemailer.*",
            "@slack/web-api.*",
            "twilio.*",
            "discord.js.*",
            "@sendgrid/mail.*",
            "telegraf.*",
        ],
    ),
    (
        Does::Service(Service::Cloud),
        &[
            "aws-sdk.*",
            "@octokit/rest.*",
            "googleapis.*",
            "firebase-admin.*",
            "@supabase/supabase-js.*",
            "@notionhq/client.*",
        ],
    ),
];

/// Methods by their last name, whatever they are called on.
const METHODS: &[(Does, &[&str])] = &[
    (
        Does::Act,
        &[
            "submit",
            "requestSubmit",
            "click",
            "dispatchEvent",
            "showModal",
        ],
    ),
    (
        Does::Code,
        &[
            "insertAdjacentHTML",
            "createContextualFragment",
            "setHTMLUnsafe",
            "constructor",
            "executeScript",
        ],
    ),
    (Does::Delete(false), &["unlinkSync", "rmdirSync"]),
    (Does::Delete(true), &["rmSync", "removeSync"]),
    (Does::Write, &["writeFileSync", "appendFileSync"]),
    (Does::Shell, &["execSync"]),
    (Does::Spawn, &["spawnSync", "execFileSync"]),
    (Does::Send, &["sendBeacon"]),
];

static TABLE: LazyLock<HashMap<&'static str, Does>> = LazyLock::new(|| {
    GROUPS
        .iter()
        .flat_map(|(does, names)| names.iter().map(|name| (*name, *does)))
        .collect()
});

static BY_METHOD: LazyLock<HashMap<&'static str, Does>> = LazyLock::new(|| {
    METHODS
        .iter()
        .flat_map(|(does, names)| names.iter().map(|name| (*name, *does)))
        .collect()
});

/// What the call of a full name does.
pub(super) fn find(name: &str) -> Option<Does> {
    let name = name
        .strip_prefix("window.")
        .or_else(|| name.strip_prefix("globalThis."))
        .or_else(|| name.strip_prefix("self."))
        .unwrap_or(name);
    if let Some(does) = TABLE.get(name) {
        return Some(*does);
    }
    let root = name.split('.').next().unwrap_or_default();
    if let Some(does) = TABLE.get(format!("{root}.*").as_str()) {
        return Some(*does);
    }
    let (_, method) = name.rsplit_once('.')?;
    // `xhr.open(method, url)` on whatever the object is called.
    if method == "open" && root != "fs" && root != "window" {
        return Some(Does::Request);
    }
    BY_METHOD.get(method).copied()
}
