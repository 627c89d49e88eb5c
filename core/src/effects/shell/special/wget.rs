//! `wget` saves by default; httpie sends by default when it is given data.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::roles::Run;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use super::request::{Request, file_name, with_content};
use crate::catalog::program::Role;
use crate::model::{Certainty, Marks};

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut request = Request {
        body: ["--post-data", "--post-file", "--body-data", "--body-file"]
            .iter()
            .any(|option| arguments.has(option)),
        ..Request::default()
    };
    if let Some(word) = arguments.values("--method").last() {
        request.method(word);
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, "wget".into(), &mut inner);
    run.values(&arguments);
    for url in &arguments.operands {
        run.apply(&Role::Url, url);
    }
    for given in &arguments.options {
        if let Some(value) = &given.value {
            run.carried(value);
        }
    }
    let (targets, marks, unresolved) = run.take_targets();
    let mut effect = with_content(request.effect(&targets, call.span), marks);
    if let Some(why) = unresolved {
        effect = effect.uncertain(Certainty::Unresolved, why);
    }
    run.add(effect);
    let saved = save(&mut run, &arguments);
    run.flush(Marks::empty());
    generic::doubts(walker, call, &arguments);
    let network = !saved;
    state.downloads = inner.downloads;
    Stream::of(Taint {
        network,
        ..Taint::default()
    })
}

/// Saves what is fetched; gives whether it goes to a file.
fn save(run: &mut Run<'_, '_>, arguments: &Arguments<'_>) -> bool {
    if arguments.has("--spider") {
        return false;
    }
    if let Some(file) = arguments.values("-O").last() {
        if file.exact() == Some("-") || file.exact() == Some("/dev/stdout") {
            return false;
        }
        run.download(file);
        return true;
    }
    let folder = arguments.values("-P").last();
    let tree = ["-r", "-m", "-p"]
        .iter()
        .any(|option| arguments.has(option));
    if tree || arguments.operands.is_empty() {
        let whole = folder
            .cloned()
            .unwrap_or_else(|| Field::known(".", run.span()));
        run.download(&whole);
        return true;
    }
    for url in &arguments.operands {
        let mut file =
            file_name(url).unwrap_or_else(|| Field::known("index.html", url.span.clone()));
        if url.unknown {
            file = Field::unknown(url.span.clone());
        }
        if let Some(folder) = folder {
            file.text = format!("{}/{}", folder.text.trim_end_matches('/'), file.text);
            file.unknown |= folder.unknown;
            file.known_length = if file.unknown { 0 } else { file.text.len() };
        }
        run.download(&file);
    }
    true
}

/// `http [METHOD] URL [ITEM ...]`.
pub(super) fn httpie(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help || arguments.operands.is_empty() {
        return generic::apply(walker, call, &arguments, state);
    }
    let mut request = Request::default();
    let mut operands = arguments.operands.as_slice();
    if let Some((first, rest)) = operands.split_first()
        && first.text.len() > 2
        && first.text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !rest.is_empty()
    {
        request.method(first);
        operands = rest;
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, call.name.as_str().into(), &mut inner);
    run.values(&arguments);
    let Some((url, items)) = operands.split_first() else {
        return Stream::default();
    };
    let text = &url.text;
    if let Some(rest) = text.strip_prefix(':') {
        let local = Field::known(
            format!("http://localhost:{}", rest.trim_start_matches('/')),
            url.span.clone(),
        );
        run.apply(&Role::Url, &local);
    } else {
        run.apply(&Role::Url, url);
    }
    request.body = call.input.given && !arguments.has("--ignore-stdin") || arguments.has("--raw");
    if call.input.given && call.input.text.is_none() {
        run.mark(Marks::SENDS_CONTENT);
    }
    for item in items {
        run.header(item);
        match separator(&item.text) {
            Some((at, "@" | "=@" | ":=@")) => {
                request.body = true;
                let skip = item
                    .text
                    .get(at..)
                    .map_or(0, |rest| rest.find('@').unwrap_or(0))
                    + at
                    + 1;
                run.sent_file(&item.behind(skip));
            }
            Some((_, "=" | ":=")) => request.body = true,
            Some((_, "==" | ":")) => {}
            _ => request.body |= item.unknown,
        }
    }
    let (targets, marks, unresolved) = run.take_targets();
    let mut effect = with_content(request.effect(&targets, call.span), marks);
    if let Some(why) = unresolved {
        effect = effect.uncertain(Certainty::Unresolved, why);
    }
    run.add(effect);
    let file = arguments.values("-o").last();
    if let Some(file) = file {
        run.download(file);
    } else if arguments.has("-d") {
        let saved = file_name(url).unwrap_or_else(|| Field::unknown(url.span.clone()));
        run.download(&saved);
    }
    run.flush(Marks::empty());
    state.downloads = inner.downloads;
    Stream::of(Taint {
        network: true,
        ..Taint::default()
    })
}

/// The first separator of a request item.
fn separator(text: &str) -> Option<(usize, &'static str)> {
    let at = text.find(['=', ':', '@'])?;
    let rest = text.get(at..)?;
    [":=@", "=@", ":=", "==", "=", ":", "@"]
        .into_iter()
        .find(|sign| rest.starts_with(sign))
        .map(|sign| (at, sign))
}
