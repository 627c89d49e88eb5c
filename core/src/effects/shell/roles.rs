//! Operands and option values to targets and effects.

use smol_str::SmolStr;

use super::arguments::Arguments;
use super::dispatch::Call;
use super::files::{self, Known, Touch};
use super::state::State;
use super::value::{Field, Stream};
use super::walk::Walker;
use crate::catalog::program::{Does, Operands, Role};
use crate::model::{
    Capability, Certainty, Effect, Marks, Reach, Resource, RiskClass, Span, Target,
};
use crate::target::{host, recipient, url};

/// A variable that nothing sets: it stands for text that is not known.
pub(super) const UNKNOWN: &str = "__not_known";

/// One program being run: its effects as they come together.
pub(super) struct Run<'w, 'a> {
    pub(super) walker: &'w mut Walker<'a>,
    call: &'w Call<'w>,
    pub(super) label: SmolStr,
    pub(super) state: &'w mut State,
    /// Targets of the command's own effects.
    targets: Vec<Target>,
    /// Why a target is not known.
    unresolved: Option<SmolStr>,
    /// What standard input means to the command.
    stdin: Option<Role>,
    /// Marks on the command's own effects.
    marks: Marks,
    /// Effects on files and its own effects: a dry run makes them reads.
    own: Vec<Effect>,
}

impl<'w, 'a> Run<'w, 'a> {
    pub(super) fn new(
        walker: &'w mut Walker<'a>,
        call: &'w Call<'w>,
        label: SmolStr,
        state: &'w mut State,
    ) -> Self {
        Self {
            walker,
            call,
            label,
            state,
            targets: Vec::new(),
            unresolved: None,
            stdin: None,
            marks: Marks::empty(),
            own: Vec::new(),
        }
    }

    /// One more target. Those that are named twice go at the end, all at once.
    pub(super) fn target(&mut self, target: Target) {
        self.targets.push(target);
    }

    pub(super) fn mark(&mut self, marks: Marks) {
        self.marks |= marks;
    }

    pub(super) fn unresolve(&mut self, why: impl Into<SmolStr>) {
        self.unresolved.get_or_insert_with(|| why.into());
    }

    /// The targets, marks and doubts so far, for an effect that is made by hand.
    pub(super) fn take_targets(&mut self) -> (Vec<Target>, Marks, Option<SmolStr>) {
        (
            std::mem::take(&mut self.targets),
            std::mem::take(&mut self.marks),
            self.unresolved.take(),
        )
    }

    /// The simple command in the arguments.
    pub(super) fn span(&self) -> Span {
        self.call.span.clone()
    }

    /// Output of a command that read something is part of what is sent.
    pub(super) fn carried(&mut self, field: &Field) {
        self.carries(field, false);
    }

    /// A file that gets what the network sends.
    pub(super) fn download(&mut self, field: &Field) {
        let start = self.walker.effects.len();
        let path = self
            .walker
            .touch(field, Touch::Write, self.state, &self.label);
        self.state.downloads.extend(path);
        for effect in self.walker.effects.split_off(start) {
            self.own.push(effect.marked(Marks::DOWNLOAD));
        }
    }

    /// Whether an argument names where on a network the command goes.
    pub(super) fn has_place(&self) -> bool {
        self.targets
            .iter()
            .any(|target| matches!(target, Target::Host(_) | Target::Url(_)))
            || self.unresolved.is_some()
    }

    /// Options that say where relative names start come first, wherever they stand.
    pub(super) fn enter_folders(&mut self, arguments: &Arguments<'_>) {
        for given in &arguments.options {
            if given.spec.role == Role::Cd
                && let Some(value) = &given.value
            {
                self.state.enter_word(value);
            }
        }
    }

    pub(super) fn values(&mut self, arguments: &Arguments<'_>) {
        for given in &arguments.options {
            if let Some(value) = &given.value {
                self.apply(&given.spec.role, value);
            }
        }
    }

    pub(super) fn operands(&mut self, operands: &[Field], meaning: &Operands) {
        for (index, operand) in operands.iter().enumerate() {
            if let Some(role) = meaning.role(index, operands.len()) {
                self.apply(role, operand);
            }
        }
    }

