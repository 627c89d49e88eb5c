//! Redirections: files that are written, input that is given, connections of bash's own
//! (`/dev/tcp/host/port`).

use super::ast::{Redirect, RedirectKind};
use super::files::Touch;
use super::state::State;
use super::value::{Field, Stream, Taint};
use super::walk::Walker;
use crate::model::{AbsPath, Capability, Effect, Marks, RiskClass, Span, Target};
use crate::target::host;

/// What the redirections of one command do to it.
#[derive(Debug, Default)]
pub(super) struct Redirected {
    /// Its standard input, when it is redirected.
    pub(super) input: Option<Stream>,
    /// Its standard output goes to a file.
    pub(super) output_elsewhere: bool,
    /// Its output goes over the network.
    pub(super) sends: bool,
    /// It reads from a connection.
    pub(super) connection: bool,
    /// Files that get its output.
    pub(super) written: Vec<AbsPath>,
}

impl Walker<'_> {
    /// Takes the redirections of one command. `has_output`: the command can print something; an
    /// emptied file that gets nothing loses its content.
    pub(super) fn redirects(
        &mut self,
        redirects: &[Redirect],
        state: &mut State,
        has_output: bool,
    ) -> Redirected {
        let mut result = Redirected::default();
        for redirect in redirects {
            let span = self.span(redirect.place);
            match &redirect.kind {
                RedirectKind::Truncate(word) => {
                    let mut field = self.value(word, state);
                    field.span = span;
                    let touch = if has_output {
                        Touch::Write
                    } else {
                        Touch::Empty
                    };
                    self.output(&field, touch, state, &mut result);
                }
                RedirectKind::Append(word) => {
                    let mut field = self.value(word, state);
                    field.span = span;
                    self.output(&field, Touch::Write, state, &mut result);
                }
                RedirectKind::ReadWrite(word) => {
                    let mut field = self.value(word, state);
                    field.span = span;
                    result.connection |= is_connection(&field);
                    self.output(&field, Touch::Write, state, &mut result);
                    result.output_elsewhere = false;
                }
                RedirectKind::Input(word) => {
                    let mut field = self.value(word, state);
                    field.span = span.clone();
                    result.input = Some(self.input_file(field, state, &mut result));
                }
                RedirectKind::Text(word) => {
                    let value = self.value(word, state);
                    result.input = Some(Stream {
                        given: true,
                        text: value.exact().map(|text| format!("{text}\n")),
                        span: Some(value.span.clone()),
                        taint: value.taint,
                        ..Stream::default()
                    });
                }
                RedirectKind::Descriptor(word) => {
                    let mut field = self.value(word, state);
                    field.span = span;
                    // `>&file` is `&>file`.
                    if field.unknown || !is_descriptor(&field.text) {
                        self.output(&field, Touch::Write, state, &mut result);
                    }
                }
            }
        }
        result
    }

    fn output(&mut self, field: &Field, touch: Touch, state: &mut State, result: &mut Redirected) {
        if let Some(effect) = connection(field) {
            self.push(effect);
            result.sends = true;
            result.output_elsewhere = true;
            return;
        }
        if let Some(pipe) = &field.pipe {
            // `> >(cmd)`: the other end was walked already.
            let _ = pipe;
            return;
        }
        let path = self.touch(field, touch, state, "");
        result.written.extend(path);
        result.output_elsewhere |= !is_terminal(&field.text);
    }

    fn input_file(&mut self, field: Field, state: &State, result: &mut Redirected) -> Stream {
        if let Some(effect) = connection(&field) {
            self.push(effect);
            result.connection = true;
            return Stream {
                given: true,
                taint: Taint {
                    network: true,
                    ..Taint::default()
                },
                connection: true,
                ..Stream::default()
            };
        }
        if let Some(pipe) = &field.pipe {
            return (**pipe).clone();
        }
        if field.exact() == Some("/dev/null") {
            return Stream::of_text("", field.span);
        }
        self.touch(&field, Touch::Read, state, "");
        let network = field
            .exact()
            .and_then(|text| state.resolve(text))
            .is_some_and(|path| state.downloads.contains(&path));
        Stream {
            given: true,
            taint: Taint {
                content: true,
                network,
                ..field.taint
            },
            file: Some(Box::new(field)),
            ..Stream::default()
        }
    }

    /// Remembers files whose content came from outside.
    #[expect(
        clippy::unused_self,
        reason = "reads like the other steps of a command"
    )]
    pub(super) fn record_written(&self, written: &[AbsPath], taint: Taint, state: &mut State) {
        if taint.network || taint.decoded {
            state.downloads.extend(written.iter().cloned());
        }
    }

    /// A command whose input is a connection: an interpreter there is a remote shell.
    pub(super) fn network_input(&mut self, fields: &[Field], span: &Span) {
        let name = fields.first().and_then(Field::exact).unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default();
        if super::special::shell::is_shell(name) {
            let effect = Effect::opaque(
                Capability::new("shell.remote"),
                span.clone(),
                "a shell takes its commands from a remote party",
            );
            self.push(effect.marked(Marks::REMOTE_SHELL));
        }
    }
}

fn is_connection(field: &Field) -> bool {
    let text = field.known_start();
    text.starts_with("/dev/tcp/") || text.starts_with("/dev/udp/")
}

/// The effect of opening `/dev/tcp/host/port`.
pub(super) fn connection(field: &Field) -> Option<Effect> {
    if !is_connection(field) {
        return None;
    }
    let name = field.known_start().split('/').nth(3).and_then(host::host);
    let mut effect = Effect::new(
        Capability::NET_SEND,
        RiskClass::ExternalWrite,
        field.span.clone(),
    )
    .marked(Marks::SENDS_CONTENT);
    match name {
        Some(name) => effect = effect.with(Target::Host(name)),
        None => {
            effect = effect.uncertain(
                crate::model::Certainty::Unresolved,
                "the host is not known before the command runs",
            );
        }
    }
    Some(effect)
}

/// `1`, `-`, `1-`.
fn is_descriptor(text: &str) -> bool {
    text == "-"
        || text
            .strip_suffix('-')
            .unwrap_or(text)
            .bytes()
            .all(|byte| byte.is_ascii_digit())
}

fn is_terminal(text: &str) -> bool {
    matches!(
        text,
        "/dev/stdout" | "/dev/stderr" | "/dev/tty" | "/dev/fd/1" | "/dev/fd/2"
    )
}
