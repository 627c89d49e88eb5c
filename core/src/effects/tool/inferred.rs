//! A call of a tool that is not the host's own: a pack of its server may describe it, else its
//! name's verbs, its `action` arguments and the shape of the others say what it does. What gives
//! no signal is unknown.

use serde_json::Value;

use super::super::Context;
use super::arguments::{Inside, Node, visit};
use super::assemble::{Piece, Plan, assemble};
use super::code::Where;
use super::identity::{Identity, identify};
use super::keys::{self, Setting};
use super::known;
use super::names::words;
use super::values;
use super::verbs::{self, Said};
use crate::catalog::tool::{Action, Language, Role, Server, ToolSpec};
use crate::catalog::wording::Wording;
use crate::model::{Capability, Effect, Marks, RiskClass, ToolCall};

/// The effects of the call.
pub(super) fn inferred(call: &ToolCall, context: &Context<'_>) -> Vec<Effect> {
    let identity = identify(&call.tool, &context.catalog.servers);
    let server = context.catalog.servers.get(&identity.server);
    let spec = server.tool(&identity.tool.join("_"));
    let reading = Reading {
        call,
        identity: &identity,
        server: &server,
        spec,
    };
    let mut plan = reading.plan();
    plan.place = Where::Elsewhere;
    assemble(&plan, context)
}

struct Reading<'a, 'c> {
    call: &'a ToolCall,
    identity: &'c Identity,
    server: &'c Server,
    spec: Option<&'c ToolSpec>,
}

