//! The walk over the tree: what runs, with which words, input and state.

use std::rc::Rc;

use smol_str::SmolStr;

use super::ast::{Assignment, Node, Place, Statement};
use super::parse::{Fault, parse};
use super::shape::{ends_shell, hides_words, is_computed, is_declaration, is_quiet, multiplies};
use super::state::State;
use super::value::{Field, Stream, Taint};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Span};

/// How often a loop over known words is unrolled.
const UNROLL: usize = 16;

/// One walk over a command text and everything that it starts.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    pub(super) context: Context<'a>,
    /// The text at hand, for places only.
    source: Source<'a>,
    pub(super) effects: Vec<Effect>,
    /// Simple commands still to be followed.
    steps: usize,
    /// Wrappers around the program at hand (`sudo env nice ...`).
    pub(super) wrappers: usize,
    /// Functions that are running.
    calls: Vec<Rc<Statement>>,
    exhausted: bool,
}

impl<'a> Walker<'a> {
    pub(super) fn new(context: Context<'a>, source: &Source<'_>) -> Self {
        Self {
            context,
            source: source.without_text(),
            effects: Vec::new(),
            steps: limits::COMMAND_STEPS,
            wrappers: 0,
            calls: Vec::new(),
            exhausted: false,
        }
    }

    /// The place of a piece of the text at hand.
    pub(super) fn span(&self, place: Place) -> Span {
        self.source.span(place.start, place.end)
    }

    /// The place of the text at hand.
    pub(super) fn here(&self) -> Span {
        self.source.span(0, 0)
    }

    pub(super) fn push(&mut self, effect: Effect) {
        if self.effects.len() >= limits::EFFECTS {
            self.exhaust();
            return;
        }
        self.effects.push(effect);
    }

    /// Tells the effects since `start` the folder of the shell, where it is another than the
    /// call's.
    pub(super) fn place(&mut self, start: usize, state: &State) {
        let folder = if !state.folder_known {
            crate::target::path::absolute("/")
        } else if state.environment.cwd != self.context.environment.cwd {
            state.environment.cwd.clone()
        } else {
            return;
        };
        for effect in self.effects.iter_mut().skip(start) {
            effect.folder.get_or_insert_with(|| folder.clone());
        }
    }

    /// Remembers that not everything was followed.
    fn exhaust(&mut self) {
        self.exhausted = true;
    }

    /// Everything that was found, and whether something was not followed.
    pub(super) fn into_effects(mut self) -> Vec<Effect> {
        if self.exhausted {
            let effect = Effect::opaque(
                Capability::SHELL_EXEC,
                self.here(),
                "the command has more parts than what is read",
            );
            self.effects.push(effect.marked(Marks::OVERSIZED));
        }
        self.effects
    }

    /// Reads and walks a text that stands verbatim in the arguments.
    pub(super) fn text(&mut self, text: &str, state: &mut State) -> Stream {
        let script = parse(text);
        if let Some(fault) = script.fault {
            self.fault(fault);
        }
        self.sequence(&script.statements, state, &Stream::default())
    }

    /// Reads and walks text that an inner command holds, one layer further in.
    pub(super) fn inner_script(
        &mut self,
        text: &str,
        span: &Span,
        state: &mut State,
        input: Stream,
    ) -> Stream {
        let Some(context) = self.context.deeper() else {
            self.push(Effect::opaque(
                Capability::SHELL_EXEC,
                span.clone(),
                "commands are wrapped in too many layers",
            ));
            return Stream::of(Taint::default());
        };
        let outer = std::mem::replace(&mut self.context, context);
        let source = std::mem::replace(&mut self.source, Source::derived(span.clone(), ""));
        let script = parse(text);
        if let Some(fault) = script.fault {
            self.fault(fault);
        }
        let output = self.sequence(&script.statements, state, &input);
        self.context = outer;
        self.source = source;
        output
    }

    fn fault(&mut self, fault: Fault) {
        let marks = match fault {
            Fault::Invalid => Marks::UNPARSABLE,
            Fault::TooLong | Fault::TooDeep | Fault::TooMany => Marks::OVERSIZED,
        };
        let span = self.here();
        self.push(Effect::opaque(Capability::SHELL_EXEC, span, fault.why()).marked(marks));
    }

