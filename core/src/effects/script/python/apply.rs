//! What known calls do, with the arguments that are known.

use smol_str::{SmolStr, format_smolstr};

use super::calls::{Arguments, Site};
use super::library::Does;
use super::reader::Reader;
use super::value::{HOLE, Instance, Origin, Text, Value};
use crate::effects::script::service::{self, Service};
use crate::effects::script::touch::{self, Action};
use crate::effects::sql;
use crate::effects::{Context, Source};
use crate::model::{Capability, Certainty, Effect, Environment, Marks, Reach, RiskClass, Target};
use crate::target::path;
use crate::target::recipient::{self, Hint};

/// Names under which libraries take a path.
const PATH_KEYS: &[&str] = &[
    "path",
    "file",
    "filename",
    "name",
    "src",
    "source",
    "top",
    "fname",
    "filepath",
    "fp",
    "filepath_or_buffer",
    "path_or_buf",
    "pathname",
    "fn",
    "io",
    "root",
    "dir",
    "database",
];
const TARGET_KEYS: &[&str] = &["dst", "target", "destination", "path", "extract_dir"];
const URL_KEYS: &[&str] = &["url", "urls", "uri", "fullurl"];

impl Reader<'_, '_> {
    /// Adds the effects of a known call; gives what it returns.
    pub(super) fn apply(&mut self, does: Does, arguments: &Arguments, site: &Site) -> Value {
        let result = |origin| {
            Value::Instance(Instance {
                name: format_smolstr!("{}()", site.name),
                origin,
                place: site.place.clone(),
            })
        };
        match does {
            Does::Nothing => result(Origin::Here),
            Does::Read(index) => {
                let file = arguments.at(index, PATH_KEYS);
                if file.and_then(remote).is_some() {
                    return self.apply(Does::Fetch(index), arguments, site);
                }
                let marks = self.touch(Action::Read, file, Reach::One, site);
                listed(&site.name, file).unwrap_or_else(|| opened(&site.name, file, marks))
            }
            Does::Write(index) => {
                let file = arguments.at(index, PATH_KEYS);
                self.touch(Action::Write, file, Reach::One, site);
                opened(&site.name, file, Marks::empty())
            }
            Does::Delete(index, tree) => {
                let reach = if tree { Reach::Tree } else { Reach::One };
                self.touch(Action::Delete, arguments.at(index, PATH_KEYS), reach, site);
                Value::Plain
            }
            Does::Permission(index) => {
                self.touch(
                    Action::Permission,
                    arguments.at(index, PATH_KEYS),
                    Reach::One,
                    site,
                );
                Value::Plain
            }
            Does::Move => {
                let from = arguments.at(0, PATH_KEYS);
                let to = arguments.at(1, TARGET_KEYS);
                self.touch_both(from, to, site);
                Value::Plain
            }
            Does::Copy | Does::Link => {
                self.touch(Action::Read, arguments.at(0, PATH_KEYS), Reach::Tree, site);
                self.touch(
                    Action::Write,
                    arguments.at(1, TARGET_KEYS),
                    Reach::One,
                    site,
                );
                Value::Plain
            }
            Does::Open => {
                let file = arguments.at(0, PATH_KEYS);
                let action = mode(arguments.at(1, &["mode", "flag"]));
                let marks = self.touch(action, file, Reach::One, site);
                opened(&site.name, file, marks)
            }
            Does::ReadSelf => {
                let file = site.place.clone().map(Value::Text);
                let marks = self.touch(Action::Read, file.as_ref(), Reach::One, site);
                listed(&site.name, file.as_ref())
                    .unwrap_or_else(|| opened(&site.name, file.as_ref(), marks))
            }
            Does::WriteSelf => self.touch_self(Action::Write, Reach::One, arguments, site),
            Does::DeleteSelf(tree) => {
                let reach = if tree { Reach::Tree } else { Reach::One };
                self.touch_self(Action::Delete, reach, arguments, site)
            }
            Does::PermissionSelf => {
                self.touch_self(Action::Permission, Reach::One, arguments, site)
            }
            Does::OpenSelf => {
                let action = mode(arguments.at(0, &["mode"]));
                self.touch_self(action, Reach::One, arguments, site)
            }
            Does::MoveSelf => {
                let from = site.place.clone().map(Value::Text);
                self.touch_both(from.as_ref(), arguments.at(0, TARGET_KEYS), site);
                Value::Plain
            }
            Does::Extract(index) => {
                let here = Value::text(".");
                let folder = arguments.at(index, TARGET_KEYS).unwrap_or(&here);
                self.touch(Action::Write, Some(folder), Reach::Tree, site);
                Value::Plain
            }
            Does::Shell(index) => {
                let command = arguments.at(index, &["cmd", "command", "args"]);
                self.shell(command, arguments, site);
                result(Origin::Local)
            }
            Does::Process => {
                self.process(arguments, site);
                result(Origin::Local)
            }
            Does::Spawn(from) => {
                let mut words: Vec<Option<String>> = Vec::new();
                for (index, value) in arguments.positional.iter().skip(from).enumerate() {
                    match value {
                        // `execv(path, [name, ...])`: the list begins with the name again.
                        Value::List(items) => words.extend(items.iter().skip(1).map(word)),
                        _ if index == 1 && site.name.contains("execl") => {}
                        other => words.push(word(other)),
                    }
                }
                let found = touch::argv(&words, &site.span, self.context);
                self.effects.extend(found);
                result(Origin::Local)
            }
            Does::Code => self.code(arguments, site),
            Does::Opaque(why) => {
                let marks = match arguments.origin() {
                    Origin::Network | Origin::Decoded => Marks::UNKNOWN_ORIGIN,
                    _ => Marks::empty(),
                };
                let effect = Effect::opaque(Capability::CODE_EXEC, site.span.clone(), why);
                self.effects.push(effect.marked(marks));
                result(Origin::Local)
            }
            Does::Fetch(index) => self.fetch(arguments.at(index, URL_KEYS), arguments, site),
            Does::Send(index) => self.send(arguments.at(index, URL_KEYS), arguments, site),
            Does::Request => {
                let reads = |text: &Text| {
                    ["GET", "HEAD", "OPTIONS"].contains(&text.text.to_ascii_uppercase().as_str())
                };
                let url = arguments.at(1, URL_KEYS);
                match arguments.at(0, &["method"]) {
                    Some(Value::Text(method)) if reads(method) => self.fetch(url, arguments, site),
                    _ => self.send(url, arguments, site),
                }
            }
            Does::Connect(index) => self.connect(arguments.at(index, &["host", "address"]), site),
            Does::SendSelf => {
                let deletes = [".delete", ".rmd", ".remove", ".expunge", ".dele"];
                let risk = if deletes.iter().any(|name| site.name.ends_with(name)) {
                    RiskClass::Delete
                } else {
                    RiskClass::ExternalWrite
                };
                let effect = Effect::new(Capability::NET_SEND, risk, site.span.clone());
                let effect = host_target(effect, site.place.as_ref());
                self.effects.push(effect.marked(content_marks(arguments)));
                result(Origin::Network)
            }
            Does::Download => {
                self.fetch(arguments.at(0, URL_KEYS), arguments, site);
                let here = Value::text(".");
                let file = arguments
                    .at(1, &["filename", "out", "output"])
                    .unwrap_or(&here);
                self.touch(Action::Write, Some(file), Reach::One, site);
                if let Some(effect) = self.effects.last_mut() {
                    effect.marks |= Marks::DOWNLOAD;
                }
                Value::Plain
            }
            Does::Sql(dialect) => self.sql(dialect, arguments, site),
            Does::Database => {
                let place = match arguments.at(0, PATH_KEYS) {
                    Some(Value::Text(text)) => Some(text.clone()),
                    _ => None,
                };
                Value::Instance(Instance {
                    name: format_smolstr!("{}()", site.name),
                    origin: Origin::Local,
                    place,
                })
            }
            Does::Mail(index) => self.mail(index, arguments, site),
            Does::Kill => {
                if arguments.positional.get(1) != Some(&Value::Plain) || site.name != "os.kill" {
                    let capability = Capability::new("process.kill");
                    let effect = Effect::new(capability, RiskClass::LocalWrite, site.span.clone());
                    self.effects
                        .push(effect.uncertain(Certainty::Unresolved, "the process is computed"));
                }
                Value::Plain
            }
            Does::Environment(index) => {
                self.environment(arguments.at(index, &["key", "name"]), site)
            }
            Does::Decode => Value::Text(Text {
                text: SmolStr::new(HOLE.to_string()),
                is_path: false,
                origin: arguments.origin().max(Origin::Decoded),
            }),
            Does::Service(service) => self.service(service, arguments, site),
            Does::Redis => {
                self.method_of_database(sql::redis_method(last_word(&site.name)), site);
                result(Origin::Local)
            }
            Does::Mongo => {
                self.method_of_database(sql::mongo_method(last_word(&site.name)), site);
                result(Origin::Local)
            }
        }
    }

