//! Values of calls that only compute: joins of paths, formats, well-known folders.

use smol_str::{SmolStr, format_smolstr};

use super::calls::Arguments;
use super::value::{HOLE, Origin, Text, Value};
use crate::model::Environment;

/// The value of a pure function with these arguments, when it is one that is followed.
pub(super) fn known_value(
    name: &str,
    arguments: &Arguments,
    environment: &Environment,
) -> Option<Value> {
    let first = arguments.positional.first();
    let value = match name {
        "os.path.join" | "posixpath.join" => joined(&arguments.positional),
        "pathlib.Path" | "pathlib.PurePath" | "pathlib.PosixPath" | "pathlib.PurePosixPath" => {
            match joined(&arguments.positional) {
                Value::Text(text) => Value::Text(Text {
                    is_path: true,
                    ..text
                }),
                other => other,
            }
        }
        "os.path.expanduser" | "os.path.expandvars" => expanded(first?, environment),
        "os.path.abspath"
        | "os.path.realpath"
        | "os.path.normpath"
        | "os.fspath"
        | "str"
        | "bytes"
        | "sqlalchemy.text"
        | "sqlalchemy.sql.text"
        | "psycopg2.sql.SQL"
        | "psycopg.sql.SQL"
        | "list"
        | "tuple"
        | "sorted"
        | "set"
        | "iter"
        | "reversed"
        | "tqdm.tqdm"
        | "copy.copy"
        | "copy.deepcopy"
        | "textwrap.dedent" => match first.unwrap_or(&Value::Unknown) {
            Value::Text(text) => Value::Text(Text {
                is_path: false,
                ..text.clone()
            }),
            other => other.clone(),
        },
        "os.path.dirname" => match first? {
            Value::Text(text) => parent(text),
            _ => Value::Unknown,
        },
        "enumerate" => Value::List(vec![Value::List(vec![Value::Plain, first?.item()])]),
        "zip" => Value::List(vec![Value::List(
            arguments.positional.iter().map(Value::item).collect(),
        )]),
        "pathlib.Path.home" => Value::path(environment.home.as_str()),
        "pathlib.Path.cwd" => Value::path(environment.cwd.as_str()),
        "os.getcwd" => Value::text(environment.cwd.as_str()),
        "tempfile.gettempdir" => Value::text("/tmp"),
        "tempfile.mkdtemp"
        | "tempfile.TemporaryDirectory"
        | "tempfile.mkstemp"
        | "tempfile.NamedTemporaryFile"
        | "tempfile.mktemp" => Value::text(format_smolstr!("/tmp/{HOLE}")),
        "shlex.split" => words(first?),
        "shlex.join" => Value::Text(Text::default()),
        "json.dumps"
        | "json.loads"
        | "shlex.quote"
        | "repr"
        | "dict"
        | "format"
        | "urllib.parse.quote"
        | "urllib.parse.urlencode"
        | "hermes_tools.shell_quote"
        | "html.escape" => Value::Text(Text {
            text: SmolStr::new(HOLE.to_string()),
            is_path: false,
            origin: arguments.origin(),
        }),
        _ => return None,
    };
    Some(value)
}

fn joined(parts: &[Value]) -> Value {
    // One part with alternatives gives as many paths; a second one is not followed.
    let several = parts
        .iter()
        .position(|part| matches!(part, Value::OneOf(_)));
    if let Some(Value::OneOf(values)) = several.and_then(|at| parts.get(at)) {
        let with = |value: &Value| {
            let swap = |(at, part): (usize, &Value)| match part {
                _ if Some(at) == several => value.clone(),
                Value::OneOf(_) => Value::Unknown,
                part => part.clone(),
            };
            joined(&parts.iter().enumerate().map(swap).collect::<Vec<_>>())
        };
        return values
            .iter()
            .map(with)
            .reduce(Value::either)
            .unwrap_or(Value::Unknown);
    }
    let mut path = Text::default();
    for part in parts {
        path = path.below(&part.to_text());
    }
    if parts.is_empty() {
        path.text = SmolStr::new_static(".");
    }
    Value::Text(path)
}

fn expanded(value: &Value, environment: &Environment) -> Value {
    let Value::Text(text) = value else {
        return Value::Unknown;
    };
    let home = environment.home.as_str();
    let hermes = environment.hermes_home.as_str();
    let expanded = match text.text.as_str() {
        "~" => home.to_owned(),
        other => match other.strip_prefix("~/") {
            Some(rest) => format!("{home}/{rest}"),
            None => other
                .replace("${HERMES_HOME}", hermes)
                .replace("$HERMES_HOME", hermes)
                .replace("${HOME}", home)
                .replace("$HOME", home),
        },
    };
    Value::Text(Text {
        text: expanded.into(),
        ..text.clone()
    })
}

/// The words of a command line without quotes; otherwise nothing is known.
fn words(value: &Value) -> Value {
    match value {
        Value::Text(text) if !text.text.contains(['\'', '"', '\\', HOLE]) => {
            Value::List(text.text.split_whitespace().map(Value::text).collect())
        }
        _ => Value::Unknown,
    }
}