    /// What an installer is asked for: its operands without another meaning are packages.
    pub(super) fn packages(&mut self, operands: &[Field], meaning: &Operands) {
        for (index, operand) in operands.iter().enumerate() {
            if matches!(meaning.role(index, operands.len()), None | Some(Role::Text)) {
                let mut field = operand.clone();
                package(&operand.text).clone_into(&mut field.text);
                self.resource("package", &field);
            }
        }
    }

    /// Says what standard input means, for operands that name it (`-`).
    pub(super) fn expect_input(&mut self, role: Option<&Role>) {
        self.stdin = role.cloned();
    }

    /// What standard input does to the command.
    pub(super) fn standard_input(&mut self, role: Option<&Role>) {
        let (Some(role), true) = (role, self.call.input.given) else {
            return;
        };
        let input = self.call.input.clone();
        match role {
            Role::Sent => self.sends(&input),
            Role::Command | Role::Code(_) | Role::Sql(_) | Role::RemoteCommand => {
                self.input_code(role, &input);
            }
            Role::List => self.unresolve("the inputs are named by another command's output"),
            _ => {}
        }
    }

    /// Content of the stream is sent.
    fn sends(&mut self, input: &Stream) {
        if input.text.is_none() || input.taint.content {
            self.mark(Marks::SENDS_CONTENT);
        }
        if input.taint.secret {
            self.mark(Marks::SENDS_CONTENT | Marks::SECRET);
        }
    }

    fn input_code(&mut self, role: &Role, input: &Stream) {
        if let Some(text) = &input.text {
            let span = input.span.clone().unwrap_or_else(|| self.call.span.clone());
            let field = Field::known(text.clone(), span);
            self.apply(role, &field);
            return;
        }
        if let Some(file) = &input.file {
            let file = (**file).clone();
            self.apply(&Role::Script, &file);
            return;
        }
        let mut effect = Effect::opaque(
            Capability::new("shell.stdin"),
            self.call.span.clone(),
            "it runs what another command prints",
        )
        .marked(Marks::UNKNOWN_ORIGIN);
        if input.connection {
            effect.marks |= Marks::REMOTE_SHELL;
        }
        effect.program = Some(self.label.clone());
        self.walker.push(effect);
    }

    /// What one piece of text does by its role.
    pub(super) fn apply(&mut self, role: &Role, field: &Field) {
        match role {
            Role::Flag | Role::Text | Role::Help | Role::DryRun => {}
            Role::Cd | Role::Read => self.file(field, Touch::Read),
            Role::ReadTree => self.file(field, Touch::ReadTree),
            Role::List => {
                self.file(field, Touch::Read);
                self.unresolve("the inputs are named in a file");
            }
            Role::Write | Role::Move => self.file(field, Touch::Write),
            Role::Delete => self.file(field, Touch::Delete),
            Role::DeleteTree => self.file(field, Touch::DeleteTree),
            Role::Path => self.path(field, Reach::One),
            Role::Tree => self.path(field, Reach::Tree),
            Role::Host => self.host(field),
            Role::Url => self.url(field),
            Role::Recipient => self.recipient(field),
            Role::Resource(kind) => self.resource(kind, field),
            Role::Amount => self.resource("amount", field),
            Role::Sent => self.sent(field),
            Role::SentFile => self.sent_file(field),
            Role::Script => self.script(field),
            Role::Program | Role::Command => self.command(field),
            Role::RemoteCommand => self.remote(field),
            Role::Argv | Role::RemoteArgv => {
                self.rest(role, std::slice::from_ref(field), Marks::empty());
            }
            Role::Code(language) => self.code(*language, field),
            Role::Sql(dialect) => self.sql(*dialect, field),
        }
    }