impl<'a> Reading<'a, '_> {
    fn plan(&self) -> Plan<'a> {
        let named = self.named();
        let chosen = self.chosen(named);
        let risk = self.locally(chosen.unwrap_or(RiskClass::Unknown));
        let domain = self.domain();
        let setting = self.setting(risk, &domain);
        let guess = |node: &Node<'a>| {
            let by_server = self.server.role(&node.key).cloned();
            by_server.or_else(|| keys::guess(node, &setting))
        };
        let mut plan = match self.spec {
            Some(spec) => known::plan(self.call, spec, &guess),
            None => self.plan_by_shape(Action::new(self.capability(risk, &domain), risk), &guess),
        };
        if self.spec.is_some() && chosen.is_some_and(|class| class > plan.action.risk) {
            let raised = Action::new(self.capability(risk, &domain), risk);
            plan.action = plan.action.or_worse(raised);
        }
        plan.action.marks |= self.marks(risk, &domain);
        plan
    }

    /// What the pack says, or else the name.
    fn named(&self) -> Said {
        let Some(spec) = self.spec else {
            return verbs::said(&self.identity.tool);
        };
        let class = known::plan(self.call, spec, &|_| None).action.risk;
        if spec.raises_only {
            let by_name = verbs::said(&self.identity.tool).class();
            return Said::Class(class.max(by_name.unwrap_or(RiskClass::Unknown)));
        }
        Said::Class(class)
    }

    /// Every argument with its guessed meaning.
    fn plan_by_shape(&self, action: Action, guess: &dyn Fn(&Node<'a>) -> Option<Role>) -> Plan<'a> {
        let mut plan = Plan::new(action);
        visit(&self.call.args, &mut |node| {
            let Some(role) = guess(node) else {
                return Inside::Visit;
            };
            let is_container = node.value.is_object() || node.value.is_array();
            let whole = matches!(role, Role::Code(_));
            let skip = whole || (role == Role::Content && !node.value.is_object());
            if whole || !is_container {
                plan.pieces.push(Piece::new(role, node));
            }
            if skip { Inside::Skip } else { Inside::Visit }
        });
        plan
    }

    /// The class by name and by the arguments that choose or hint. An argument can raise what the
    /// name says, never lower it.
    fn chosen(&self, named: Said) -> Option<RiskClass> {
        let mut class = named.class();
        let runs = self.runs();
        visit(&self.call.args, &mut |node| {
            if let Some(hint) = keys::hint(node) {
                class = class.max(Some(hint));
            }
            let from_value = match node.value {
                Value::String(text) if !keys::is_filter(node) => {
                    values::value_says(node, text, runs, self.knows(node))
                }
                _ => None,
            };
            if from_value.is_some() {
                class = class.max(from_value);
            }
            Inside::Visit
        });
        if self.is_http()
            && !self.has_method()
            && class.is_none_or(|class| class == RiskClass::Read)
        {
            let has_url = self.has_key("urls");
            let sends = ["body", "data", "json", "payload", "form", "files"]
                .iter()
                .any(|key| {
                    self.call
                        .args
                        .get(*key)
                        .is_some_and(super::arguments::is_true)
                });
            class = match (sends, has_url) {
                (true, _) => Some(RiskClass::ExternalWrite),
                (false, true) => Some(RiskClass::Read),
                (false, false) => class,
            };
        }
        class
    }

    /// Whether the pack says what the argument means: then its values are judged by the pack.
    fn knows(&self, node: &Node<'_>) -> bool {
        self.spec
            .is_some_and(|spec| spec.role(&node.keys).is_some())
    }

    /// Writes of a server whose state is on this machine stay here.
    fn locally(&self, risk: RiskClass) -> RiskClass {
        let is_local = self.server.is_local()
            || (!self.server.has_remote_paths() && self.is_local_file_tool());
        if is_local && risk == RiskClass::ExternalWrite {
            RiskClass::LocalWrite
        } else {
            risk
        }
    }

    /// A tool about files whose arguments name files of this machine.
    fn is_local_file_tool(&self) -> bool {
        let about_files = self.identity.tool.iter().any(|word| {
            matches!(
                word.as_str(),
                "file" | "files" | "directory" | "folder" | "path" | "symlink" | "dir" | "disk"
            )
        });
        let sends = ["upload", "share", "publish", "attach"]
            .iter()
            .any(|verb| self.identity.tool.iter().any(|word| word == verb));
        about_files
            && !sends
            && self.call.args.iter().any(|(key, value)| {
                Wording::built_in().is_key("paths", &super::names::snake(key))
                    && value
                        .as_str()
                        .is_some_and(|text| text.starts_with(['/', '~']))
            })
    }

    fn setting<'s>(&self, risk: RiskClass, domain: &'s str) -> Setting<'s> {
        let has = |list: &[&str]| {
            let tool = &self.identity.tool;
            list.iter().any(|verb| tool.iter().any(|word| word == verb))
        };
        let server_has =
            |list: &[&str]| list.iter().any(|part| self.identity.server.contains(part));
        let mut names_people = false;
        visit(&self.call.args, &mut |node| {
            names_people |= keys::names_people(node);
            Inside::Visit
        });
        Setting {
            risk,
            domain,
            remote_paths: self.server.has_remote_paths(),
            walks: has(&[
                "search",
                "grep",
                "find",
                "tree",
                "glob",
                "scan",
                "recursive",
                "index",
            ]),
            stores: has(&[
                "download",
                "export",
                "save",
                "dump",
                "screenshot",
                "capture",
                "record",
                "snapshot",
                "pdf_save",
            ]),
            moves: has(&["move", "rename", "mv"]),
            names_people,
            runs: self.runs() || risk == RiskClass::Execution,
            is_elsewhere: server_has(&[
                "ssh",
                "kubernetes",
                "k8s",
                "docker",
                "remote",
                "sandbox",
                "e2b",
            ]) || has(&["ssh", "remote", "pods", "pod", "container", "sandbox"])
                || self.has_key("hosts"),
            script: if server_has(&[
                "playwright",
                "puppeteer",
                "browser",
                "chrome",
                "node",
                "selenium",
            ]) {
                Language::JavaScript
            } else if server_has(&["python", "jupyter", "notebook", "ipython"]) || has(&["python"])
            {
                Language::Python
            } else {
                Language::Other
            },
            query: query_language(&self.identity.server, &self.identity.tool),
        }
    }

    fn runs(&self) -> bool {
        let speaks = |word: &str| {
            matches!(
                word,
                "shell"
                    | "bash"
                    | "terminal"
                    | "command"
                    | "commands"
                    | "exec"
                    | "execute"
                    | "run"
                    | "ssh"
                    | "cmd"
                    | "script"
                    | "cli"
                    | "console"
                    | "powershell"
                    | "process"
                    | "evaluate"
                    | "eval"
                    | "repl"
            )
        };
        self.identity.tool.iter().any(|word| speaks(word))
            || self.identity.server.split('_').any(speaks)
    }

    fn is_http(&self) -> bool {
        let speaks =
            |word: &str| matches!(word, "http" | "fetch" | "request" | "curl" | "rest" | "api");
        self.identity.tool.iter().any(|word| speaks(word))
            || self.identity.server.split('_').any(speaks)
    }

    fn has_method(&self) -> bool {
        self.call
            .args
            .keys()
            .any(|key| Wording::built_in().is_key("methods", &super::names::snake(key)))
    }

    fn has_key(&self, list: &str) -> bool {
        self.call
            .args
            .keys()
            .any(|key| Wording::built_in().is_key(list, &super::names::snake(key)))
    }

    fn domain(&self) -> String {
        let wording = Wording::built_in();
        if let Some(domain) = wording.domain(&self.identity.tool) {
            let in_service = self.server.has_remote_paths();
            return if domain == "file" && in_service {
                "drive"
            } else {
                domain
            }
            .to_owned();
        }
        if let Some(domain) = self.server.domain() {
            return domain.to_owned();
        }
        wording
            .domain(&words(&self.identity.server))
            .unwrap_or("tool")
            .to_owned()
    }

    fn capability(&self, risk: RiskClass, domain: &str) -> Capability {
        let has = |list: &[&str]| {
            let tool = &self.identity.tool;
            list.iter().any(|verb| tool.iter().any(|word| word == verb))
        };
        if risk == RiskClass::Unknown {
            return Capability::UNKNOWN;
        }
        let verb = match risk {
            RiskClass::Read => "read",
            RiskClass::Delete => "delete",
            RiskClass::Communication if has(&["comment", "comments", "review"]) => "comment",
            RiskClass::Communication => "send",
            RiskClass::PermissionChange if has(&["share", "sharing"]) => "share",
            RiskClass::PermissionChange if has(&["invite"]) => "invite",
            RiskClass::PermissionChange => "permission",
            RiskClass::Financial if domain == "booking" => "create",
            RiskClass::Financial => {
                return Capability::new(if domain == "order" {
                    "order.create"
                } else {
                    "payment.send"
                });
            }
            RiskClass::Execution => "exec",
            RiskClass::LocalWrite if domain == "file" => "write",
            _ if has(&["draft", "drafts"]) => "draft",
            _ if has(&["push"]) && domain == "repo" => "push",
            _ if has(&[
                "create",
                "add",
                "insert",
                "new",
                "post",
                "upload",
                "copy",
                "fork",
                "duplicate",
                "import",
            ]) =>
            {
                "create"
            }
            _ => "update",
        };
        Capability::new(&format!("{domain}.{verb}"))
    }

    fn marks(&self, risk: RiskClass, domain: &str) -> Marks {
        let wording = Wording::built_in();
        let tool = &self.identity.tool;
        let mut marks = Marks::empty();
        let is_secret = tool
            .iter()
            .any(|word| wording.secret_nouns.contains(word.as_str()))
            || tool
                .windows(2)
                .any(|pair| wording.secret_nouns.contains(pair.join("_").as_str()));
        let only_names = tool
            .iter()
            .any(|word| matches!(word.as_str(), "list" | "count" | "search"));
        if is_secret && risk == RiskClass::Read && !only_names {
            marks |= Marks::SECRET;
        }
        if risk != RiskClass::Read && domain == "device" && super::assemble::is_physical(tool) {
            marks |= Marks::PHYSICAL;
        }
        marks
    }
}

/// The language that the queries of a server are written in.
fn query_language(server: &str, tool: &[String]) -> Option<Language> {
    let server_is = |names: &[&str]| names.iter().any(|name| server.contains(name));
    let tool_is = |names: &[&str]| tool.iter().any(|word| names.contains(&word.as_str()));
    if server_is(&["neo4j", "memgraph", "falkordb"]) || tool_is(&["cypher"]) {
        return Some(Language::Cypher);
    }
    if tool_is(&["sql"])
        || server_is(&[
            "postgres",
            "mysql",
            "mariadb",
            "sqlite",
            "bigquery",
            "snowflake",
            "redshift",
            "duckdb",
            "clickhouse",
            "mssql",
            "sqlserver",
            "oracle",
            "cockroach",
            "supabase",
            "neon",
            "motherduck",
            "timescale",
            "athena",
            "databricks",
            "trino",
            "presto",
            "planetscale",
            "turso",
            "libsql",
            "sql",
        ])
    {
        return Some(Language::Sql);
    }
    (tool_is(&["graphql"]) || server_is(&["graphql", "hasura"])).then_some(Language::GraphQl)
}