fn parent(text: &Text) -> Value {
    let folder = match text.text.rsplit_once('/') {
        Some(("", _)) => SmolStr::new_static("/"),
        Some((folder, _)) => SmolStr::new(folder),
        None => SmolStr::new_static("."),
    };
    Value::Text(Text {
        text: folder,
        ..text.clone()
    })
}

/// An attribute of a path.
pub(super) fn path_attribute(text: &Text, name: &str) -> Value {
    let last = text.text.rsplit('/').next().unwrap_or_default();
    match name {
        "parent" => parent(text),
        "name" => Value::text(last),
        "stem" => Value::text(last.split('.').next().unwrap_or_default()),
        _ => Value::Unknown,
    }
}

/// A method of a path that gives another path or its text.
pub(super) fn path_method(
    text: &Text,
    method: &str,
    arguments: &Arguments,
    environment: &Environment,
) -> Option<Value> {
    let value = match method {
        "joinpath" => {
            let mut path = text.clone();
            for part in &arguments.positional {
                path = path.below(&part.to_text());
            }
            Value::Text(path)
        }
        "expanduser" => expanded(&Value::Text(text.clone()), environment),
        "resolve" | "absolute" | "as_posix" | "__str__" | "__fspath__" => Value::Text(text.clone()),
        "with_name" => {
            let Value::Text(folder) = parent(text) else {
                return None;
            };
            Value::Text(folder.below(&arguments.at(0, &["name"])?.to_text()))
        }
        "with_suffix" | "with_stem" | "relative_to" => Value::Text(Text {
            text: format_smolstr!("{}{HOLE}", text.known_start()),
            ..text.clone()
        }),
        _ => return None,
    };
    Some(value)
}

/// `text % arguments`.
pub(super) fn percent(text: &Text, right: &Value) -> Value {
    let single = std::slice::from_ref(right);
    let parts = match right {
        Value::List(items) => items.as_slice(),
        _ => single,
    };
    let mut result = Text::default();
    let mut parts = parts.iter();
    let mut rest = text.text.as_str();
    while let Some((before, after)) = rest.split_once('%') {
        result = result.join(&Value::text(before).to_text());
        rest = after.strip_prefix(['s', 'd', 'r']).unwrap_or_else(|| {
            after
                .split_once(|c: char| c.is_ascii_alphabetic())
                .map_or("", |(_, rest)| rest)
        });
        let part = match parts.next() {
            Some(Value::Text(part)) if after.starts_with('s') => part.clone(),
            Some(other) => Text {
                text: SmolStr::new(HOLE.to_string()),
                ..other.to_text()
            },
            None => Value::Unknown.to_text(),
        };
        result = result.join(&part);
    }
    Value::Text(result.join(&Value::text(rest).to_text()))
}

/// A method of a string, when its result is followed.
pub(super) fn text_method(text: &Text, method: &str, arguments: &Arguments) -> Value {
    let changed = |new: String| {
        Value::Text(Text {
            text: new.into(),
            ..text.clone()
        })
    };
    let argument = |index: usize| match arguments.positional.get(index) {
        Some(Value::Text(text)) if text.is_known() => Some(text.text.as_str()),
        _ => None,
    };
    match method {
        "encode" | "decode" | "format_map" | "expandtabs" if text.origin == Origin::Here => {
            Value::Text(text.clone())
        }
        "strip" | "rstrip" | "lstrip" if arguments.positional.is_empty() => {
            changed(text.text.trim().to_owned())
        }
        "lower" | "casefold" => changed(text.text.to_lowercase()),
        "upper" => changed(text.text.to_uppercase()),
        "replace" => match (argument(0), argument(1)) {
            (Some(old), Some(new)) if text.text.len() < 4096 && !old.is_empty() => {
                changed(text.text.replace(old, new))
            }
            _ => changed(HOLE.to_string()),
        },
        "join" => match arguments.positional.first() {
            Some(Value::List(items)) => {
                let mut result = Text::default();
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        result = result.join(text);
                    }
                    result = result.join(&item.to_text());
                }
                Value::Text(result)
            }
            other => Value::Text(Text {
                text: SmolStr::new(HOLE.to_string()),
                is_path: false,
                origin: other
                    .map(Value::origin)
                    .unwrap_or_default()
                    .max(text.origin),
            }),
        },
        "format" => formatted(text, arguments),
        "split" | "splitlines" if arguments.positional.is_empty() => {
            words(&Value::Text(text.clone()))
        }
        _ => Value::Text(Text {
            text: SmolStr::new(HOLE.to_string()),
            is_path: false,
            origin: text.origin.max(arguments.origin()),
        }),
    }
}

/// `text.format(...)`: every field that is not plainly filled is a hole.
fn formatted(text: &Text, arguments: &Arguments) -> Value {
    let mut result = Text::default();
    let mut next = 0;
    let mut rest = text.text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        result = result.join(&Value::text(before).to_text());
        let (field, tail) = after.split_once('}').unwrap_or((after, ""));
        rest = tail;
        let value = match field {
            "" => {
                next += 1;
                arguments.positional.get(next - 1)
            }
            name => match name.parse::<usize>() {
                Ok(index) => arguments.positional.get(index),
                Err(_) => arguments.named(&[name]),
            },
        };
        result = result.join(&value.unwrap_or(&Value::Unknown).to_text());
    }
    Value::Text(result.join(&Value::text(rest).to_text()))
}