    /// An effect on every file that the value may name.
    fn touch(&mut self, action: Action, file: Option<&Value>, reach: Reach, site: &Site) -> Marks {
        if matches!(file, Some(Value::Plain | Value::Bool(_))) {
            return Marks::empty();
        }
        let mut marks = Marks::empty();
        let unknown = Value::Unknown;
        for value in file.unwrap_or(&unknown).alternatives() {
            let text = text_of(value);
            let span = site.span.clone();
            let effect = touch::file(action, text, reach, span, self.context);
            marks |= effect.marks;
            self.effects.push(effect);
        }
        marks
    }

    fn touch_self(
        &mut self,
        action: Action,
        reach: Reach,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let file = site.place.clone().map(Value::Text);
        let marks = self.touch(action, file.as_ref(), reach, site);
        if arguments.origin() == Origin::Network
            && action == Action::Write
            && let Some(effect) = self.effects.last_mut()
        {
            effect.marks |= Marks::DOWNLOAD;
        }
        opened(&site.name, file.as_ref(), marks)
    }

    /// A move: one effect on both names.
    fn touch_both(&mut self, from: Option<&Value>, to: Option<&Value>, site: &Site) {
        let unknown = Value::Unknown;
        let from = from.unwrap_or(&unknown);
        let to = to.unwrap_or(&unknown);
        for from in from.alternatives() {
            for to in to.alternatives() {
                let span = site.span.clone();
                let effect = touch::file(
                    Action::Write,
                    text_of(from),
                    Reach::Tree,
                    span,
                    self.context,
                );
                let effect =
                    touch::with_file(effect, Action::Write, text_of(to), Reach::One, self.context);
                self.effects.push(effect);
            }
        }
    }

