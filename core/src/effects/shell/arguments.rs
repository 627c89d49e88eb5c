//! Arguments of a program, read by its data: subcommands, options in every spelling, operands.

use crate::catalog::program::{Command, Operands, OptionSpec, Role, Takes, UnknownOptions, glob};

use super::value::Field;

/// An option that is given.
#[derive(Debug)]
pub(super) struct Given<'c> {
    pub(super) spec: &'c OptionSpec,
    pub(super) value: Option<Field>,
}

/// Arguments, read.
#[derive(Debug)]
pub(super) struct Arguments<'c> {
    /// The program and its subcommands, outermost first.
    pub(super) chain: Vec<&'c Command>,
    /// `git push`.
    pub(super) label: String,
    pub(super) options: Vec<Given<'c>>,
    pub(super) operands: Vec<Field>,
    /// Variables that are set for the inner command.
    pub(super) assignments: Vec<(String, Field)>,
    /// Words that are another command, and how they run.
    pub(super) rest: Option<(&'c Role, Vec<Field>)>,
    /// Prints help or a version and stops.
    pub(super) help: bool,
    /// The first option that the data does not list.
    pub(super) unknown_option: Option<String>,
    /// The subcommand is not known before the command runs.
    pub(super) unknown_subcommand: bool,
}

impl<'c> Arguments<'c> {
    /// Reads the arguments of `command`.
    pub(super) fn read(name: &str, command: &'c Command, words: &[Field]) -> Self {
        let mut reader = Reader {
            read: Arguments {
                chain: vec![command],
                label: name.to_owned(),
                options: Vec::new(),
                operands: Vec::new(),
                assignments: Vec::new(),
                rest: None,
                help: false,
                unknown_option: None,
                unknown_subcommand: false,
            },
            operands: &command.operands,
            ended: false,
            named: false,
        };
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let behind = words.get(at + 1..).unwrap_or_default();
            match reader.take(word, behind) {
                Step::Next => at += 1,
                Step::WithValue => at += 2,
                Step::Stop => break,
            }
        }
        reader.finish();
        reader.read
    }

    /// The innermost command.
    pub(super) fn command(&self) -> &'c Command {
        // The chain begins with the program and only grows.
        self.chain.last().copied().unwrap_or(&EMPTY)
    }

    /// The option that a spelling names, seen from the innermost command.
    pub(super) fn spec(&self, spelling: &str) -> Option<&'c OptionSpec> {
        self.chain
            .iter()
            .rev()
            .find_map(|command| command.options.exact(spelling))
            .map(|(_, spec)| spec)
    }

    /// Whether the option is given, in any spelling.
    pub(super) fn has(&self, spelling: &str) -> bool {
        self.spec(spelling).is_some_and(|spec| {
            self.options
                .iter()
                .any(|given| std::ptr::eq(given.spec, spec))
        })
    }

    /// The values given to the option, in any spelling.
    pub(super) fn values(&self, spelling: &str) -> impl Iterator<Item = &Field> {
        let spec = self.spec(spelling);
        self.options
            .iter()
            .filter(move |given| spec.is_some_and(|spec| std::ptr::eq(given.spec, spec)))
            .filter_map(|given| given.value.as_ref())
    }

    /// The values given to the program's own option, which a subcommand may spell the same.
    pub(super) fn outer_values(&self, spelling: &str) -> impl Iterator<Item = &Field> {
        let spec = self
            .chain
            .first()
            .and_then(|program| program.options.exact(spelling))
            .map(|(_, spec)| spec);
        self.options
            .iter()
            .filter(move |given| spec.is_some_and(|spec| std::ptr::eq(given.spec, spec)))
            .filter_map(|given| given.value.as_ref())
    }

    /// Whether an operand may hold options too: a word that is not known and not quoted.
    pub(super) fn words_hide_options(&self) -> bool {
        self.operands
            .iter()
            .any(|word| word.splits && word.known_length == 0 && word.text.is_empty())
    }

    /// What an option that is not listed means here.
    pub(super) fn unknown_options(&self) -> UnknownOptions {
        let any = |policy| self.chain.iter().any(|command| command.unknown == policy);
        if any(UnknownOptions::Exec) {
            UnknownOptions::Exec
        } else if any(UnknownOptions::Ignored) {
            UnknownOptions::Ignored
        } else {
            UnknownOptions::Unresolved
        }
    }
}

