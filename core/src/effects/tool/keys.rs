//! What an argument means by its key and the shape of its value, for tools that the catalogue
//! does not describe.

use serde_json::Value;

use super::arguments::{Node, is_true};
use crate::catalog::tool::{Language, Role};
use crate::catalog::wording::Wording;
use crate::model::RiskClass;
use crate::target::amount::Unit;
use crate::target::recipient::Hint;
use crate::target::{host, url};

/// What is known about the call before its arguments are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    /// The class of what the tool does.
    pub(super) risk: RiskClass,
    /// The domain of its capability.
    pub(super) domain: &'a str,
    /// Paths are names inside a service.
    pub(super) remote_paths: bool,
    /// The tool looks through everything below a folder.
    pub(super) walks: bool,
    /// The tool stores its result in a file that an argument names.
    pub(super) stores: bool,
    /// The tool moves or renames.
    pub(super) moves: bool,
    /// Some argument names people.
    pub(super) names_people: bool,
    /// The tool runs commands or code.
    pub(super) runs: bool,
    /// Commands run on another machine.
    pub(super) is_elsewhere: bool,
    /// Scripts are JavaScript (a browser), Python, or not known.
    pub(super) script: Language,
    /// Queries are SQL, GraphQL, Cypher, or text.
    pub(super) query: Option<Language>,
}

impl Setting<'_> {
    /// What is known about a tool of the catalogue: its class.
    pub(super) fn of(risk: RiskClass) -> Self {
        Self {
            risk,
            domain: "",
            remote_paths: false,
            walks: false,
            stores: false,
            moves: false,
            names_people: false,
            runs: false,
            is_elsewhere: false,
            script: Language::Other,
            query: None,
        }
    }

    fn speaks_to_people(&self) -> bool {
        matches!(
            self.risk,
            RiskClass::Communication | RiskClass::PermissionChange | RiskClass::Financial
        ) || (self.domain == "calendar" && self.risk != RiskClass::Read)
    }
}

/// The meaning of an argument; `None` when its key and shape say nothing.
pub(super) fn guess(node: &Node<'_>, setting: &Setting<'_>) -> Option<Role> {
    let wording = Wording::built_in();
    let key = node.key.as_str();
    let is = |list: &str| wording.is_key(list, key);
    if is("content") {
        return Some(Role::Content);
    }
    if let Some(language) = source_text(node, setting, wording) {
        return Some(Role::Code(language));
    }
    if is("senders") {
        return Some(Role::Detail);
    }
    if is("everybody") && node.value.as_bool().is_some() {
        return Some(Role::Everybody);
    }
    if let Some(role) = someone(node, setting, wording) {
        return Some(role);
    }
    if setting.risk == RiskClass::Financial {
        if is("amounts") {
            return Some(Role::Amount(Unit::Whole));
        }
        if is("cents") {
            return Some(Role::Amount(Unit::Hundredth));
        }
        if is("currencies") {
            return Some(Role::Currency);
        }
        if is("accounts") {
            return Some(Role::Recipient(Hint::Account));
        }
    }
    let text = node.value.as_str();
    if let Some(role) = text.and_then(|text| place(key, text, setting, wording)) {
        return Some(role);
    }
    if is("records") && !node.value.is_object() {
        return Some(Role::Record(node.key.clone()));
    }
    if let Some(kind) = key.strip_suffix("_id").or_else(|| key.strip_suffix("_ids")) {
        return Some(Role::Record(kind.into()));
    }
    // An address under any other key is still reached by what is sent.
    let is_address = text.is_some_and(|text| {
        let text = text.trim();
        text.contains('@') && !text.contains(char::is_whitespace) && text.contains('.')
    });
    (is_address && setting.speaks_to_people()).then_some(Role::Recipient(Hint::Any))
}

