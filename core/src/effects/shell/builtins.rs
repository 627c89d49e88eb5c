//! Builtins of the shell that change its state or run text. The others are data.

use std::rc::Rc;

use super::arguments::is_name;
use super::roles::UNKNOWN;
use super::state::State;
use super::value::{Field, Stream, Taint};
use super::walk::Walker;
use crate::model::{Capability, Effect, Marks, RiskClass, Span};

/// Runs the builtin of that name; `None` when the name is none, or is one that is data.
pub(super) fn run(
    walker: &mut Walker<'_>,
    name: &str,
    words: &[Field],
    input: &Stream,
    state: &mut State,
    span: &Span,
) -> Option<Stream> {
    match name {
        "cd" | "chdir" => change_folder(walker, words, state, span),
        "pushd" => {
            state.push_folder();
            change_folder(walker, words, state, span);
        }
        "popd" => {
            state.pop_folder();
            walker.push(read(span));
        }
        "echo" => return Some(echo(walker, words, span)),
        "printf" => return printf(walker, words, state, span),
        "pwd" => {
            walker.push(read(span));
            return state
                .folder()
                .map(|folder| Stream::of_text(folder.as_str(), span.clone()));
        }
        "alias" => alias(walker, words, state, span),
        "unalias" => {
            for word in words {
                Rc::make_mut(&mut state.aliases).remove(&word.text);
            }
            walker.push(read(span));
        }
        "unset" => {
            for word in words {
                let value = Field::known("", span.clone());
                state.set(&word.text, value);
            }
            walker.push(read(span));
        }
        "read" | "mapfile" | "readarray" | "getopts" => {
            for word in words {
                if is_name(&word.text) {
                    let mut value = Field::unknown(span.clone());
                    value.taint = input.taint;
                    state.set(&word.text, value);
                }
            }
            if name == "mapfile" || name == "readarray" {
                // Its callback is text that runs: the data reads it.
                return None;
            }
            walker.push(read(span));
        }
        "let" => walker.push(read(span)),
        "eval" => return Some(eval(walker, words, input, state, span)),
        "exec" | "command" | "builtin" => {
            return Some(passes_on(walker, name, words, input, state, span));
        }
        "." | "source" => source(walker, words, input, state, span),
        "trap" => trap(walker, words, state, span),
        "set" => set(walker, words, state, span),
        "local" | "declare" | "typeset" | "export" | "readonly" => {
            declare(walker, words, state, span);
        }
        _ => return None,
    }
    Some(Stream::default())
}

fn read(span: &Span) -> Effect {
    Effect::new(Capability::SYSTEM_READ, RiskClass::Read, span.clone())
}

/// `set`, `export`, `declare -p`: without names, every variable is printed.
fn listing(words: &[Field], span: &Span) -> Effect {
    let all = words
        .iter()
        .all(|word| matches!(word.exact(), Some("-p" | "-x" | "-px" | "-xp")));
    let capability = if all {
        Capability::SYSTEM_ENVIRONMENT
    } else {
        Capability::SYSTEM_READ
    };
    Effect::new(capability, RiskClass::Read, span.clone())
}

fn change_folder(walker: &mut Walker<'_>, words: &[Field], state: &mut State, span: &Span) {
    walker.push(read(span));
    let folder = words
        .iter()
        .find(|word| word.text == "-" || !word.text.starts_with('-') || word.unknown);
    if let Some(word) = folder {
        state.enter_word(word);
    } else {
        let home = state.environment.home.clone();
        state.enter(Some(home));
    }
}

/// `echo` prints its words; what it prints is known when they are.
fn echo(walker: &mut Walker<'_>, words: &[Field], span: &Span) -> Stream {
    walker.push(read(span));
    let mut rest = words;
    let mut escapes = false;
    let mut newline = true;
    while let Some((first, behind)) = rest.split_first() {
        match first.exact() {
            Some("-n") => newline = false,
            Some("-e" | "-E" | "-ne" | "-en") => {
                escapes = first.text.contains('e');
                newline &= !first.text.contains('n');
            }
            _ => break,
        }
        rest = behind;
    }
    let end = if newline { "\n" } else { "" };
    printed(rest, " ", end, escapes, span)
}

