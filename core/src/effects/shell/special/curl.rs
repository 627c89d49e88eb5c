//! `curl`: method, body and output follow from options that may stand anywhere.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use super::request::{Request, file_name, with_content};
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

/// Options whose value is sent as it stands, or as the file that `@` names.
const BODIES: [&str; 7] = [
    "-d",
    "--data-raw",
    "--data-binary",
    "--data-urlencode",
    "--json",
    "--form-string",
    "--url-query",
];

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, "curl".into(), &mut inner);
    let request = read_request(&arguments);
    body(&mut run, &arguments);
    run.values(&arguments);
    let urls: Vec<&Field> = arguments
        .operands
        .iter()
        .chain(arguments.values("--url"))
        .collect();
    for url in &urls {
        run.apply(&crate::catalog::program::Role::Url, url);
    }
    for given in &arguments.options {
        if let Some(value) = &given.value
            && value.taint.content
        {
            run.mark(Marks::SENDS_CONTENT);
        }
    }
    let (targets, marks, unresolved) = run.take_targets();
    let mut effect = with_content(request.effect(&targets, call.span), marks);
    if request.method_unknown {
        effect = effect.uncertain(Certainty::Unresolved, "the method is not known");
    }
    if let Some(why) = unresolved {
        effect = effect.uncertain(Certainty::Unresolved, why);
    }
    run.add(effect);
    let saved = output(&mut run, &arguments, &urls);
    doubts(&mut run, &arguments, call);
    run.flush(Marks::empty());
    let taint = Taint {
        network: true,
        ..Taint::default()
    };
    if saved {
        state.downloads = inner.downloads;
        return Stream::of(Taint::default());
    }
    Stream::of(taint)
}

fn read_request(arguments: &Arguments<'_>) -> Request {
    let mut request = Request {
        body: BODIES.iter().any(|option| arguments.has(option))
            || arguments.has("-F")
            || arguments.has("-T"),
        ..Request::default()
    };
    if arguments.has("-G") {
        request.body = arguments.has("-F") || arguments.has("-T");
    }
    if arguments.has("-I") {
        request.method = Some("HEAD".to_owned());
    }
    if let Some(word) = arguments.values("-X").last() {
        request.method(word);
        // A body is sent whatever the method is called.
        if request.body && matches!(request.method.as_deref(), Some("GET" | "HEAD")) {
            request.method = Some("POST".to_owned());
        }
    }
    // `--mail-rcpt` and telnet-like schemes send too.
    if arguments.has("--mail-rcpt") || arguments.has("-Q") {
        request.body = true;
    }
    request
}

fn body(run: &mut Run<'_, '_>, arguments: &Arguments<'_>) {
    for option in BODIES {
        for value in arguments.values(option) {
            let urlencoded = option == "--data-urlencode" && !value.text.starts_with('@');
            let raw = matches!(option, "--data-raw" | "--form-string");
            if raw {
                run.carried(value);
            } else if urlencoded && let Some((name, _)) = value.text.split_once('@') {
                run.sent_file(&value.behind(name.len() + 1));
            } else {
                run.sent(value);
            }
        }
    }
    for value in arguments.values("-F") {
        // `name=@file;type=...`, `name=<file`.
        let content = value
            .text
            .split_once('=')
            .map_or(0, |(name, _)| name.len() + 1);
        let field = value.behind(content);
        if field.text.starts_with(['@', '<']) {
            let mut file = field.behind(1);
            let end = file.text.find(';').unwrap_or(file.text.len());
            file.text.truncate(end);
            file.known_length = file.known_length.min(end);
            run.sent_file(&file);
        } else {
            run.carried(value);
        }
    }
    for value in arguments.values("-T") {
        run.sent_file(value);
    }
    for value in arguments.values("-H") {
        run.header(value);
    }
}

/// Where the answer goes; gives whether it goes to a file.
fn output(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, urls: &[&Field]) -> bool {
    let folder = arguments.values("--output-dir").last();
    let mut saved = false;
    let mut save = |run: &mut Run<'_, '_>, file: &Field| {
        let mut file = file.clone();
        if let Some(folder) = folder
            && !file.text.starts_with('/')
        {
            file.text = format!("{}/{}", folder.text, file.text);
            file.unknown |= folder.unknown;
            file.known_length = if file.unknown { 0 } else { file.text.len() };
        }
        run.download(&file);
        saved = true;
    };
    for file in arguments.values("-o") {
        if file.exact() != Some("-") {
            save(run, file);
        }
    }
    if arguments.has("-O") || arguments.has("--remote-name-all") {
        for url in urls {
            match file_name(url).filter(|_| !arguments.has("-J")) {
                Some(file) => save(run, &file),
                None => save(run, &Field::unknown(url.span.clone())),
            }
        }
    }
    saved
}

fn doubts(run: &mut Run<'_, '_>, arguments: &Arguments<'_>, call: &Call<'_>) {
    let why = if arguments.has("-K") {
        "the options stand in a file that is not shown".to_owned()
    } else if let Some(option) = &arguments.unknown_option {
        format!("what `{option}` makes `curl` do is not known")
    } else if arguments.words_hide_options() {
        "a word may hold further options".to_owned()
    } else {
        return;
    };
    let effect = Effect::new(
        Capability::NET_SEND,
        RiskClass::ExternalWrite,
        call.span.clone(),
    );
    run.add(effect.uncertain(Certainty::Unresolved, why));
}