    /// Statements one after the other; gives the output of the last.
    pub(super) fn sequence(
        &mut self,
        statements: &[Statement],
        state: &mut State,
        input: &Stream,
    ) -> Stream {
        let mut output = Stream::default();
        let mut taint = Taint::default();
        for statement in statements {
            let this = self.statement(statement, state, input);
            taint = taint.join(this.taint);
            output = this;
        }
        output.taint = taint;
        if statements.len() > 1 {
            output.text = None;
        }
        output
    }

    /// A command substitution: its own process, its output.
    pub(super) fn substitution(&mut self, body: &[Statement], state: &State) -> Stream {
        let mut inner = state.clone();
        self.sequence(body, &mut inner, &Stream::default())
    }

    fn statement(&mut self, statement: &Statement, state: &mut State, input: &Stream) -> Stream {
        if self.steps == 0 {
            self.exhaust();
            return Stream::default();
        }
        self.steps -= 1;
        if statement.background {
            // A background command is a process of its own.
            let mut inner = state.clone();
            return self.foreground(statement, &mut inner, input);
        }
        self.foreground(statement, state, input)
    }

    fn foreground(&mut self, statement: &Statement, state: &mut State, input: &Stream) -> Stream {
        let span = self.span(statement.place);
        if let Node::Simple { assignments, words } = &statement.node {
            return self.simple(statement, assignments, words, state, input, &span);
        }
        let redirected = self.redirects(&statement.redirects, state, true);
        let input = redirected.input.as_ref().unwrap_or(input);
        let output = self.node(&statement.node, state, input);
        if redirected.output_elsewhere {
            self.record_written(&redirected.written, output.taint, state);
            return Stream::default();
        }
        output
    }

    fn node(&mut self, node: &Node, state: &mut State, input: &Stream) -> Stream {
        match node {
            // Handled by the caller, which has the redirections.
            Node::Simple { .. } => Stream::default(),
            Node::Pipeline(parts) => self.pipeline(parts, state, input),
            Node::List(parts) => self.sequence(parts, state, input),
            Node::Or(parts) => {
                let mut output = Stream::default();
                for (index, part) in parts.iter().enumerate() {
                    if index == 0 {
                        output = self.statement(part, state, input);
                        continue;
                    }
                    let mut other = state.clone();
                    self.statement(part, &mut other, input);
                    // `cd x || exit`: what follows runs only where the first succeeded.
                    if !ends_shell(part) {
                        state.merge(&other);
                    }
                }
                output.text = None;
                output
            }
            Node::Subshell(body) => self.sequence(body, &mut state.clone(), input),
            Node::Branches {
                first,
                words,
                branches,
            } => self.branches(first, words, branches, state, input),
            Node::For {
                variable,
                words,
                body,
            } => {
                let fields = match words {
                    Some(words) => self.fields(words, state),
                    None => match &state.arguments {
                        Some(arguments) => arguments.to_vec(),
                        None => vec![Field::unknown(self.here())],
                    },
                };
                self.for_loop(variable, &fields, body, state, input)
            }
            Node::Loop(body) => self.any_number(body, state, input),
            Node::Function { names, body } => {
                let body = Rc::new((**body).clone());
                for name in names {
                    Rc::make_mut(&mut state.functions).insert(name.clone(), Rc::clone(&body));
                }
                Stream::default()
            }
            Node::Words(words) => {
                for word in words {
                    self.value(word, state);
                }
                Stream::default()
            }
        }
    }

    fn pipeline(&mut self, parts: &[Statement], state: &mut State, input: &Stream) -> Stream {
        let start = self.effects.len();
        let mut stream = input.clone();
        for part in parts {
            // Every part is a process of its own.
            let mut inner = state.clone();
            let mut output = self.statement(part, &mut inner, &stream);
            output.given = true;
            for file in inner.downloads {
                if !state.downloads.contains(&file) {
                    state.downloads.push(file);
                }
            }
            stream = output;
        }
        self.connect_shells(start);
        stream
    }