/// The output of words joined; not known when a word is not.
fn printed(words: &[Field], separator: &str, end: &str, escapes: bool, span: &Span) -> Stream {
    let taint = words
        .iter()
        .fold(Taint::default(), |taint, word| taint.join(word.taint));
    let texts: Option<Vec<&str>> = words
        .iter()
        .map(|word| (!word.unknown && word.pipe.is_none()).then_some(word.text.as_str()))
        .collect();
    let mut stream = Stream::of(taint);
    if let Some(texts) = texts {
        let mut text = texts.join(separator);
        text.push_str(end);
        if escapes && text.contains('\\') {
            // `\'` ends what `decode` reads; protect quotes so that the whole text is read.
            let (decoded, _) = super::ansi_c::decode(&text.replace('\'', "\\'"));
            text = decoded;
        }
        stream.text = Some(text);
        let place = match words {
            [only] => only.span.clone(),
            _ => span.clone(),
        };
        stream.span = Some(place);
    }
    stream
}

/// `printf` with a plain format, or `%s` and one word.
fn printf(
    walker: &mut Walker<'_>,
    words: &[Field],
    state: &mut State,
    span: &Span,
) -> Option<Stream> {
    walker.push(read(span));
    let (format, rest) = words.split_first()?;
    if format.exact() == Some("-v") {
        if let Some(name) = rest.first() {
            state.set(&name.text, Field::unknown(span.clone()));
        }
        return Some(Stream::default());
    }
    let plain = matches!(format.exact(), Some("%s" | "%s\\n" | "%b" | "%b\\n"));
    if plain {
        return Some(printed(rest, "\n", "\n", format.text.contains('b'), span));
    }
    if rest.is_empty() && !format.text.contains('%') {
        return Some(printed(words, "", "", true, span));
    }
    let taint = words
        .iter()
        .fold(Taint::default(), |taint, word| taint.join(word.taint));
    let mut stream = Stream::of(taint);
    stream.text = formatted(format, rest);
    stream.span = stream.text.is_some().then(|| span.clone());
    Some(stream)
}

/// What a format of plain text and `%s` prints, once for every so many words; `None` when a part
/// is not known or another conversion stands in it.
fn formatted(format: &Field, words: &[Field]) -> Option<String> {
    let format = format.exact().filter(|text| !text.contains("\\c"))?;
    let pieces: Vec<&str> = format.split("%s").collect();
    if pieces.len() < 2 || pieces.iter().any(|piece| piece.contains('%')) {
        return None;
    }
    let pieces: Vec<String> = pieces
        .iter()
        .map(|piece| super::ansi_c::decode(&piece.replace('\'', "\\'")).0)
        .collect();
    let known = |word: &Field| word.exact().map(str::to_owned);
    let mut words = words
        .iter()
        .map(known)
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    let mut text = String::new();
    loop {
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 {
                text.push_str(&words.next().unwrap_or_default());
            }
            text.push_str(piece);
        }
        if words.len() == 0 {
            return Some(text);
        }
    }
}

fn alias(walker: &mut Walker<'_>, words: &[Field], state: &mut State, span: &Span) {
    walker.push(read(span));
    for word in words {
        if let Some((name, value)) = word.text.split_once('=') {
            let value = if word.unknown {
                // An alias for text that is not known is a program that is not known.
                format!("\"${UNKNOWN}\"")
            } else {
                value.to_owned()
            };
            Rc::make_mut(&mut state.aliases).insert(name.to_owned(), value);
        }
    }
}

fn eval(
    walker: &mut Walker<'_>,
    words: &[Field],
    input: &Stream,
    state: &mut State,
    span: &Span,
) -> Stream {
    if words.is_empty() {
        walker.push(read(span));
        return Stream::default();
    }
    let unknown = words.iter().any(|word| word.unknown || word.pipe.is_some());
    if unknown {
        let why = "the command is not known before it runs";
        let mut effect = Effect::opaque(Capability::SHELL_EXEC, span.clone(), why);
        if words
            .iter()
            .any(|word| word.taint.network || word.taint.decoded)
        {
            effect.marks |= Marks::UNKNOWN_ORIGIN;
        }
        walker.push(effect);
        if words.iter().all(|word| word.known_start().is_empty()) {
            return Stream::of(Taint::default());
        }
    }
    // What is known of it is read with a variable that nothing sets in place of the rest.
    let texts: Vec<String> = words
        .iter()
        .map(|word| {
            let start = word.known_start();
            if word.unknown {
                format!("{start}\"${UNKNOWN}\"")
            } else {
                start.to_owned()
            }
        })
        .collect();
    let text = texts.join(" ");
    let place = match words {
        [only] => only.span.clone(),
        _ => span.clone(),
    };
    walker.inner_script(&text, &place, state, input.clone())
}