    fn shell(&mut self, command: Option<&Value>, arguments: &Arguments, site: &Site) {
        let unknown = Value::Unknown;
        let environment = working_folder(arguments, self.context);
        for command in command.unwrap_or(&unknown).alternatives() {
            let command = match command {
                Value::List(words) => words.first().unwrap_or(&unknown),
                other => other,
            };
            let context = match &environment {
                Some(environment) => self.context.in_environment(environment),
                None => self.context.clone(),
            };
            let mut found = touch::shell(text_of(command), &site.span, &context);
            if matches!(command.origin(), Origin::Network | Origin::Decoded) {
                found.push(touch::unknown_code(
                    site.span.clone(),
                    "runs a command that was fetched or decoded",
                ));
            }
            self.effects.extend(found);
        }
    }

    fn process(&mut self, arguments: &Arguments, site: &Site) {
        let unknown = Value::Unknown;
        let command = arguments
            .at(0, &["args", "cmd", "command"])
            .unwrap_or(&unknown);
        let by_shell = match arguments.named(&["shell"]) {
            None | Some(Value::Bool(false)) => false,
            Some(_) => true,
        };
        for one in command.alternatives() {
            match one {
                Value::List(items) if !by_shell => {
                    let words: Vec<_> = items.iter().map(word).collect();
                    let environment = working_folder(arguments, self.context);
                    let context = match &environment {
                        Some(environment) => self.context.in_environment(environment),
                        None => self.context.clone(),
                    };
                    let found = touch::argv(&words, &site.span, &context);
                    self.effects.extend(found);
                }
                other => {
                    let other = other.clone();
                    self.shell(Some(&other), arguments, site);
                }
            }
        }
    }

    fn code(&mut self, arguments: &Arguments, site: &Site) -> Value {
        let code = arguments.at(0, &["source", "stmt"]).cloned();
        let code = code.unwrap_or(Value::Unknown);
        match (&code, code.origin()) {
            (_, Origin::Network | Origin::Decoded) => {
                self.effects.push(touch::unknown_code(
                    site.span.clone(),
                    "runs code that was fetched or decoded",
                ));
            }
            (Value::Text(text), Origin::Here) if text.is_known() => {
                let source = Source::derived(site.span.clone(), text.text.as_str());
                let found = super::python(&source, self.context);
                self.effects.extend(found);
            }
            _ => self.effects.push(Effect::opaque(
                Capability::CODE_EXEC,
                site.span.clone(),
                "runs code that is computed",
            )),
        }
        match site.name.as_str() {
            "compile" => code,
            _ => Value::Unknown,
        }
    }

