//! What known calls do, with the arguments that are known.

mod commands;
mod data;
mod files;
mod network;

use smol_str::{SmolStr, format_smolstr};

use self::commands::word;
use self::files::{listed, mode, opened};
use self::network::{content_marks, host_target};
use super::calls::{Arguments, Site};
use super::library::Does;
use super::reader::Reader;
use super::value::{HOLE, Instance, Origin, Text, Value};
use crate::effects::script::touch::{self, Action};
use crate::effects::sql;
use crate::model::{Capability, Certainty, Effect, Marks, Reach, RiskClass};

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
}

/// The text of a value, `None` when nothing of it is known.
pub(super) fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text.text.as_str()),
        Value::Instance(Instance { place, .. }) => place.as_ref().map(|text| text.text.as_str()),
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