static EMPTY: std::sync::LazyLock<Command> = std::sync::LazyLock::new(Command::default);

enum Step {
    Next,
    WithValue,
    Stop,
}

struct Reader<'c> {
    read: Arguments<'c>,
    /// What operands mean, as far as the options so far say.
    operands: &'c Operands,
    /// Behind `--`.
    ended: bool,
    /// No further subcommand can follow.
    named: bool,
}

impl<'c> Reader<'c> {
    fn take(&mut self, word: &Field, behind: &[Field]) -> Step {
        let text = word.known_start();
        if !self.ended && text.len() > 1 && text.starts_with('-') {
            return self.option(word, behind);
        }
        if !self.ended && text.len() > 1 && text.starts_with('+') && self.spec(text).is_some() {
            return self.option(word, behind);
        }
        self.operand(word, behind)
    }

    fn command(&self) -> &'c Command {
        self.read.command()
    }

    fn operand(&mut self, word: &Field, behind: &[Field]) -> Step {
        if self.read.operands.is_empty()
            && self.command().assignments
            && let Some((name, _)) = word.known_start().split_once('=')
            && is_name(name)
        {
            let value = word.behind(name.len() + 1);
            self.read.assignments.push((name.to_owned(), value));
            return Step::Next;
        }
        if !self.named && self.read.operands.is_empty() && self.subcommand(word) {
            return Step::Next;
        }
        if let Some(role) = self.operands.takes_rest_at(self.read.operands.len()) {
            let mut rest = vec![word.clone()];
            rest.extend_from_slice(behind);
            self.read.rest = Some((role, rest));
            return Step::Stop;
        }
        self.read.operands.push(word.clone());
        if self.command().options_first {
            self.ended = true;
        }
        Step::Next
    }

    /// Descends into the subcommand that the word names, if the command has subcommands.
    fn subcommand(&mut self, word: &Field) -> bool {
        let command = self.command();
        if command.subcommands.is_empty() {
            return false;
        }
        if let Some(text) = word.exact()
            && let Some(inner) = find_subcommand(command, text)
        {
            self.read.label.push(' ');
            self.read.label.push_str(text);
            self.enter(inner);
            return true;
        }
        self.named = true;
        self.read.unknown_subcommand = word.exact().is_none();
        if let Some(text) = word.exact() {
            self.read.label.push(' ');
            self.read.label.push_str(text);
        }
        if let Some(default) = &command.default {
            self.enter(default);
            self.named = true;
        } else {
            self.read.unknown_subcommand = true;
        }
        false
    }

    fn enter(&mut self, command: &'c Command) {
        self.read.chain.push(command);
        self.operands = &command.operands;
        self.named = false;
        self.ended = false;
    }

    fn spec(&self, spelling: &str) -> Option<&'c OptionSpec> {
        self.read.spec(spelling)
    }

    fn abbreviated(&self, spelling: &str) -> Option<&'c OptionSpec> {
        self.read
            .chain
            .iter()
            .rev()
            .find_map(|command| command.options.abbreviated(spelling))
            .map(|(_, spec)| spec)
    }

    fn option(&mut self, word: &Field, behind: &[Field]) -> Step {
        let text = word.known_start();
        if text == "--" && !word.unknown {
            self.ended = true;
            return Step::Next;
        }
        if let Some(spec) = self.spec(text).filter(|_| !word.unknown) {
            return self.detached(spec, behind);
        }
        let (name, value) = match text.find('=') {
            Some(equals) => (
                text.get(..equals).unwrap_or_default(),
                Some(word.behind(equals + 1)),
            ),
            None => (text, None),
        };
        if value.is_some()
            && let Some(spec) = self.spec(name)
        {
            self.give(spec, value);
            return Step::Next;
        }
        if name.starts_with("--") {
            if let Some(spec) = self.abbreviated(name) {
                if value.is_some() {
                    self.give(spec, value);
                    return Step::Next;
                }
                return self.detached(spec, behind);
            }
            return self.unlisted(name);
        }
        if self.read.chain.iter().any(|command| command.single_dash) {
            return self.unlisted(name);
        }
        self.cluster(word, behind)
    }

    /// `-abc`, `-ofile`: letters up to one that takes a value.
    fn cluster(&mut self, word: &Field, behind: &[Field]) -> Step {
        let text = word.known_start();
        let sign = text.get(..1).unwrap_or("-");
        for (at, letter) in text.char_indices().skip(1) {
            let Some(spec) = self.spec(&format!("{sign}{letter}")) else {
                if letter.is_ascii_digit() {
                    // `-5`, `-n5`: a number is never an option that does something.
                    continue;
                }
                if matches!((letter, text.len()), ('h' | 'V', 2)) && self.is_bare() {
                    // Not listed, and `-h` and `-V` do the same everywhere.
                    return self.unlisted(text);
                }
                self.unlisted(&format!("{sign}{letter}"));
                continue;
            };
            let end = at + letter.len_utf8();
            let attached = end < text.len() || word.unknown;
            match spec.takes {
                Takes::Nothing => {
                    if spec.role.takes_rest() {
                        return self.rest(&spec.role, spec, behind);
                    }
                    self.give(spec, None);
                }
                Takes::Value | Takes::Attached if attached => {
                    let equals = usize::from(text.get(end..).is_some_and(|t| t.starts_with('=')));
                    let value = word.behind(end);
                    // `-o=file` gives `=file` to most programs and `file` to some.
                    let value = if equals == 1 && matches!(spec.role, Role::Text | Role::Flag) {
                        value.behind(1)
                    } else {
                        value
                    };
                    self.give(spec, Some(value));
                    return Step::Next;
                }
                Takes::Attached => {
                    self.give(spec, None);
                    return Step::Next;
                }
                Takes::Value => return self.detached(spec, behind),
            }
        }
        if word.unknown && text.len() <= 1 {
            return self.unlisted(text);
        }
        Step::Next
    }

    /// An option whose value, if it takes one, is the next word.
    fn detached(&mut self, spec: &'c OptionSpec, behind: &[Field]) -> Step {
        if spec.role.takes_rest() {
            return self.rest(&spec.role, spec, behind);
        }
        if spec.takes == Takes::Value {
            self.give(spec, behind.first().cloned());
            return Step::WithValue;
        }
        self.give(spec, None);
        Step::Next
    }

    fn rest(&mut self, role: &'c Role, spec: &'c OptionSpec, behind: &[Field]) -> Step {
        self.give(spec, None);
        self.read.rest = Some((role, behind.to_vec()));
        Step::Stop
    }

    fn is_bare(&self) -> bool {
        self.read.operands.is_empty()
            && self.read.options.iter().all(|given| {
                given.spec.then.does.is_empty()
                    && matches!(given.spec.role, Role::Flag | Role::Text)
            })
    }

    fn give(&mut self, spec: &'c OptionSpec, value: Option<Field>) {
        if spec.role == Role::Help && self.is_bare() {
            self.read.help = true;
        }
        if let Some(operands) = &spec.then.operands {
            self.operands = operands;
        }
        self.read.options.push(Given { spec, value });
    }

    fn unlisted(&mut self, name: &str) -> Step {
        if matches!(name, "--help" | "--version") && self.is_bare() {
            self.read.help = true;
            return Step::Next;
        }
        self.read
            .unknown_option
            .get_or_insert_with(|| name.to_owned());
        Step::Next
    }

    /// A command that has subcommands and got none is its `bare` form.
    fn finish(&mut self) {
        // Behind operands the same letters often mean something else: `gem install -v 1 x`.
        if !self.read.operands.is_empty() || self.read.rest.is_some() {
            self.read.help = false;
        }
        let command = self.command();
        if command.subcommands.is_empty() || self.named {
            return;
        }
        match command.bare.as_ref().or(command.default.as_ref()) {
            Some(bare) => self.read.chain.push(bare),
            None if command.does.is_empty() => self.read.unknown_subcommand = true,
            None => {}
        }
    }
}

fn find_subcommand<'c>(command: &'c Command, text: &str) -> Option<&'c Command> {
    if let Some(inner) = command.subcommands.get(text) {
        return Some(inner);
    }
    let by_pattern = || {
        let named = command
            .patterns
            .iter()
            .find(|(pattern, _)| glob(pattern, text));
        named.map(|(_, inner)| inner.as_ref())
    };
    if !command.abbreviate {
        return by_pattern();
    }
    let mut found: Option<&Command> = None;
    for (name, inner) in &command.subcommands {
        if name.starts_with(text) {
            match found {
                Some(other) if !std::ptr::eq(other, &raw const **inner) => return None,
                _ => found = Some(inner),
            }
        }
    }
    found.or_else(by_pattern)
}

/// Whether the text can be the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