/// Recipients, people and channels.
fn someone(node: &Node<'_>, setting: &Setting<'_>, wording: &Wording) -> Option<Role> {
    let key = node.key.as_str();
    let is = |list: &str| wording.is_key(list, key);
    let below_recipients = node
        .keys
        .split('.')
        .rev()
        .skip(1)
        .any(|parent| wording.is_key("recipients", &super::names::snake(parent)));
    if below_recipients {
        let names = is("addresses") || is("people") || matches!(key, "id" | "value" | "handle");
        return Some(if names || is("phone_addresses") {
            Role::Recipient(Hint::Any)
        } else {
            Role::Detail
        });
    }
    if is("recipients") {
        return Some(Role::Recipient(Hint::Any));
    }
    if is("phones") {
        return Some(Role::Recipient(Hint::Phone));
    }
    if is("addresses") {
        return Some(if setting.speaks_to_people() {
            Role::Recipient(Hint::Any)
        } else {
            Role::Detail
        });
    }
    if is("phone_addresses") {
        let calls = setting.risk == RiskClass::Communication;
        return Some(if calls {
            Role::Recipient(Hint::Phone)
        } else {
            Role::Detail
        });
    }
    if is("channels") {
        let is_about_people = setting.risk == RiskClass::PermissionChange && setting.names_people;
        return Some(if setting.risk == RiskClass::Read || is_about_people {
            Role::Record("channel".into())
        } else {
            Role::Recipient(Hint::Channel)
        });
    }
    if is("people") && !looks_like_path(node.value.as_str().unwrap_or_default()) {
        let is_conversation = matches!(setting.domain, "message" | "channel")
            && setting.risk == RiskClass::ExternalWrite;
        let reached = is_conversation
            || matches!(
                setting.risk,
                RiskClass::Communication | RiskClass::PermissionChange
            )
            || (setting.risk == RiskClass::Financial && key != "target");
        return Some(if reached {
            Role::Recipient(Hint::Any)
        } else {
            Role::Record("user".into())
        });
    }
    None
}

/// Whether the key names people: then a channel beside it is only where they are.
pub(super) fn names_people(node: &Node<'_>) -> bool {
    let wording = Wording::built_in();
    ["people", "addresses", "recipients"]
        .iter()
        .any(|list| wording.is_key(list, &node.key))
        && is_true(node.value)
}

/// URLs, hosts and paths.
fn place(key: &str, text: &str, setting: &Setting<'_>, wording: &Wording) -> Option<Role> {
    let is = |list: &str| wording.is_key(list, key);
    let says_url = matches!(url::read_explicit(text), Some(url::Place::Web(..)))
        || (text.contains("://") && is("urls"));
    if is("urls") || key.ends_with("_url") || key.ends_with("_urls") {
        // `www.x.example/page` is no file, whatever its slashes look like.
        let begins_with_host = text.split('/').next().is_some_and(host::looks_like_host);
        let is_file =
            !says_url && looks_like_path(text) && !text.starts_with("//") && !begins_with_host;
        return Some(if is_file {
            path_role(key, setting, wording)
        } else {
            Role::Url
        });
    }
    if says_url {
        return Some(Role::Link);
    }
    if text.trim_start().starts_with("file:") {
        return Some(path_role(key, setting, wording));
    }
    if is("hosts") && host::looks_like_host(text) {
        return Some(Role::Host);
    }
    let is_path = is("paths")
        || ((is("maybe_paths") || is("read_paths") || is("written_paths"))
            && looks_like_path(text));
    if !is_path {
        return None;
    }
    if setting.remote_paths && !is("local_paths") && !is_of_this_machine(text) {
        return Some(Role::Record("file".into()));
    }
    Some(path_role(key, setting, wording))
}

/// Whether a path starts in a folder that only a machine has, not a repository or a store.
fn is_of_this_machine(text: &str) -> bool {
    [
        "~", "/home/", "/Users/", "/root/", "/tmp/", "/etc/", "/var/", "/opt/", "/proc/",
    ]
    .iter()
    .any(|folder| text.starts_with(folder))
}

/// What happens to the file that a path argument names.
fn path_role(key: &str, setting: &Setting<'_>, wording: &Wording) -> Role {
    let is = |list: &str| wording.is_key(list, key);
    match setting.risk {
        RiskClass::Read if setting.stores || is("written_paths") => Role::WritePath,
        RiskClass::Read if setting.walks => Role::Tree,
        RiskClass::LocalWrite if is("read_paths") && !setting.moves => Role::ReadPath,
        RiskClass::ExternalWrite | RiskClass::Communication if is("written_paths") => {
            Role::WritePath
        }
        RiskClass::ExternalWrite | RiskClass::Communication | RiskClass::Financial => {
            Role::SentPath
        }
        _ => Role::Path,
    }
}

