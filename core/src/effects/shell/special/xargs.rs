//! `xargs` and `parallel`: a command that runs with words from elsewhere.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::run as generic;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;

/// How many lines of known input are followed one by one.
const LINES: usize = 16;

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let mut arguments = Arguments::read(&call.name, call.command, &call.words);
    let Some((_, words)) = arguments.rest.take() else {
        return generic::apply(walker, call, &arguments, state);
    };
    generic::apply(walker, call, &arguments, state);
    let replace = arguments
        .values("-I")
        .next()
        .map(|value| value.text.clone())
        .or_else(|| arguments.has("-i").then(|| "{}".to_owned()));
    let known = call
        .input
        .text
        .as_deref()
        .filter(|_| !arguments.has("-0") && !arguments.has("-d") && !arguments.has("-a"));
    let mut child = state.child();
    let inner = Stream::default();
    match (replace, known) {
        (Some(mark), Some(text)) if text.lines().count() <= LINES => {
            for line in text.lines() {
                let item = Field::known(line.trim(), call.span.clone());
                let words = replaced(&words, &mark, &item);
                walker.dispatch(words, &inner, &mut child, call.span);
            }
        }
        (Some(mark), _) => {
            let words = replaced(&words, &mark, &unknown(call));
            walker.dispatch(words, &inner, &mut child, call.span);
        }
        (None, Some(text)) => {
            let mut all = words;
            let items = text.split_ascii_whitespace();
            all.extend(
                items.map(|item| Field::known(item.trim_matches(['"', '\'']), call.span.clone())),
            );
            walker.dispatch(all, &inner, &mut child, call.span);
        }
        (None, None) => {
            let mut all = words;
            all.push(unknown(call));
            walker.dispatch(all, &inner, &mut child, call.span);
        }
    }
    state.downloads = child.downloads;
    Stream::of(Taint {
        content: true,
        ..call.input.taint
    })
}

/// A word of the input: one, not several.
fn unknown(call: &Call<'_>) -> Field {
    let mut field = Field::unknown(call.span.clone());
    field.splits = false;
    field.taint = call.input.taint;
    // What names the inputs is not their content.
    field.taint.content = false;
    field
}

/// The words with every `mark` replaced.
pub(super) fn replaced(words: &[Field], mark: &str, item: &Field) -> Vec<Field> {
    words
        .iter()
        .map(|word| {
            let Some(at) = word.text.find(mark) else {
                return word.clone();
            };
            if word.text == mark {
                return item.clone();
            }
            let mut field = word.clone();
            field.text = word.text.replace(mark, &item.text);
            field.pattern |= item.pattern;
            if item.unknown {
                field.known_length = if word.unknown {
                    word.known_length.min(at)
                } else {
                    at
                };
                field.unknown = true;
            } else if !word.unknown {
                field.known_length = field.text.len();
            }
            field.taint = field.taint.join(item.taint);
            field
        })
        .collect()
}

/// `parallel [options] command ::: values`.
pub(super) fn parallel(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let split = call
        .words
        .iter()
        .position(|word| word.text.starts_with(":::"));
    let (head, values) = match split {
        Some(at) => (
            call.words.get(..at).unwrap_or_default(),
            call.words.get(at + 1..).unwrap_or_default(),
        ),
        None => (call.words.as_slice(), &[][..]),
    };
    let mut arguments = Arguments::read(&call.name, call.command, head);
    let words = arguments
        .rest
        .take()
        .map(|(_, words)| words)
        .unwrap_or_default();
    if arguments.help {
        return generic::apply(walker, call, &arguments, state);
    }
    let items: Vec<Field> = if split.is_some() && values.len() <= LINES {
        values
            .iter()
            .filter(|value| !value.text.starts_with(":::"))
            .cloned()
            .collect()
    } else {
        vec![unknown(call)]
    };
    let mut child = state.child();
    for item in &items {
        // The words are joined and read by a shell again.
        let holds_mark = words.iter().any(|word| word.text.contains('{'));
        let mut all = replaced(&words, "{}", item);
        if !holds_mark {
            all.push(item.clone());
        }
        let texts: Vec<&str> = all.iter().filter_map(Field::exact).collect();
        if texts.len() == all.len() {
            let text = texts.join(" ");
            walker.inner_script(&text, call.span, &mut child, Stream::default());
        } else if let [one] = all.as_slice() {
            let mut scratch = state.clone();
            let mut run =
                super::super::roles::Run::new(walker, call, "parallel".into(), &mut scratch);
            run.command(one);
        } else {
            walker.dispatch(all, &Stream::default(), &mut child, call.span);
        }
    }
    Stream::of(call.input.taint)
}