    /// An effect on a file, together with earlier ones of the same kind.
    pub(super) fn file(&mut self, field: &Field, touch: Touch) {
        if field.exact() == Some("-") {
            return;
        }
        if let Some(effect) = super::redirect::connection(field) {
            self.own.push(effect);
            return;
        }
        let start = self.walker.effects.len();
        self.walker.touch(field, touch, self.state, &self.label);
        for mut effect in self.walker.effects.split_off(start) {
            effect.span = self.call.span.clone();
            self.join(effect);
        }
    }

    /// One effect for several files, when nothing but the files differs.
    fn join(&mut self, effect: Effect) {
        let same = self.own.iter_mut().find(|own| {
            own.capability == effect.capability
                && own.risk == effect.risk
                && own.certainty == effect.certainty
                && own.marks == effect.marks
        });
        match same {
            Some(own) => own.targets.extend(effect.targets),
            None => self.own.push(effect),
        }
    }

    fn path(&mut self, field: &Field, reach: Reach) {
        match files::path(field, reach, self.state) {
            Known::Path(target) => self.target(Target::Path(target)),
            Known::Stream => {}
            Known::Not(why) => self.unresolve(why),
        }
    }

    /// `host`, `user@host`, `host:port`, `user@host:path`.
    fn host(&mut self, field: &Field) {
        self.carries(field, true);
        let text = field.known_start();
        if field.unknown && !text.contains(':') {
            self.unresolve("the host is not known before the command runs");
            return;
        }
        // `postgresql://user:password@host/database`: the login ends inside the authority.
        let authority = match text.split_once("://") {
            Some((_, rest)) if rest.contains('@') => {
                rest.split(['/', '?', '#']).next().unwrap_or(rest)
            }
            _ => text,
        };
        let bare = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        let found = if bare.contains("://") {
            url::read(bare).and_then(|place| match place {
                url::Place::Web(target, _) => target.host,
                _ => None,
            })
        } else if bare.starts_with('[') {
            let end = bare.find(']').map_or(bare.len(), |end| end + 1);
            host::host(bare.get(..end).unwrap_or(bare))
        } else {
            host::host(bare.split(':').next().unwrap_or(bare))
        };
        match found {
            Some(host) => self.target(Target::Host(host)),
            None => self.unresolve("the host cannot be read"),
        }
    }

    fn url(&mut self, field: &Field) {
        self.carries(field, true);
        let text = field.known_start();
        if field.unknown && !has_whole_host(text) {
            self.unresolve("the URL is not known before the command runs");
            return;
        }
        match url::read(text) {
            Some(url::Place::Web(target, marks)) => {
                self.mark(marks);
                self.target(Target::Url(target));
                if field.unknown {
                    self.unresolve_softly();
                }
            }
            Some(url::Place::File(path)) => {
                let file = Field::known(path, field.span.clone());
                self.file(&file, Touch::Read);
            }
            Some(url::Place::Nowhere) => {}
            // `git@github.com:owner/repo`.
            None if is_host_and_path(text) => self.host(field),
            None => self.unresolve("the URL cannot be read"),
        }
    }

    /// A part behind the host is not known; the host is.
    fn unresolve_softly(&mut self) {
        self.unresolve("a part of the URL is not known before the command runs");
    }

    /// Output of a command that read something leaves with the request.
    fn carries(&mut self, field: &Field, in_name: bool) {
        // A login in front of a host is what its secret is for.
        let login = in_name && !has_whole_host(field.known_start()) && field.text.contains('@');
        if field.taint.secret && !login {
            self.mark(Marks::SENDS_CONTENT | Marks::SECRET);
        }
        if field.taint.content {
            self.mark(Marks::SENDS_CONTENT);
            if in_name {
                self.mark(Marks::EXFILTRATION);
            }
        }
    }

    fn recipient(&mut self, field: &Field) {
        if field.unknown {
            self.unresolve("the recipient is not known before the command runs");
            return;
        }
        for found in recipient::recipients(&field.text, recipient::Hint::Any) {
            self.target(Target::Recipient(found));
        }
    }

    fn resource(&mut self, kind: &str, field: &Field) {
        if field.unknown {
            self.unresolve(format!("the {kind} is not known before the command runs"));
            return;
        }
        let name = field.text.trim();
        if !name.is_empty() {
            self.target(Target::Resource(Resource {
                kind: SmolStr::new(kind),
                name: SmolStr::new(name),
            }));
        }
    }

