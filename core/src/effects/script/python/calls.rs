//! Calls: who is called, and what the call gives back.

use ruff_python_ast as ast;
use ruff_python_ast::Expr;
use ruff_text_size::{Ranged, TextRange};
use smol_str::{SmolStr, format_smolstr};

use super::library::{self, Does};
use super::reader::Reader;
use super::value::{HOLE, Instance, Origin, Text, Value};
use crate::model::{Capability, Effect, Marks, RiskClass, Span};

/// The arguments of a call.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub(super) positional: Vec<Value>,
    pub(super) keywords: Vec<(SmolStr, Value)>,
}

impl Arguments {
    /// The argument at a position, or by one of its names.
    pub(super) fn at(&self, index: usize, names: &[&str]) -> Option<&Value> {
        self.positional.get(index).or_else(|| self.named(names))
    }

    /// The argument by one of its names.
    pub(super) fn named(&self, names: &[&str]) -> Option<&Value> {
        self.keywords
            .iter()
            .find(|(key, _)| names.contains(&key.as_str()))
            .map(|(_, value)| value)
    }

    /// Every argument.
    pub(super) fn all(&self) -> impl Iterator<Item = &Value> {
        self.positional
            .iter()
            .chain(self.keywords.iter().map(|(_, value)| value))
    }

    /// Where the worst argument comes from.
    pub(super) fn origin(&self) -> Origin {
        self.all().map(Value::origin).max().unwrap_or_default()
    }
}

/// One call that is being read.
#[derive(Debug)]
pub(super) struct Site {
    /// Where it stands.
    pub(super) span: Span,
    /// The full name of what is called.
    pub(super) name: SmolStr,
    /// What the receiver was opened on.
    pub(super) place: Option<Text>,
}

