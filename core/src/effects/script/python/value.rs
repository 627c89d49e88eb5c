//! What is known about a Python value without running anything.

use smol_str::SmolStr;

pub(super) use crate::effects::script::touch::HOLE;

/// How many alternatives of one value are followed.
const ALTERNATIVES: usize = 16;
/// The longest text that is put together.
const TEXT_BYTES: usize = 16 * 1024;

/// A value, as far as the text shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Nothing is known.
    Unknown,
    /// A string or bytes; unknown parts are holes.
    Text(Text),
    /// A number, comparison or none: never a target.
    Plain,
    /// A truth value.
    Bool(bool),
    /// Something imported, by its full dotted name.
    Symbol(SmolStr),
    /// What a call of the named thing gave, or an attribute of that.
    Instance(Instance),
    /// A list, tuple or set.
    List(Vec<Value>),
    /// A dictionary with the keys that are known.
    Dict(Vec<(SmolStr, Value)>),
    /// One of several.
    OneOf(Vec<Value>),
    /// A function of the same text.
    Function(SmolStr),
}

/// A string.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Text {
    /// Its characters.
    pub(super) text: SmolStr,
    /// It is a `pathlib` path: `/` joins, methods touch the file.
    pub(super) is_path: bool,
    /// Where a part of it comes from, when that matters.
    pub(super) origin: Origin,
}

/// Where data comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// The text itself.
    #[default]
    Here,
    /// Decoded or decompressed: what it says is not shown.
    Decoded,
    /// The content of a file or the output of a command.
    Local,
    /// The network.
    Network,
    /// An environment variable or file that holds a secret.
    Secret,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instance {
    /// `sqlite3.connect()`, `sqlite3.connect().cursor()`.
    pub(super) name: SmolStr,
    /// Where what it holds comes from.
    pub(super) origin: Origin,
    /// The place that it was opened on: a path or a URL.
    pub(super) place: Option<Text>,
}

impl Value {
    pub(super) fn text(text: impl Into<SmolStr>) -> Self {
        Self::Text(Text {
            text: text.into(),
            ..Text::default()
        })
    }

    pub(super) fn path(text: impl Into<SmolStr>) -> Self {
        Self::Text(Text {
            text: text.into(),
            is_path: true,
            ..Text::default()
        })
    }

    pub(super) fn symbol(name: impl Into<SmolStr>) -> Self {
        Self::Symbol(name.into())
    }

    pub(super) fn instance(name: impl Into<SmolStr>, origin: Origin) -> Self {
        Self::Instance(Instance {
            name: name.into(),
            origin,
            place: None,
        })
    }

    /// Where the value, or the worst part of it, comes from.
    pub(super) fn origin(&self) -> Origin {
        match self {
            Self::Text(text) => text.origin,
            Self::Instance(instance) => instance.origin,
            Self::List(items) | Self::OneOf(items) => worst(items.iter()),
            Self::Dict(items) => worst(items.iter().map(|(_, value)| value)),
            // All variables at once: tokens are among them.
            Self::Symbol(name) if name == "os.environ" => Origin::Secret,
            Self::Unknown | Self::Plain | Self::Bool(_) | Self::Symbol(_) | Self::Function(_) => {
                Origin::Here
            }
        }
    }

    /// The value as a string with holes, as `str()` or a format would make it.
    pub(super) fn to_text(&self) -> Text {
        match self {
            Self::Text(text) => text.clone(),
            other => Text {
                text: hole(),
                is_path: false,
                origin: other.origin(),
            },
        }
    }

    /// Every alternative of the value.
    pub(super) fn alternatives(&self) -> &[Self] {
        match self {
            Self::OneOf(values) => values,
            single => std::slice::from_ref(single),
        }
    }

    /// Either of two values.
    pub(super) fn either(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut values = self.alternatives().to_vec();
        let others = match other {
            Self::OneOf(values) => values,
            single => vec![single],
        };
        for value in others {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.len() > ALTERNATIVES {
            return Self::Unknown;
        }
        Self::OneOf(values)
    }

    /// One of the items that iterating over the value gives.
    pub(super) fn item(&self) -> Self {
        match self {
            Self::List(items) => items
                .iter()
                .cloned()
                .reduce(Self::either)
                .unwrap_or(Self::Unknown),
            Self::Dict(items) => items
                .iter()
                .map(|(key, _)| Self::text(key.as_str()))
                .reduce(Self::either)
                .unwrap_or(Self::Unknown),
            Self::Instance(instance) => Self::Instance(Instance {
                name: instance.name.clone(),
                origin: instance.origin,
                place: instance.place.clone(),
            }),
            Self::Text(text) if text.origin > Origin::Here => Self::Text(Text {
                text: hole(),
                ..text.clone()
            }),
            Self::OneOf(values) => values
                .iter()
                .map(Self::item)
                .reduce(Self::either)
                .unwrap_or(Self::Unknown),
            _ => Self::Unknown,
        }
    }

    /// The value under a constant key or index.
    pub(super) fn at(&self, key: &Self) -> Self {
        match (self, key) {
            (Self::Dict(items), Self::Text(key)) => items
                .iter()
                .find(|(name, _)| name.as_str() == key.text)
                .map_or(Self::Unknown, |(_, value)| value.clone()),
            (Self::Dict(items), _) => items
                .iter()
                .map(|(_, value)| value.clone())
                .reduce(Self::either)
                .unwrap_or(Self::Unknown),
            _ => self.item(),
        }
    }
}

fn worst<'a>(values: impl Iterator<Item = &'a Value>) -> Origin {
    values.map(Value::origin).max().unwrap_or_default()
}

impl Text {
    /// The text behind this one.
    pub(super) fn join(&self, other: &Self) -> Self {
        let mut text = self.text.to_string();
        if text.len() + other.text.len() > TEXT_BYTES {
            text.push(HOLE);
        } else {
            text.push_str(&other.text);
        }
        Self {
            text: text.into(),
            is_path: self.is_path,
            origin: self.origin.max(other.origin),
        }
    }

    /// The path below this one, as `os.path.join` and `/` join.
    pub(super) fn below(&self, other: &Self) -> Self {
        if other.text.starts_with('/') || self.text.is_empty() {
            return Self {
                is_path: self.is_path || other.is_path,
                ..other.clone()
            };
        }
        let separator = if self.text.ends_with('/') { "" } else { "/" };
        self.join(&Self {
            text: SmolStr::new_static(separator),
            ..Self::default()
        })
        .join(other)
    }

    /// Whether every part is known.
    pub(super) fn is_known(&self) -> bool {
        !self.text.contains(HOLE)
    }

    /// The part before the first hole.
    pub(super) fn known_start(&self) -> &str {
        self.text.split(HOLE).next().unwrap_or_default()
    }
}

fn hole() -> SmolStr {
    SmolStr::new_static("\u{fffc}")
}
