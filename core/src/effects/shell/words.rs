//! Expansion: pieces of a word to fields, in the order in which bash expands them.

use super::ast::{Change, Piece, Substitution, Word};
use super::braces;
use super::state::State;
use super::value::{Field, Stream};
use super::variables::holds_secret;
use super::walk::Walker;

/// How an expansion is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// As arguments: words are split and patterns matched.
    Arguments,
    /// As one value: an assignment, a redirection, a here-document.
    Value,
}

impl Walker<'_> {
    /// The fields of the words of a command.
    pub(super) fn fields(&mut self, words: &[Word], state: &mut State) -> Vec<Field> {
        let mut fields = Vec::with_capacity(words.len());
        for word in words {
            if braces::may_expand(word) {
                for expanded in braces::expand(word) {
                    self.expand(&expanded, Use::Arguments, state, &mut fields);
                }
            } else {
                self.expand(word, Use::Arguments, state, &mut fields);
            }
        }
        fields
    }

    /// The one value of a word.
    pub(super) fn value(&mut self, word: &Word, state: &mut State) -> Field {
        let mut fields = Vec::new();
        self.expand(word, Use::Value, state, &mut fields);
        let span = self.span(word.place);
        fields.pop().unwrap_or_else(|| Field::known("", span))
    }

    fn expand(&mut self, word: &Word, usage: Use, state: &mut State, into: &mut Vec<Field>) {
        let mut builder = Builder {
            field: Field {
                span: self.span(word.place),
                ..Field::default()
            },
            // A word of quotes alone, and a value, is a field even when it is empty.
            present: usage == Use::Value || word.pieces.is_empty(),
            into,
        };
        for (index, piece) in word.pieces.iter().enumerate() {
            match piece {
                Piece::Text { text, quoted: true } => builder.text(text),
                Piece::Text { text, .. } => {
                    let text = if index == 0 || usage == Use::Value {
                        tilde(text, index, state)
                    } else {
                        text.clone()
                    };
                    builder.field.pattern |= usage == Use::Arguments && is_pattern(&text);
                    builder.text(&text);
                }
                Piece::Variable {
                    name,
                    quoted,
                    change,
                } => {
                    let splits = !quoted && usage == Use::Arguments;
                    if name == "@" || name == "*" {
                        Self::all_arguments(name, *quoted, &mut builder, state);
                        continue;
                    }
                    let value = self.variable(name, change, state);
                    builder.value(&value, splits, state);
                }
                Piece::Command {
                    body,
                    kind,
                    quoted,
                    place,
                } => {
                    let splits = !quoted && usage == Use::Arguments;
                    match kind {
                        Substitution::Output => {
                            let output = self.substitution(body, state);
                            let value = output_value(&output, self.span(*place));
                            builder.value(&value, splits, state);
                        }
                        Substitution::Read | Substitution::Write => {
                            let stream = self.substitution(body, state);
                            builder.field.pipe = Some(Box::new(stream));
                            builder.text("/dev/fd/63");
                        }
                    }
                }
                Piece::Backquotes {
                    text,
                    quoted,
                    place,
                } => {
                    let span = self.span(*place);
                    let output =
                        self.inner_script(text, &span, &mut state.clone(), Stream::default());
                    let value = output_value(&output, span);
                    builder.value(&value, !quoted && usage == Use::Arguments, state);
                }
                Piece::Unknown { words } => {
                    for word in words {
                        self.value(word, state);
                    }
                    let span = builder.field.span.clone();
                    let mut value = Field::unknown(span);
                    value.splits = false;
                    builder.value(&value, false, state);
                }
            }
        }
        builder.finish();
    }

    fn all_arguments(name: &str, quoted: bool, builder: &mut Builder<'_>, state: &State) {
        let Some(arguments) = state.arguments.clone() else {
            let span = builder.field.span.clone();
            builder.value(&Field::unknown(span), true, state);
            return;
        };
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                if name == "*" && quoted {
                    builder.text(" ");
                } else {
                    builder.break_word();
                }
            }
            builder.value(argument, !quoted, state);
            builder.present |= quoted;
        }
    }

    /// The value of a variable after `change`.
    fn variable(&mut self, name: &str, change: &Change, state: &mut State) -> Field {
        let mut value = self.changed(name, change, state);
        value.taint.secret |= !state.variables.contains_key(name) && holds_secret(name);
        value
    }

    fn changed(&mut self, name: &str, change: &Change, state: &mut State) -> Field {
        let value = self.lookup(name, state);
        match change {
            Change::Plain | Change::Require => value.unwrap_or_else(|| Field::unknown(self.here())),
            Change::Default { word, assign } => match value {
                Some(value) if !value.unknown && !value.text.is_empty() => value,
                Some(value) if value.unknown => {
                    // Set or not: either may be the value, and the word is expanded.
                    self.value(word, state);
                    value
                }
                _ => {
                    let default = self.value(word, state);
                    if *assign {
                        state.set(name, default.clone());
                    }
                    // A variable that this text does not set may be set by what started it.
                    let mut value = default;
                    if !state.variables.contains_key(name) {
                        value.unknown = true;
                        value.known_length = 0;
                    }
                    value
                }
            },
            Change::Other { words } => {
                for word in words {
                    self.value(word, state);
                }
                let mut unknown = Field::unknown(self.here());
                unknown.taint = value.map(|value| value.taint).unwrap_or_default();
                unknown
            }
        }
    }

    /// What a variable holds; `None` when neither the text nor the caller says.
    fn lookup(&self, name: &str, state: &State) -> Option<Field> {
        if let Some(value) = state.variables.get(name) {
            return Some(value.clone());
        }
        if let Some(arguments) = &state.arguments
            && let Ok(index) = name.parse::<usize>()
        {
            return Some(match index.checked_sub(1) {
                Some(index) => arguments
                    .get(index)
                    .cloned()
                    .unwrap_or_else(|| Field::known("", self.here())),
                None => Field::known("bash", self.here()),
            });
        }
        let environment = &state.environment;
        let text = match name {
            "HOME" => environment.home.as_str(),
            "PWD" => state.folder()?.as_str(),
            "HERMES_HOME" => environment.hermes_home.as_str(),
            "USER" | "LOGNAME" => environment.home.name(),
            "IFS" => " \t\n",
            "SHELL" | "BASH" => "/bin/bash",
            _ => return None,
        };
        Some(Field::known(text, self.here()))
    }
}