    fn fetch(&mut self, url: Option<&Value>, arguments: &Arguments, site: &Site) -> Value {
        let effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, site.span.clone());
        let unknown = Value::Unknown;
        let query = arguments.named(&["params", "data", "json", "files", "content"]);
        let carried = url
            .into_iter()
            .chain(query)
            .map(Value::origin)
            .max()
            .unwrap_or_default();
        let mut marks = match carried {
            Origin::Secret => Marks::EXFILTRATION | Marks::SENDS_CONTENT | Marks::SECRET,
            Origin::Local => Marks::EXFILTRATION | Marks::SENDS_CONTENT,
            _ => Marks::empty(),
        };
        let body = arguments.named(&["data", "json", "files", "content"]);
        let effect = match body {
            Some(_) => Effect {
                capability: Capability::NET_SEND,
                risk: RiskClass::ExternalWrite,
                ..effect
            },
            None => effect,
        };
        for url in url.unwrap_or(&unknown).alternatives() {
            let located = match url {
                // A request object that was made from a URL.
                Value::Instance(instance) => touch::with_url(
                    effect.clone(),
                    instance.place.as_ref().map(|t| t.text.as_str()),
                ),
                other => touch::with_url(effect.clone(), text_of(other)),
            };
            self.effects.push(located.marked(marks));
            marks |= Marks::empty();
        }
        Value::Instance(Instance {
            name: format_smolstr!("{}()", site.name),
            origin: Origin::Network,
            place: match url {
                Some(Value::Text(text)) => Some(text.clone()),
                _ => None,
            },
        })
    }

    fn send(&mut self, url: Option<&Value>, arguments: &Arguments, site: &Site) -> Value {
        let risk = if site.name.ends_with(".delete") {
            RiskClass::Delete
        } else {
            RiskClass::ExternalWrite
        };
        let effect = Effect::new(Capability::NET_SEND, risk, site.span.clone())
            .marked(content_marks(arguments));
        let unknown = Value::Unknown;
        for url in url.unwrap_or(&unknown).alternatives() {
            self.effects
                .push(touch::with_url(effect.clone(), text_of(url)));
        }
        Value::instance(format_smolstr!("{}()", site.name), Origin::Network)
    }

    fn connect(&mut self, address: Option<&Value>, site: &Site) -> Value {
        let name = match address {
            Some(Value::List(pair)) => pair.first().cloned(),
            Some(other) => Some(other.clone()),
            None => None,
        };
        let place = match name {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        let effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, site.span.clone());
        // Constructors may be called without an address and connected later.
        if address.is_some() {
            self.effects.push(host_target(effect, place.as_ref()));
        }
        Value::Instance(Instance {
            name: match site.name.rsplit_once("().") {
                Some((receiver, _)) => format_smolstr!("{receiver}()"),
                None => format_smolstr!("{}()", site.name),
            },
            origin: Origin::Network,
            place,
        })
    }

    fn sql(&mut self, dialect: sql::Dialect, arguments: &Arguments, site: &Site) -> Value {
        let statement = arguments.at(0, &["sql", "query", "statement", "operation"]);
        let unknown = Value::Unknown;
        for statement in statement.unwrap_or(&unknown).alternatives() {
            let mut found = match text_of(statement) {
                Some(text) if !text.starts_with(HOLE) => {
                    let holes = text.contains(HOLE);
                    let text = text.replace(HOLE, "computed");
                    let source = Source::derived(site.span.clone(), &text);
                    let mut found = sql::statements(&source, dialect, self.context);
                    for effect in found.iter_mut().filter(|_| holes) {
                        *effect = effect.clone().uncertain(
                            Certainty::Unresolved,
                            "a part of the statement is computed",
                        );
                    }
                    found
                }
                _ => vec![Effect::opaque(
                    Capability::DB_WRITE,
                    site.span.clone(),
                    "runs a statement that is computed",
                )],
            };
            if let (sql::Dialect::Sqlite, Some(file)) = (dialect, &site.place)
                && file.text != ":memory:"
            {
                for effect in &mut found {
                    let action = match effect.risk {
                        RiskClass::Read => Action::Read,
                        _ => Action::Write,
                    };
                    let name = Some(file.text.as_str());
                    *effect =
                        touch::with_file(effect.clone(), action, name, Reach::One, self.context);
                }
            }
            self.effects.extend(found);
        }
        Value::Instance(Instance {
            name: format_smolstr!("{}()", site.name),
            origin: Origin::Local,
            place: site.place.clone(),
        })
    }

    fn mail(&mut self, index: usize, arguments: &Arguments, site: &Site) -> Value {
        let given = arguments.at(
            index,
            &[
                "to_addrs",
                "to",
                "recipients",
                "recipient_list",
                "to_emails",
            ],
        );
        let mut named: Vec<Value> = given.cloned().into_iter().collect();
        named.append(&mut self.recipients.clone());
        let effect = Effect::new(
            Capability::EMAIL_SEND,
            RiskClass::Communication,
            site.span.clone(),
        );
        let effect = with_recipients(effect, &named, Hint::Any);
        self.effects.push(effect.marked(content_marks(arguments)));
        Value::Plain
    }

    fn environment(&mut self, name: Option<&Value>, site: &Site) -> Value {
        let effect = Effect::new(Capability::SYSTEM_READ, RiskClass::Read, site.span.clone());
        let Some(Value::Text(name)) = name.filter(|name| text_of(name).is_some()) else {
            self.effects
                .push(effect.uncertain(Certainty::Unresolved, "the variable is computed"));
            return Value::Unknown;
        };
        let environment = self.context.environment;
        match name.text.as_str() {
            "HOME" => return Value::text(environment.home.as_str()),
            "PWD" => return Value::text(environment.cwd.as_str()),
            "HERMES_HOME" => return Value::text(environment.hermes_home.as_str()),
            "TMPDIR" | "TMP" | "TEMP" => return Value::text("/tmp"),
            _ => {}
        }
        let secret = is_secret_name(&name.text);
        let marks = if secret {
            Marks::SECRET
        } else {
            Marks::empty()
        };
        self.effects.push(effect.marked(marks));
        Value::Text(Text {
            text: SmolStr::new(HOLE.to_string()),
            is_path: false,
            origin: if secret { Origin::Secret } else { Origin::Here },
        })
    }

    fn service(&mut self, service: Service, arguments: &Arguments, site: &Site) -> Value {
        let result = Value::instance(format_smolstr!("{}()", site.name), Origin::Network);
        let method = last_word(&site.name);
        if method.starts_with(char::is_uppercase) {
            return result;
        }
        let (risk, capability) = service::judge(service, &site.name);
        let mut effect = Effect::new(capability, risk, site.span.clone());
        if risk == RiskClass::Communication {
            let keys = [
                "channel",
                "to",
                "chat_id",
                "user",
                "user_id",
                "room_id",
                "to_emails",
            ];
            let named: Vec<Value> = arguments.named(&keys).cloned().into_iter().collect();
            effect = with_recipients(effect, &named, Hint::Any);
        } else if risk != RiskClass::Read {
            effect = effect.uncertain(
                Certainty::Unresolved,
                "what the client library changes is not known",
            );
        }
        self.effects.push(effect.marked(content_marks(arguments)));
        result
    }

    fn method_of_database(&mut self, judged: Option<(RiskClass, Capability)>, site: &Site) {
        if let Some((risk, capability)) = judged {
            let effect = Effect::new(capability, risk, site.span.clone());
            self.effects.push(effect);
        }
    }
}