    pub(super) fn sent(&mut self, field: &Field) {
        self.carries(field, false);
        let Some(name) = field.known_start().strip_prefix('@') else {
            return;
        };
        let skip = field.known_start().len() - name.len();
        self.sent_file(&field.behind(skip));
    }

    /// A header of a request, or `@file` with several. Logging in is what a secret in a header of
    /// that name is for.
    pub(super) fn header(&mut self, field: &Field) {
        const LOGINS: [&str; 5] = [
            "authorization:",
            "proxy-authorization:",
            "private-token:",
            "x-api-key:",
            "api-key:",
        ];
        let start = field.known_start().to_ascii_lowercase();
        let mut field = field.clone();
        field.taint.secret &= !LOGINS.iter().any(|name| start.starts_with(name));
        self.sent(&field);
    }

    pub(super) fn sent_file(&mut self, field: &Field) {
        if field.exact() == Some("-") {
            let input = self.call.input.clone();
            self.sends(&input);
            return;
        }
        self.mark(Marks::SENDS_CONTENT);
        self.file(field, Touch::Read);
    }

    fn script(&mut self, field: &Field) {
        if matches!(field.exact(), Some("-" | "/dev/stdin")) {
            let role = self.stdin.clone();
            match role {
                // The input is taken once, whether it is named or not.
                Some(Role::Command | Role::Code(_) | Role::Sql(_)) => {}
                _ => self.walker.push(Effect::opaque(
                    Capability::CODE_EXEC,
                    field.span.clone(),
                    "it runs what stands on its standard input",
                )),
            }
            return;
        }
        if field.unknown {
            let why = "which file runs is not known before the command runs";
            let effect = Effect::opaque(Capability::CODE_EXEC, field.span.clone(), why);
            self.walker.push(effect);
            return;
        }
        self.walker
            .file_run(field, self.call.input, self.state, self.call.span);
    }

    pub(super) fn command(&mut self, field: &Field) {
        let Some(text) = field.exact() else {
            let why = "the command is not known before it runs";
            let mut effect = Effect::opaque(Capability::SHELL_EXEC, field.span.clone(), why);
            if field.taint.network || field.taint.decoded {
                effect.marks |= Marks::UNKNOWN_ORIGIN;
            }
            self.walker.push(effect);
            // What is known of it is read too: it may be worse than code that is not shown.
            let known = field.known_start();
            if !known.trim().is_empty() {
                let text = format!("{known}\"${UNKNOWN}\"");
                let mut child = self.state.child();
                self.walker
                    .inner_script(&text, &field.span, &mut child, Stream::default());
            }
            return;
        };
        let text = text.to_owned();
        let mut child = self.state.child();
        self.walker
            .inner_script(&text, &field.span, &mut child, self.call.input.clone());
        self.state.downloads = child.downloads;
    }

    fn remote(&mut self, field: &Field) {
        let start = self.walker.effects.len();
        self.command(field);
        self.walker.elsewhere(start);
    }

    /// Words that are another command.
    pub(super) fn rest(&mut self, role: &Role, words: &[Field], marks: Marks) {
        let start = self.walker.effects.len();
        let input = self.call.input;
        let span = self.call.span;
        // `watch 'a | b'`: a single word with spaces is text for a shell.
        if let [only] = words
            && only.text.contains(' ')
        {
            self.command(only);
            if *role == Role::RemoteArgv {
                self.walker.elsewhere(start);
            }
            return;
        }
        // `flock FILE -c 'text'`: the option of the wrapper behind its operand.
        if let [option, text, ..] = words
            && matches!(option.exact(), Some("-c" | "--command"))
        {
            self.command(text);
            return;
        }
        // Functions and aliases of the shell are not seen by a program that starts another.
        let mut child = self.state.child();
        self.walker
            .dispatch(words.to_vec(), input, &mut child, span);
        self.state.downloads = child.downloads;
        if *role == Role::RemoteArgv {
            self.walker.elsewhere(start);
        }
        for effect in self.walker.effects.iter_mut().skip(start) {
            effect.marks |= marks;
        }
    }

