//! From the words of a simple command to what they start: a function, a builtin, a program of the
//! catalogue, or something that is not known.

use smol_str::SmolStr;

use super::names::{Named, lookup, project_script};
use super::state::State;
use super::value::{Field, Stream, Taint};
use super::walk::Walker;
use super::{builtins, run, special};
use crate::catalog::program::Command;
use crate::limits;
use crate::model::{Capability, Effect, Marks, Reach, Span, Target};

/// One start of a program.
#[derive(Debug)]
pub(super) struct Call<'c> {
    /// The program's bare name.
    pub(super) name: String,
    /// What is known about it.
    pub(super) command: &'c Command,
    /// Its arguments.
    pub(super) words: Vec<Field>,
    /// Its standard input.
    pub(super) input: &'c Stream,
    /// The simple command in the arguments.
    pub(super) span: &'c Span,
}

impl Walker<'_> {
    /// Runs a simple command whose words are expanded.
    pub(super) fn dispatch(
        &mut self,
        words: Vec<Field>,
        input: &Stream,
        state: &mut State,
        span: &Span,
    ) -> Stream {
        if self.wrappers >= limits::COMMAND_LAYERS {
            let why = "programs start each other in too many layers";
            self.push(Effect::opaque(Capability::SHELL_EXEC, span.clone(), why));
            return Stream::default();
        }
        self.wrappers += 1;
        let output = self.start(words, input, state, span);
        self.wrappers -= 1;
        output
    }

    fn start(
        &mut self,
        mut words: Vec<Field>,
        input: &Stream,
        state: &mut State,
        span: &Span,
    ) -> Stream {
        if words.is_empty() {
            return Stream::default();
        }
        let first = words.remove(0);
        let Some(name) = first.exact().map(str::to_owned) else {
            return self.unknown_program(&first, &words, state, span);
        };
        if let Some(alias) = state.aliases.get(&name).cloned() {
            return self.alias(&name, &alias, words, input, state, span);
        }
        if state.functions.contains_key(&name)
            && let Some(output) = self.function(&name, words.clone(), input, state, span)
        {
            return output;
        }
        if let Some(output) = builtins::run(self, &name, &words, input, state, span) {
            return output;
        }
        self.program(&name, words, input, state, span)
    }

    /// Starts a program by name or path; functions and builtins do not count.
    pub(super) fn program(
        &mut self,
        name: &str,
        mut words: Vec<Field>,
        input: &Stream,
        state: &mut State,
        span: &Span,
    ) -> Stream {
        let programs = self.context.catalog.programs();
        let (name, command) = match lookup(name, programs) {
            Named::Known {
                name,
                command,
                subcommand,
            } => {
                if let Some(subcommand) = subcommand {
                    words.insert(0, Field::known(subcommand, span.clone()));
                }
                (name, command)
            }
            Named::File => {
                let field = Field::known(name, span.clone());
                let start = self.effects.len();
                self.file_run(&field, input, state, span);
                self.place(start, state);
                // What the project's own copy does is not shown, but what it is asked to do is.
                if let Some(script) = project_script(name) {
                    self.program(script, words, input, state, span);
                }
                return Stream::of(input.taint);
            }
            Named::Unknown => {
                let why = format!(
                    "`{}` is not a program that the catalogue knows",
                    shown(name)
                );
                let start = self.effects.len();
                self.unknown(why, name, input, state, span);
                self.place(start, state);
                return Stream::of(input.taint);
            }
        };
        if state.path_changed {
            let why = "`PATH` was changed, so another program of that name may run";
            self.push(Effect::opaque(Capability::SHELL_EXEC, span.clone(), why));
        }
        let call = Call {
            name,
            command,
            words,
            input,
            span,
        };
        let start = self.effects.len();
        let output = match &command.special {
            Some(special) => special::run(special, self, call, state),
            None => run::run(self, &call, state),
        };
        if input.taint.secret {
            self.sends_secret(start);
        }
        output
    }

    /// A secret is part of the content that the effects since `start` send.
    pub(super) fn sends_secret(&mut self, start: usize) {
        for effect in self.effects.iter_mut().skip(start) {
            if effect.marks.contains(Marks::SENDS_CONTENT) {
                effect.marks |= Marks::SECRET;
            }
        }
    }

    /// A file that is started by its path: code that the call does not show.
    pub(super) fn file_run(&mut self, field: &Field, input: &Stream, state: &State, span: &Span) {
        let why = format!(
            "it runs `{}`, which the call does not show",
            shown(&field.text)
        );
        let mut effect = Effect::opaque(Capability::CODE_EXEC, span.clone(), why);
        effect.program = Some(SmolStr::new(&field.text));
        if field.text.contains("://") {
            effect.marks |= Marks::UNKNOWN_ORIGIN;
        } else if let super::files::Known::Path(target) =
            super::files::path(field, Reach::One, state)
        {
            if state
                .downloads
                .iter()
                .any(|file| target.path.is_within(file))
            {
                effect.marks |= Marks::UNKNOWN_ORIGIN;
            }
            if target.path.is_within(&self.context.environment.cwd) {
                effect.marks |= Marks::PROJECT_CODE;
            }
            effect = effect.with(Target::Path(target));
        }
        if let Some(pipe) = &field.pipe
            && pipe.taint.network | pipe.taint.decoded
        {
            effect.marks |= Marks::UNKNOWN_ORIGIN;
        }
        if state.connection_open || input.connection {
            effect.marks |= Marks::REMOTE_SHELL;
        }
        self.push(effect);
    }

    fn unknown(&mut self, why: String, name: &str, input: &Stream, state: &State, span: &Span) {
        let mut effect = Effect::opaque(Capability::SHELL_EXEC, span.clone(), why);
        effect.program = Some(SmolStr::new(name));
        if state.connection_open || input.connection {
            effect.marks |= Marks::REMOTE_SHELL;
        }
        self.push(effect);
    }

    fn unknown_program(
        &mut self,
        first: &Field,
        words: &[Field],
        state: &State,
        span: &Span,
    ) -> Stream {
        let why = "the program is not known before the command runs";
        let mut effect = Effect::opaque(Capability::SHELL_EXEC, span.clone(), why);
        if first.taint.network || first.taint.decoded {
            effect.marks |= Marks::UNKNOWN_ORIGIN;
        }
        if state.connection_open {
            effect.marks |= Marks::REMOTE_SHELL;
        }
        self.push(effect);
        let taint = words
            .iter()
            .fold(Taint::default(), |taint, word| taint.join(word.taint));
        Stream::of(taint)
    }

    /// An alias: its text, then the words.
    fn alias(
        &mut self,
        name: &str,
        text: &str,
        words: Vec<Field>,
        input: &Stream,
        state: &mut State,
        span: &Span,
    ) -> Stream {
        // An alias is not expanded again inside itself.
        let mut inner = state.clone();
        std::rc::Rc::make_mut(&mut inner.aliases).remove(name);
        let words_known = words.iter().all(|word| word.exact().is_some());
        let mut whole = text.to_owned();
        for word in &words {
            whole.push(' ');
            whole.push_str(&quoted(&word.text));
        }
        let start = self.effects.len();
        let output = self.inner_script(&whole, span, &mut inner, input.clone());
        if !words_known {
            self.unresolve(start, "an argument is not known before the command runs");
        }
        output
    }
}

/// The text as one word of a shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Text for a message: its beginning.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}