impl<'a> Reader<'a, '_> {
    /// Reads a call: its receiver, its arguments, and what it does.
    pub(super) fn call(&mut self, call: &'a ast::ExprCall) -> Value {
        let receiver = match &*call.func {
            Expr::Attribute(attribute) => Some((
                self.eval(&attribute.value),
                SmolStr::new(attribute.attr.as_str()),
            )),
            _ => None,
        };
        let callee = match &receiver {
            Some((value, method)) => attribute(value, method),
            None => self.eval(&call.func),
        };
        let arguments = self.arguments(&call.arguments);
        let span = self.span(call.range());
        self.callbacks(&arguments, &span);
        let mut result: Option<Value> = None;
        for callee in callee.alternatives() {
            let value = match callee {
                Value::Symbol(name) => self.call_named(name, &arguments, &span, None),
                Value::Instance(instance) => {
                    let place = instance.place.clone();
                    match self.call_named(&instance.name, &arguments, &span, place) {
                        Value::Instance(result) => Value::Instance(Instance {
                            origin: result.origin.max(instance.origin),
                            place: result.place.or_else(|| instance.place.clone()),
                            ..result
                        }),
                        other => other,
                    }
                }
                Value::Function(name) => {
                    self.call_function(name, &arguments.positional, &arguments.keywords)
                }
                _ => self.call_method(receiver.as_ref(), &arguments, &span),
            };
            result = Some(match result {
                Some(result) => result.either(value),
                None => value,
            });
        }
        result.unwrap_or(Value::Unknown)
    }

    fn arguments(&mut self, arguments: &'a ast::Arguments) -> Arguments {
        let mut read = Arguments::default();
        for argument in &arguments.args {
            let value = self.eval(argument);
            match value {
                Value::List(items) if argument.is_starred_expr() => read.positional.extend(items),
                value => read.positional.push(value),
            }
        }
        for keyword in &arguments.keywords {
            let value = self.eval(&keyword.value);
            match (&keyword.arg, value) {
                (Some(name), value) => read.keywords.push((SmolStr::new(name.as_str()), value)),
                (None, Value::Dict(items)) => read.keywords.extend(items),
                (None, value) => read.keywords.push((SmolStr::default(), value)),
            }
        }
        read
    }

    /// Functions handed over to be called: `map(os.remove, names)`, `Thread(target=os.system)`.
    fn callbacks(&mut self, arguments: &Arguments, span: &Span) {
        for (index, value) in arguments.positional.iter().enumerate() {
            if let Value::Symbol(name) = value {
                let rest = arguments.positional.iter().skip(index + 1);
                let passed = Arguments {
                    positional: rest.cloned().collect(),
                    keywords: arguments.keywords.clone(),
                };
                self.callback(name, &passed, span);
            }
        }
        for (key, value) in &arguments.keywords {
            if let (Value::Symbol(name), false) = (value, key.is_empty()) {
                let positional = match arguments.named(&["args"]) {
                    Some(Value::List(items)) => items.clone(),
                    Some(other) => vec![other.clone()],
                    None => Vec::new(),
                };
                let passed = Arguments {
                    positional,
                    keywords: Vec::new(),
                };
                self.callback(name, &passed, span);
            }
        }
    }

    fn callback(&mut self, name: &SmolStr, passed: &Arguments, span: &Span) {
        let Some(does) = library::find(name) else {
            return;
        };
        if matches!(does, Does::Service(_) | Does::Decode) {
            return;
        }
        // `map` and the like pass the items of what follows.
        let items = Arguments {
            positional: passed
                .positional
                .iter()
                .map(|value| match value {
                    Value::List(_) if !matches!(does, Does::Process) => value.item(),
                    other => other.clone(),
                })
                .collect(),
            keywords: Vec::new(),
        };
        let site = Site {
            span: span.clone(),
            name: name.clone(),
            place: None,
        };
        self.apply(does, &items, &site);
    }

    /// A call of something known by its full name.
    fn call_named(
        &mut self,
        name: &SmolStr,
        arguments: &Arguments,
        span: &Span,
        place: Option<Text>,
    ) -> Value {
        let name = SmolStr::new(name.strip_prefix("builtins.").unwrap_or(name));
        let site = Site {
            span: span.clone(),
            name: name.clone(),
            place,
        };
        if let Some(tool) = name.strip_prefix("hermes_tools.") {
            return self.nested_tool(tool, arguments, &site);
        }
        if let Some(value) = self.reflection(&name, arguments) {
            return value;
        }
        if let Some(value) = super::pure::known_value(&name, arguments, self.context.environment) {
            return value;
        }
        if let Some(does) = library::find(&name) {
            return self.apply(does, arguments, &site);
        }
        if name == "os.dup2"
            && self
                .effects
                .iter()
                .any(|effect| effect.hosts().next().is_some())
        {
            self.marks |= Marks::REMOTE_SHELL;
        }
        let result = Value::instance(format_smolstr!("{name}()"), arguments.origin());
        if !name.contains('.') || library::computes(&name) {
            return result;
        }
        if let Some(method) = name.rsplit('.').next()
            && library::find_method(method).is_some()
        {
            return self.call_method(Some(&(Value::Unknown, method.into())), arguments, span);
        }
        result
    }

    /// `getattr`, `__import__` and the like, as far as their arguments are known.
    fn reflection(&mut self, name: &str, arguments: &Arguments) -> Option<Value> {
        match name {
            "getattr" | "operator.attrgetter" => {
                let object = arguments.at(0, &[])?;
                match arguments.at(1, &[]) {
                    Some(Value::Text(text)) if text.is_known() => {
                        let object = object.clone();
                        Some(attribute(&object, &text.text))
                    }
                    _ => Some(Value::Unknown),
                }
            }
            "__import__" | "importlib.import_module" => match arguments.at(0, &["name"]) {
                Some(Value::Text(text)) if text.is_known() => {
                    self.import(&text.text, TextRange::default());
                    Some(Value::symbol(text.text.clone()))
                }
                _ => Some(Value::Unknown),
            },
            _ => None,
        }
    }

    /// A value under a key or index.
    pub(super) fn subscript(&mut self, value: &Value, key: &Value, range: TextRange) -> Value {
        match value {
            Value::Symbol(name) if name == "os.environ" => {
                let arguments = Arguments {
                    positional: vec![key.clone()],
                    keywords: Vec::new(),
                };
                let site = Site {
                    span: self.span(range),
                    name: SmolStr::new_static("os.environ"),
                    place: None,
                };
                self.apply(Does::Environment(0), &arguments, &site)
            }
            // `sys.modules[name]`, `globals()[name]`.
            Value::Symbol(name) if name.is_empty() => match key {
                Value::Text(text) => Value::symbol(text.text.clone()),
                _ => Value::Unknown,
            },
            Value::Instance(instance) if instance.name == "globals()" => match key {
                Value::Text(text) if text.text == "__builtins__" => Value::symbol("builtins"),
                Value::Text(text) => Value::symbol(text.text.clone()),
                _ => Value::Unknown,
            },
            Value::Instance(_) => value.clone(),
            Value::Text(text) => Value::Text(Text {
                text: SmolStr::new(HOLE.to_string()),
                ..text.clone()
            }),
            other => other.at(key),
        }
    }

    /// A method of a value of which little is known, or of a string or path.
    fn call_method(
        &mut self,
        receiver: Option<&(Value, SmolStr)>,
        arguments: &Arguments,
        span: &Span,
    ) -> Value {
        let Some((value, method)) = receiver else {
            return Value::Unknown;
        };
        let mut result: Option<Value> = None;
        for value in value.alternatives() {
            let one = match value {
                Value::Text(text) if text.is_path => {
                    self.path_method(text, method, arguments, span)
                }
                Value::Text(text) => super::pure::text_method(text, method, arguments),
                Value::Dict(_) if method == "get" => {
                    let key = arguments.at(0, &[]).cloned().unwrap_or(Value::Unknown);
                    value.at(&key)
                }
                Value::Dict(_) | Value::List(_) => value.item(),
                _ => self.unknown_method(method, arguments, span),
            };
            result = Some(match result {
                Some(result) => result.either(one),
                None => one,
            });
        }
        result.unwrap_or(Value::Unknown)
    }

    fn path_method(
        &mut self,
        text: &Text,
        method: &SmolStr,
        arguments: &Arguments,
        span: &Span,
    ) -> Value {
        if let Some(value) =
            super::pure::path_method(text, method, arguments, self.context.environment)
        {
            return value;
        }
        let site = Site {
            span: span.clone(),
            name: format_smolstr!("pathlib.Path().{method}"),
            place: Some(text.clone()),
        };
        match library::find(&site.name) {
            Some(does) => self.apply(does, arguments, &site),
            None => Value::Unknown,
        }
    }

    fn unknown_method(&mut self, method: &SmolStr, arguments: &Arguments, span: &Span) -> Value {
        let Some(does) = library::find_method(method) else {
            return Value::Unknown;
        };
        if matches!(does, Does::Sql(_)) && arguments.positional.is_empty() {
            return Value::Unknown;
        }
        let site = Site {
            span: span.clone(),
            name: format_smolstr!("?.{method}"),
            place: None,
        };
        self.apply(does, arguments, &site)
    }

    /// One of the host's own tools, called from the script.
    fn nested_tool(&mut self, tool: &str, arguments: &Arguments, site: &Site) -> Value {
        let path = Arguments {
            positional: vec![
                arguments
                    .at(0, &["path"])
                    .cloned()
                    .unwrap_or(Value::Unknown),
            ],
            keywords: Vec::new(),
        };
        match tool {
            "terminal" => {
                let folder = arguments.at(2, &["workdir"]).cloned();
                let mut passed = Arguments {
                    positional: vec![
                        arguments
                            .at(0, &["command"])
                            .cloned()
                            .unwrap_or(Value::Unknown),
                    ],
                    keywords: Vec::new(),
                };
                passed
                    .keywords
                    .extend(folder.map(|folder| (SmolStr::new_static("cwd"), folder)));
                self.apply(Does::Shell(0), &passed, site)
            }
            "read_file" => self.apply(Does::Read(0), &path, site),
            "write_file" => self.apply(Does::Write(0), &path, site),
            "search_files" => {
                let folder = arguments.at(2, &["path"]).cloned();
                let path = Arguments {
                    positional: vec![folder.unwrap_or_else(|| Value::text("."))],
                    keywords: Vec::new(),
                };
                self.apply(Does::Read(0), &path, site)
            }
            "patch" => match arguments.at(5, &["patch"]) {
                Some(Value::Text(text)) if text.is_known() => {
                    let source =
                        crate::effects::Source::derived(site.span.clone(), text.text.as_str());
                    let found = crate::effects::patch::patch(&source, self.context);
                    self.effects.extend(found);
                    Value::Plain
                }
                _ => self.apply(Does::Write(0), &path, site),
            },
            "web_extract" => {
                let urls = arguments.at(0, &["urls"]).map(Value::item);
                let urls = Arguments {
                    positional: urls.into_iter().collect(),
                    keywords: Vec::new(),
                };
                self.apply(Does::Fetch(0), &urls, site)
            }
            "web_search" => {
                let effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, site.span.clone());
                self.effects.push(effect);
                Value::instance("web_search()", Origin::Network)
            }
            _ => Value::Unknown,
        }
    }
}

/// An attribute of a value.
pub(super) fn attribute(value: &Value, name: &str) -> Value {
    match value {
        Value::Symbol(module) => {
            let full = format_smolstr!("{module}.{name}");
            if module == "sys" && name == "modules" {
                return Value::symbol("");
            }
            if full == "os.environ" || full == "os.environb" {
                return Value::symbol("os.environ");
            }
            if module.is_empty() {
                return Value::symbol(name);
            }
            Value::Symbol(full)
        }
        Value::Instance(instance) => Value::Instance(Instance {
            name: format_smolstr!("{}.{name}", instance.name),
            ..instance.clone()
        }),
        Value::Text(text) if text.is_path => super::pure::path_attribute(text, name),
        Value::OneOf(values) => values
            .iter()
            .map(|value| attribute(value, name))
            .reduce(Value::either)
            .unwrap_or(Value::Unknown),
        Value::Text(text) if text.origin > Origin::Here => {
            Value::instance(format_smolstr!("str().{name}"), text.origin)
        }
        _ => Value::Unknown,
    }
}