/// `exec`, `command`, `builtin`: the words behind them run.
fn passes_on(
    walker: &mut Walker<'_>,
    name: &str,
    words: &[Field],
    input: &Stream,
    state: &mut State,
    span: &Span,
) -> Stream {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        match first.exact() {
            Some("--") => {
                rest = behind;
                break;
            }
            // `command -v`: looks a name up.
            Some("-v" | "-V") if name == "command" => {
                walker.push(read(span));
                return Stream::default();
            }
            Some("-a") if name == "exec" => rest = behind.get(1..).unwrap_or_default(),
            Some(text) if text.starts_with('-') && text.len() > 1 => rest = behind,
            _ => break,
        }
    }
    if rest.is_empty() {
        walker.push(read(span));
        return Stream::default();
    }
    if name == "builtin" {
        return walker.dispatch(rest.to_vec(), input, state, span);
    }
    // Functions and aliases are passed by, builtins are not.
    let functions = std::mem::take(&mut state.functions);
    let aliases = std::mem::take(&mut state.aliases);
    let output = walker.dispatch(rest.to_vec(), input, state, span);
    state.functions = functions;
    state.aliases = aliases;
    output
}

fn source(
    walker: &mut Walker<'_>,
    words: &[Field],
    input: &Stream,
    state: &mut State,
    span: &Span,
) {
    let Some(file) = words.iter().find(|word| word.text != "--") else {
        walker.push(read(span));
        return;
    };
    if let Some(pipe) = &file.pipe
        && let Some(text) = pipe.text.clone()
    {
        walker.inner_script(&text, &file.span, state, input.clone());
        return;
    }
    if matches!(file.exact(), Some("/dev/stdin")) && input.given {
        let call_text = input.text.clone();
        if let Some(text) = call_text {
            walker.inner_script(&text, &file.span, state, Stream::default());
            return;
        }
    }
    walker.file_run(file, input, state, span);
}

/// `trap 'text' SIGNAL`: the text runs later in this shell.
fn trap(walker: &mut Walker<'_>, words: &[Field], state: &State, span: &Span) {
    walker.push(read(span));
    let Some(first) = words.iter().find(|word| word.text != "--") else {
        return;
    };
    if words.len() < 2 || first.text.is_empty() && !first.unknown || first.text.starts_with('-') {
        return;
    }
    match first.exact() {
        Some(text) => {
            let mut inner = state.clone();
            walker.inner_script(text, &first.span, &mut inner, Stream::default());
        }
        None => walker.push(Effect::opaque(
            Capability::SHELL_EXEC,
            span.clone(),
            "the command is not known before it runs",
        )),
    }
}

/// `set -- a b`: the positional parameters.
fn set(walker: &mut Walker<'_>, words: &[Field], state: &mut State, span: &Span) {
    walker.push(listing(words, span));
    if let Some(at) = words.iter().position(|word| word.exact() == Some("--")) {
        let arguments = words.get(at + 1..).unwrap_or_default().to_vec();
        state.arguments = Some(Rc::new(arguments));
    }
}

/// `export NAME`, and `export "$x"`, which may set anything.
fn declare(walker: &mut Walker<'_>, words: &[Field], state: &mut State, span: &Span) {
    walker.push(listing(words, span));
    for word in words {
        if let Some((name, value)) = word.text.split_once('=')
            && is_name(name)
            && !word.unknown
        {
            let value = Field::known(value, word.span.clone());
            let set = [(name.to_owned(), value.clone())];
            walker.variables_of_command(&set, span, state);
            state.set(name, value);
        }
    }
}