/// The folder that a command is started in, when the call names one.
fn working_folder(arguments: &Arguments, context: &Context<'_>) -> Option<Environment> {
    let folder = text_of(arguments.named(&["cwd"])?).filter(|text| !text.contains(HOLE))?;
    Some(Environment {
        cwd: path::resolve(folder, context.environment),
        ..context.environment.clone()
    })
}

/// The text of a value, `None` when nothing of it is known.
pub(super) fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text.text.as_str()),
        Value::Instance(Instance { place, .. }) => place.as_ref().map(|text| text.text.as_str()),
        _ => None,
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) if text.is_known() => Some(text.text.to_string()),
        Value::Symbol(name) if name == "sys.executable" => Some("python3".to_owned()),
        _ => None,
    }
}

fn remote(value: &Value) -> Option<()> {
    let text = text_of(value)?;
    (text.starts_with("http://") || text.starts_with("https://")).then_some(())
}

fn last_word(name: &str) -> &str {
    name.rsplit('.')
        .next()
        .unwrap_or_default()
        .trim_end_matches("()")
}

fn mode(mode: Option<&Value>) -> Action {
    match mode {
        None | Some(Value::Plain) => Action::Read,
        Some(Value::Text(mode))
            if mode.is_known() && !mode.text.contains(['w', 'a', 'x', '+', 'n', 'c']) =>
        {
            Action::Read
        }
        Some(_) => Action::Write,
    }
}