    /// The command's own effects with everything that its arguments name.
    pub(super) fn own_effects(&mut self, does: &[&Does]) {
        for does in does {
            let mut effect = Effect {
                capability: does.capability.clone(),
                risk: does.risk,
                targets: self.targets.clone(),
                certainty: does.certainty,
                span: self.call.span.clone(),
                program: Some(self.label.clone()),
                folder: None,
                marks: does.marks | self.marks,
                why: does.why.clone(),
            };
            if let Some(why) = &self.unresolved {
                effect = effect.uncertain(Certainty::Unresolved, why.clone());
            }
            sending(&mut effect);
            self.own.push(effect);
        }
        if does.is_empty() && !self.targets.is_empty() {
            let mut effect = Effect::new(
                Capability::SYSTEM_READ,
                RiskClass::Read,
                self.call.span.clone(),
            );
            effect.targets.clone_from(&self.targets);
            effect.marks = self.marks;
            self.own.push(effect);
        }
        if does.is_empty()
            && let Some(why) = self.unresolved.clone()
        {
            for effect in &mut self.own {
                *effect = effect.clone().uncertain(Certainty::Unresolved, why.clone());
            }
        }
    }

    /// Nothing is changed: what the command would do, it only looks at.
    pub(super) fn only_read(&mut self) {
        for effect in &mut self.own {
            if effect.certainty == Certainty::Opaque {
                effect.certainty = Certainty::Exact;
                effect.why = None;
            }
            effect.risk = RiskClass::Read;
            effect.capability = Capability::SYSTEM_READ;
        }
    }

    /// Hands the effects over.
    pub(super) fn flush(&mut self, marks: Marks) {
        for mut effect in std::mem::take(&mut self.own) {
            effect.marks |= marks;
            effect.program.get_or_insert_with(|| self.label.clone());
            self.walker.push(effect);
        }
    }

    /// Adds an own effect.
    pub(super) fn add(&mut self, effect: Effect) {
        self.own.push(effect);
    }
}

/// A request that carries content of this machine is no mere read.
fn sending(effect: &mut Effect) {
    let outward = effect.capability.domain() == "net";
    if outward && effect.risk == RiskClass::Read && effect.marks.contains(Marks::SENDS_CONTENT) {
        effect.risk = RiskClass::ExternalWrite;
        effect.capability = Capability::NET_SEND;
    }
}

/// `user@host:path`, as ssh and git take it.
fn is_host_and_path(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(host, _)| host.contains('@') && !host.contains('/'))
}

/// Whether the known beginning of a URL holds its whole host.
fn has_whole_host(text: &str) -> bool {
    text.split_once("://")
        .is_some_and(|(_, rest)| rest.contains(['/', '?', '#']))
}

impl Walker<'_> {
    /// Effects from `start` on happen on another machine or in a container: their paths are not
    /// local, and what they read there is not read here.
    pub(super) fn elsewhere(&mut self, start: usize) {
        let made = self.effects.split_off(start.min(self.effects.len()));
        for mut effect in made {
            if effect.risk == RiskClass::Read {
                continue;
            }
            for target in &mut effect.targets {
                if let Target::Path(path) = target {
                    *target = Target::Resource(Resource {
                        kind: SmolStr::new_static("remote-path"),
                        name: SmolStr::new(path.path.as_str()),
                    });
                }
            }
            self.effects.push(effect);
        }
    }
}

/// The package without the wanted version: `requests` of `requests[socks]>=2`, `@types/node` of
/// `@types/node@20`. Paths and addresses stay whole.
fn package(text: &str) -> &str {
    if text.contains("://") || text.starts_with(['.', '/', '~']) {
        return text;
    }
    let scope = usize::from(text.starts_with('@'));
    let end = text
        .char_indices()
        .skip(scope)
        .find(|(_, c)| matches!(c, '=' | '<' | '>' | '!' | '~' | '[' | '@' | ';'))
        .map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}
