//! Raw connections and shells on other machines: `nc`, `socat`, `telnet`, `ssh`.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use crate::catalog::program::Role;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

/// What comes out of a connection is up to the other side.
fn from_connection() -> Stream {
    Stream {
        connection: true,
        ..Stream::of(Taint {
            network: true,
            ..Taint::default()
        })
    }
}

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut inner = state.clone();
    let label = arguments.label.as_str().into();
    let mut run = Run::new(walker, call, label, &mut inner);
    match call.name.as_str() {
        "socat" => socat(&mut run, &arguments, call),
        "ssh" | "autossh" | "mosh" | "sshpass" => ssh(&mut run, &arguments, call),
        _ => netcat(&mut run, &arguments, call),
    }
    run.flush(Marks::empty());
    generic::doubts(walker, call, &arguments);
    from_connection()
}

fn send(run: &mut Run<'_, '_>, capability: Capability, marks: Marks, call: &Call<'_>) {
    if call.input.given && (call.input.text.is_none() || call.input.taint.content) {
        run.mark(Marks::SENDS_CONTENT);
    }
    let (targets, own, unresolved) = run.take_targets();
    let mut effect =
        Effect::new(capability, RiskClass::ExternalWrite, call.span.clone()).marked(own | marks);
    effect.targets = targets;
    if let Some(why) = unresolved {
        effect = effect.uncertain(Certainty::Unresolved, why);
    }
    run.add(effect);
}

fn hands_over(run: &mut Run<'_, '_>, call: &Call<'_>) {
    let why = "it hands a program of this machine to whoever is connected";
    let effect = Effect::opaque(Capability::new("shell.remote"), call.span.clone(), why);
    run.add(effect.marked(Marks::REMOTE_SHELL));
}

fn netcat(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, call: &Call<'_>) {
    let runs_program = ["-e", "-c", "--exec", "--sh-exec", "--lua-exec"]
        .iter()
        .any(|option| arguments.has(option));
    run.values(arguments);
    let listens = arguments.has("-l");
    if !listens && let Some(first) = arguments.operands.first() {
        run.apply(&Role::Host, first);
    }
    if runs_program {
        hands_over(run, call);
    }
    if arguments.has("-z") && !runs_program {
        let (targets, ..) = run.take_targets();
        let mut effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, call.span.clone());
        effect.targets = targets;
        run.add(effect);
        return;
    }
    let marks = if runs_program {
        Marks::REMOTE_SHELL
    } else {
        Marks::empty()
    };
    send(run, Capability::new("net.connect"), marks, call);
}

/// `socat ADDRESS ADDRESS`.
fn socat(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, call: &Call<'_>) {
    let mut network = false;
    let mut runs = false;
    for address in &arguments.operands {
        let text = address.known_start();
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = kind.to_ascii_uppercase();
        let skip = text.len() - rest.len();
        match kind.as_str() {
            "EXEC" | "SYSTEM" | "SHELL" => {
                runs = true;
                let mut command = address.behind(skip);
                let end = command.text.find(',').unwrap_or(command.text.len());
                command.text.truncate(end);
                command.known_length = command.known_length.min(end);
                run.command(&command);
            }
            "FILE" | "OPEN" | "CREATE" | "CREAT" | "GOPEN" => {
                let mut file = address.behind(skip);
                let end = file.text.find(',').unwrap_or(file.text.len());
                file.text.truncate(end);
                file.known_length = file.known_length.min(end);
                run.file(&file, Touch::Write);
            }
            "STDIO" | "STDIN" | "STDOUT" | "-" | "PIPE" | "FD" | "PTY" | "READLINE" => {}
            listening if listening.contains("LISTEN") || listening.contains("RECV") => {
                network = true;
            }
            _ if address.unknown && kind.is_empty() => {
                run.unresolve("the address is not known before the command runs");
                network = true;
            }
            _ => {
                network = true;
                let host = rest.split([':', ',']).next().unwrap_or(rest);
                if !kind.starts_with("UNIX") && !kind.starts_with("ABSTRACT") {
                    run.apply(&Role::Host, &Field::known(host, address.span.clone()));
                }
            }
        }
    }
    let marks = if runs && network {
        hands_over(run, call);
        Marks::REMOTE_SHELL
    } else {
        Marks::empty()
    };
    send(run, Capability::new("net.connect"), marks, call);
}

/// `ssh [options] host [command]`.
fn ssh(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, call: &Call<'_>) {
    run.values(arguments);
    ssh_options(run, arguments);
    if arguments.has("-V") || arguments.has("-G") || arguments.has("-Q") {
        return;
    }
    let Some((host, command)) = arguments.operands.split_first() else {
        return;
    };
    run.apply(&Role::Host, host);
    let mut marks = Marks::empty();
    // A tunnel back gives the other side a way in.
    if arguments.has("-R") || arguments.has("-w") {
        marks |= Marks::REMOTE_SHELL;
    }
    if command.is_empty() && !arguments.has("-N") {
        run.unresolve("what is typed into the remote shell is not shown");
    }
    for word in command {
        run.carried(word);
    }
    send(run, Capability::new("net.shell"), marks, call);
    if command.is_empty()
        && let Some(text) = call.input.text.clone()
    {
        let span = call.input.span.clone().unwrap_or_else(|| call.span.clone());
        run.apply(&Role::RemoteCommand, &Field::known(text, span));
        return;
    }
    let known: Option<Vec<&str>> = command.iter().map(Field::exact).collect();
    match known {
        Some(words) if !words.is_empty() => {
            let text = words.join(" ");
            let span = command
                .first()
                .map_or_else(|| call.span.clone(), |word| word.span.clone());
            run.apply(&Role::RemoteCommand, &Field::known(text, span));
        }
        Some(_) => {}
        None => run.add(Effect::opaque(
            Capability::SHELL_EXEC,
            call.span.clone(),
            "the command on the other machine is not known before it runs",
        )),
    }
}

/// `-o ProxyCommand=...`: options of ssh that start programs here.
pub(super) fn ssh_options(run: &mut Run<'_, '_>, arguments: &Arguments<'_>) {
    for option in arguments.values("-o") {
        let text = option.known_start();
        let (name, rest) = text.split_once(['=', ' ']).unwrap_or((text, ""));
        let skip = text.len() - rest.len();
        let name = name.trim().to_ascii_lowercase();
        match name.as_str() {
            "proxycommand" | "localcommand" | "knownhostscommand" => {
                let command = option.behind(skip);
                if command.exact().map(str::trim) != Some("none") {
                    run.command(&command);
                }
            }
            "remoteforward" | "tunnel" => run.mark(Marks::REMOTE_SHELL),
            "" if option.unknown => run.command(option),
            _ => {}
        }
    }
}