    /// A shell that reads commands beside a raw connection in one pipeline is a remote shell.
    fn connect_shells(&mut self, start: usize) {
        let Some(made) = self.effects.get_mut(start..) else {
            return;
        };
        let connects = made
            .iter()
            .any(|effect| effect.capability.as_str() == "net.connect");
        let reads_commands = made
            .iter()
            .any(|effect| effect.capability.as_str() == "shell.stdin");
        if connects && reads_commands {
            for effect in made {
                if matches!(effect.capability.as_str(), "net.connect" | "shell.stdin") {
                    effect.marks |= Marks::REMOTE_SHELL;
                }
            }
        }
    }

    fn branches(
        &mut self,
        first: &[Statement],
        words: &[super::ast::Word],
        branches: &[Vec<Statement>],
        state: &mut State,
        input: &Stream,
    ) -> Stream {
        for word in words {
            self.value(word, state);
        }
        self.sequence(first, state, input);
        let before = state.clone();
        let mut taint = Taint::default();
        for branch in branches {
            let mut inner = before.clone();
            taint = taint.join(self.sequence(branch, &mut inner, input).taint);
            if !branch.last().is_some_and(ends_shell) {
                state.merge(&inner);
            }
        }
        Stream::of(taint)
    }

    fn for_loop(
        &mut self,
        variable: &str,
        fields: &[Field],
        body: &[Statement],
        state: &mut State,
        input: &Stream,
    ) -> Stream {
        let mut taint = Taint::default();
        if fields.len() > UNROLL {
            let mut value = Field::unknown(self.here());
            value.taint = fields
                .iter()
                .fold(Taint::default(), |taint, field| taint.join(field.taint));
            state.set(variable, value);
            return self.any_number(body, state, input);
        }
        for field in fields {
            let mut value = field.clone();
            // Unquoted it was split into the loop's words already.
            value.splits = false;
            state.set(variable, value);
            taint = taint.join(self.sequence(body, state, input).taint);
        }
        Stream::of(taint)
    }

    /// A body that runs any number of times: what it changes is not known in its next run.
    fn any_number(&mut self, body: &[Statement], state: &mut State, input: &Stream) -> Stream {
        let before = state.clone();
        let mut output = self.sequence(body, state, input);
        if !state.is_like(&before) {
            state.merge(&before);
            let known = self.effects.len();
            let again = self.sequence(body, state, input);
            output.taint = output.taint.join(again.taint);
            self.forget_repeated(known);
        }
        output.text = None;
        output
    }

    /// Drops effects of a second run that the first run had already.
    fn forget_repeated(&mut self, known: usize) {
        let repeated: Vec<Effect> = self.effects.split_off(known.min(self.effects.len()));
        for effect in repeated {
            if !self.effects.contains(&effect) {
                self.effects.push(effect);
            }
        }
    }