/// The value of a command substitution.
fn output_value(output: &Stream, span: crate::model::Span) -> Field {
    let mut field = match &output.text {
        Some(text) => Field::known(text.trim_end_matches('\n'), span),
        None => Field::unknown(span),
    };
    field.taint = output.taint;
    field
}

/// `~`, `~user`, `~+` at the start of a word, and behind `=` or `:` in a value.
fn tilde(text: &str, index: usize, state: &State) -> String {
    if index > 0 || !text.starts_with('~') {
        return text.to_owned();
    }
    let (user, rest) = match text.find('/') {
        Some(slash) => text.split_at(slash),
        None => (text, ""),
    };
    let home = &state.environment.home;
    let folder = match user.get(1..).unwrap_or_default() {
        "" => home.as_str().to_owned(),
        "+" => match state.folder() {
            Some(folder) => folder.as_str().to_owned(),
            None => return text.to_owned(),
        },
        "root" => "/root".to_owned(),
        name if name == home.name() => home.as_str().to_owned(),
        name if name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') =>
        {
            let parent = home
                .as_str()
                .rsplit_once('/')
                .map_or("", |(parent, _)| parent);
            format!("{parent}/{name}")
        }
        _ => return text.to_owned(),
    };
    format!("{folder}{rest}")
}

/// Whether unquoted text is a pattern; a bracket alone is none.
fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
        || text
            .split_once('[')
            .is_some_and(|(_, behind)| behind.contains(']'))
}

/// Builds fields from values, splitting where the shell splits.
struct Builder<'a> {
    field: Field,
    present: bool,
    into: &'a mut Vec<Field>,
}

impl Builder<'_> {
    fn text(&mut self, text: &str) {
        self.present = true;
        self.field.text.push_str(text);
        if !self.field.unknown {
            self.field.known_length = self.field.text.len();
        }
    }

    fn value(&mut self, value: &Field, splits: bool, state: &State) {
        self.field.taint = self.field.taint.join(value.taint);
        if value.unknown {
            self.present = true;
            self.text(value.known_start());
            if !self.field.unknown {
                self.field.unknown = true;
                self.field.known_length = self.field.text.len();
            }
            let rest = value
                .text
                .get(value.known_start().len()..)
                .unwrap_or_default();
            self.field.text.push_str(rest);
            self.field.splits |= splits;
            self.field.pattern |= value.pattern;
            return;
        }
        if let Some(pipe) = &value.pipe {
            self.field.pipe = Some(pipe.clone());
        }
        if !splits {
            self.text(&value.text);
            self.field.pattern |= value.pattern;
            return;
        }
        self.field.pattern |= value.pattern || is_pattern(&value.text);
        let pattern = self.field.pattern;
        let separators: Vec<char> = match state.variables.get("IFS") {
            Some(ifs) if !ifs.unknown => ifs.text.chars().collect(),
            _ => vec![' ', '\t', '\n'],
        };
        let mut first = true;
        for part in value.text.split(|c| separators.contains(&c)) {
            if !first {
                self.break_word();
                self.field.pattern = pattern;
            }
            first = false;
            if !part.is_empty() {
                self.text(part);
            }
        }
    }

    /// Ends a field and begins the next; an empty one vanishes.
    fn break_word(&mut self) {
        let span = self.field.span.clone();
        let taint = self.field.taint;
        let field = std::mem::take(&mut self.field);
        if self.present {
            self.into.push(field);
        }
        self.present = false;
        self.field.span = span;
        self.field.taint = taint;
    }

    fn finish(self) {
        if self.present {
            self.into.push(self.field);
        }
    }
}