/// What opening or reading a file gives.
fn opened(name: &str, file: Option<&Value>, marks: Marks) -> Value {
    Value::Instance(Instance {
        name: format_smolstr!("{name}()"),
        origin: if marks.contains(Marks::SECRET) {
            Origin::Secret
        } else {
            Origin::Local
        },
        place: match file {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        },
    })
}

/// What listing a folder gives: names, or paths below it.
fn listed(name: &str, file: Option<&Value>) -> Option<Value> {
    let hole = Value::text(HOLE.to_string());
    let folder = match file {
        Some(Value::Text(text)) => text.clone(),
        _ => hole.to_text(),
    };
    let below = |is_path| {
        Value::Text(Text {
            is_path,
            origin: Origin::Here,
            ..folder.below(&hole.to_text())
        })
    };
    match last_word(name) {
        "listdir" => Some(Value::List(vec![hole])),
        "scandir" => Some(Value::List(vec![below(true)])),
        "iterdir" | "glob" | "rglob" if name.starts_with("pathlib") => {
            Some(Value::List(vec![below(true)]))
        }
        "glob" | "iglob" => {
            let start = folder
                .text
                .split(['*', '?', '['])
                .next()
                .unwrap_or_default();
            Some(Value::List(vec![Value::text(format_smolstr!(
                "{start}{HOLE}"
            ))]))
        }
        "walk" => {
            let names = Value::List(vec![hole.clone()]);
            let root = Value::Text(folder.clone()).either(below(false));
            Some(Value::List(vec![Value::List(vec![
                root,
                names.clone(),
                names,
            ])]))
        }
        _ => None,
    }
}

fn content_marks(arguments: &Arguments) -> Marks {
    const CREDENTIALS: &[&str] = &["headers", "auth", "cookies", "cert", "token", "api_key"];
    let keywords = arguments.keywords.iter();
    let origin = keywords
        .filter(|(key, _)| !CREDENTIALS.contains(&key.as_str()))
        .map(|(_, value)| value.origin())
        .chain(arguments.positional.iter().map(Value::origin))
        .max()
        .unwrap_or_default();
    match origin {
        Origin::Secret => Marks::SENDS_CONTENT | Marks::SECRET,
        Origin::Local => Marks::SENDS_CONTENT,
        _ => Marks::empty(),
    }
}

fn host_target(effect: Effect, place: Option<&Text>) -> Effect {
    match place.and_then(|text| touch::host_named(&text.text)) {
        Some(host) => effect.with(Target::Host(host)),
        None => effect.uncertain(Certainty::Unresolved, "the host is computed"),
    }
}

fn with_recipients(mut effect: Effect, named: &[Value], hint: Hint) -> Effect {
    let mut known = false;
    let mut unknown = named.is_empty();
    let mut texts: Vec<&Value> = Vec::new();
    for value in named {
        match value {
            Value::List(items) | Value::OneOf(items) => texts.extend(items),
            other => texts.push(other),
        }
    }
    for value in texts {
        let Some(text) = text_of(value).filter(|text| !text.contains(HOLE)) else {
            unknown = true;
            continue;
        };
        for recipient in recipient::recipients(text, hint) {
            known = true;
            effect = effect.with(Target::Recipient(recipient));
        }
    }
    if unknown || !known {
        return effect.uncertain(Certainty::Unresolved, "a recipient is computed");
    }
    effect
}

/// Whether an environment variable's name says that it holds a secret.
fn is_secret_name(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "KEY",
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "CREDENTIAL",
        "AUTH",
        "DSN",
        "WEBHOOK",
        "BEARER",
        "PRIVATE",
        "DATABASE_URL",
        "CREDS",
    ];
    let name = name.to_ascii_uppercase();
    WORDS.iter().any(|word| name.contains(word))
}

pub(super) use super::pure::{known_value, path_attribute, path_method, percent, text_method};