/// Whether the text can only be a path: anchored, or with a separator and no space before it.
pub(super) fn looks_like_path(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['/', '~'])
        || text.starts_with("./")
        || text.starts_with("../")
        || text.starts_with("file:")
        || (text.contains('/') && !text.contains("://") && !text.contains(char::is_whitespace))
}

/// The language of an argument that is source text.
fn source_text(node: &Node<'_>, setting: &Setting<'_>, wording: &Wording) -> Option<Language> {
    let key = node.key.as_str();
    let is = |list: &str| wording.is_key(list, key);
    if is("mongo") && (node.value.is_array() || node.value.is_object()) {
        return Some(Language::Mongo);
    }
    if is("commands") {
        let is_list = node.value.is_array();
        let words = node.value.as_str().unwrap_or_default();
        let is_command = setting.runs || words.trim().contains(char::is_whitespace);
        return (is_command && (is_list || node.value.is_string())).then_some(
            if setting.is_elsewhere {
                Language::RemoteShell
            } else {
                Language::Shell
            },
        );
    }
    let text = node.value.as_str()?;
    if is("sql") {
        return Some(Language::Sql);
    }
    if is("cypher") {
        return Some(Language::Cypher);
    }
    if is("javascript") {
        return Some(Language::JavaScript);
    }
    if is("python") {
        return Some(Language::Python);
    }
    if is("queries") {
        return query_language(text, setting);
    }
    (is("scripts") && (setting.runs || key == "apex_code")).then_some(setting.script)
}

/// The language of a query: what the server speaks, else what the text itself shows.
fn query_language(text: &str, setting: &Setting<'_>) -> Option<Language> {
    let lower: String = text
        .trim_start()
        .chars()
        .take(400)
        .collect::<String>()
        .to_lowercase();
    let is_graphql = ["mutation", "subscription", "query", "fragment"]
        .iter()
        .any(|word| {
            lower
                .strip_prefix(word)
                .is_some_and(|rest| rest.contains('{'))
        })
        || (lower.starts_with('{') && !lower.contains('"') && lower.contains('}'));
    if is_graphql {
        return Some(Language::GraphQl);
    }
    setting
        .query
        .or_else(|| is_sql(&lower).then_some(Language::Sql))
}

/// Whether lower-case text begins like a statement of SQL rather than like a question.
fn is_sql(lower: &str) -> bool {
    let mut words = lower.split(|c: char| c.is_whitespace() || c == '(');
    let first = words.next().unwrap_or_default();
    let second = words.find(|word| !word.is_empty()).unwrap_or_default();
    match first {
        "select" => lower.contains(" from ") || lower.contains('*') || lower.contains('('),
        "with" => lower.contains(" as (") || lower.contains(" as("),
        "insert" | "merge" | "replace" => second == "into",
        "update" => lower.contains(" set "),
        "delete" => second == "from",
        "truncate" | "pragma" | "vacuum" => true,
        "drop" | "alter" | "create" => matches!(
            second,
            "table"
                | "database"
                | "schema"
                | "index"
                | "view"
                | "user"
                | "role"
                | "or"
                | "function"
                | "trigger"
                | "policy"
                | "sequence"
                | "unique"
                | "temp"
                | "temporary"
        ),
        "grant" | "revoke" => lower.contains(" to ") || lower.contains(" from "),
        _ => false,
    }
}

/// Whether a value below this argument only selects what is looked at.
pub(super) fn is_filter(node: &Node<'_>) -> bool {
    let wording = Wording::built_in();
    node.keys
        .split('.')
        .rev()
        .skip(1)
        .any(|parent| wording.is_key("filters", &super::names::snake(parent)))
}

/// A yes from a server about itself can only raise: `destructiveHint`.
pub(super) fn hint(node: &Node<'_>) -> Option<RiskClass> {
    match (node.key.as_str(), node.value) {
        ("destructive_hint", value) if is_true(value) => Some(RiskClass::Delete),
        ("read_only_hint", Value::Bool(false)) => Some(RiskClass::ExternalWrite),
        _ => None,
    }
}