    fn simple(
        &mut self,
        statement: &Statement,
        assignments: &[Assignment],
        words: &[super::ast::Word],
        state: &mut State,
        input: &Stream,
        span: &Span,
    ) -> Stream {
        let mut fields = self.fields(words, state);
        let set = self.assignments(assignments, state);
        if fields.is_empty() {
            let redirected = self.redirects(&statement.redirects, state, false);
            self.keep_assignments(set, state);
            // `$(cmd)` alone runs what it prints; a word that vanished may be a command.
            if !words.is_empty() {
                self.push(Effect::opaque(
                    Capability::SHELL_EXEC,
                    span.clone(),
                    "the program is not known before it runs",
                ));
            }
            return redirected.input.unwrap_or_default();
        }
        if words.iter().any(hides_words) || is_computed(words.first()) {
            let why = "the words of the command are put together when it runs";
            self.push(Effect::opaque(Capability::SHELL_EXEC, span.clone(), why));
        }
        let quiet = is_quiet(&fields);
        let redirected = self.redirects(&statement.redirects, state, !quiet);
        let mut input = redirected.input.clone().unwrap_or_else(|| input.clone());
        input.given |= redirected.input.is_some();
        input.connection |= redirected.connection;
        if redirected.connection || redirected.sends {
            self.network_input(&fields, span);
        }
        if is_declaration(&fields) {
            self.keep_assignments(set.clone(), state);
        } else {
            self.variables_of_command(&set, span, state);
        }
        // `exec` without a command keeps its redirections.
        if redirected.connection && fields.len() == 1 {
            state.connection_open = true;
        }
        let before = self.effects.len();
        let output = if is_declaration(&fields) {
            Stream::default()
        } else if set.is_empty() {
            self.dispatch(std::mem::take(&mut fields), &input, state, span)
        } else {
            // Variables before a command are its own.
            let path_changed = state.path_changed;
            self.poison(&set, state);
            let output = self.dispatch(std::mem::take(&mut fields), &input, state, span);
            state.path_changed = path_changed;
            output
        };
        if redirected.sends {
            for effect in self.effects.iter_mut().skip(before) {
                if effect.risk == RiskClass::Read {
                    effect.marks |= Marks::SENDS_CONTENT;
                }
            }
            if output.taint.secret {
                self.sends_secret(before);
            }
        }
        self.record_written(&redirected.written, output.taint, state);
        if redirected.output_elsewhere {
            return Stream::default();
        }
        output
    }

    /// The values of assignments, in order.
    fn assignments(
        &mut self,
        assignments: &[Assignment],
        state: &mut State,
    ) -> Vec<(String, Field)> {
        let mut set = Vec::new();
        for assignment in assignments {
            let mut value = Field::known("", self.span(assignment.place));
            for word in &assignment.value {
                value = self.value(word, state);
            }
            if assignment.partial {
                value = Field {
                    unknown: true,
                    splits: true,
                    taint: value.taint,
                    span: value.span,
                    ..Field::default()
                };
            }
            value.span = self.span(assignment.place);
            set.push((assignment.name.clone(), value));
        }
        set
    }

    fn keep_assignments(&mut self, set: Vec<(String, Field)>, state: &mut State) {
        self.poison(&set, state);
        let span = self.here();
        self.variables_of_command(&set, &span, state);
        for (name, value) in set {
            state.set(&name, value);
        }
    }

    /// `PATH=`: programs are looked up elsewhere.
    #[expect(
        clippy::unused_self,
        reason = "reads like the other steps of a simple command"
    )]
    fn poison(&self, set: &[(String, Field)], state: &mut State) {
        for (name, value) in set {
            if name == "PATH" && !super::names::is_usual_path(value, &state.environment) {
                state.path_changed = true;
            }
        }
    }

    /// Runs a function that the text defined.
    pub(super) fn function(
        &mut self,
        name: &str,
        arguments: Vec<Field>,
        input: &Stream,
        state: &mut State,
        span: &Span,
    ) -> Option<Stream> {
        let body = Rc::clone(state.functions.get(name)?);
        if self.calls.iter().any(|call| Rc::ptr_eq(call, &body)) {
            let effect = Effect::opaque(
                Capability::SHELL_EXEC,
                span.clone(),
                "a function that starts itself again",
            );
            let marks = if multiplies(&body.node, name) {
                Marks::CATASTROPHE
            } else {
                Marks::empty()
            };
            self.push(effect.marked(marks));
            return Some(Stream::default());
        }
        if self.calls.len() >= limits::COMMAND_LAYERS {
            let why = "functions call each other in too many layers";
            self.push(Effect::opaque(Capability::SHELL_EXEC, span.clone(), why));
            return Some(Stream::default());
        }
        self.calls.push(Rc::clone(&body));
        let outer = state.arguments.replace(Rc::new(arguments));
        let output = self.statement(&body, state, input);
        state.arguments = outer;
        self.calls.pop();
        Some(output)
    }

    /// Makes effects from `start` on at least as uncertain, when something hides what they do.
    pub(super) fn unresolve(&mut self, start: usize, why: &str) {
        for effect in self.effects.iter_mut().skip(start) {
            *effect = effect
                .clone()
                .uncertain(Certainty::Unresolved, SmolStr::new(why));
        }
    }
}
