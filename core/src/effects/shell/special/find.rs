//! `find`: where it starts, and what its expression does with what it finds.

use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use super::xargs::replaced;
use crate::model::{Capability, Effect, Marks, RiskClass};

/// Tests and actions that take one argument.
const WITH_ARGUMENT: [&str; 48] = [
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-iwholename",
    "-regex",
    "-iregex",
    "-lname",
    "-ilname",
    "-type",
    "-xtype",
    "-size",
    "-mtime",
    "-atime",
    "-ctime",
    "-mmin",
    "-amin",
    "-cmin",
    "-newer",
    "-anewer",
    "-cnewer",
    "-user",
    "-group",
    "-uid",
    "-gid",
    "-perm",
    "-links",
    "-inum",
    "-samefile",
    "-maxdepth",
    "-mindepth",
    "-fstype",
    "-printf",
    "-used",
    "-context",
    "-regextype",
    "-newermt",
    "-newerat",
    "-newerct",
    "-newermm",
    "-Bmin",
    "-Btime",
    "-flags",
    "-depth_n",
    "-files0-from",
    "-newerBt",
    "-newermB",
];
/// Tests that choose by name: what is found is then not everything.
const BY_NAME: [&str; 8] = [
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-regex",
    "-iregex",
    "-iwholename",
];

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let words = &call.words;
    let first_test = words
        .iter()
        .position(|word| {
            let text = word.known_start();
            (text.starts_with('-')
                && !matches!(text, "-H" | "-L" | "-P" | "-E" | "-X" | "-x" | "-s" | "-f"))
                && !text.starts_with("-O")
                && !text.starts_with("-D")
                || matches!(text, "(" | ")" | "!" | ",")
        })
        .unwrap_or(words.len());
    let mut starts: Vec<Field> = words
        .get(..first_test)
        .unwrap_or_default()
        .iter()
        .filter(|word| !word.text.starts_with('-') || word.unknown)
        .cloned()
        .collect();
    if starts.is_empty() {
        starts.push(Field::known(".", call.span.clone()));
    }
    let tests = words.get(first_test..).unwrap_or_default();
    if let [only] = tests
        && matches!(
            only.exact(),
            Some("--help" | "--version" | "-help" | "-version")
        )
    {
        walker.push(Effect::new(
            Capability::SYSTEM_READ,
            RiskClass::Read,
            call.span.clone(),
        ));
        return Stream::default();
    }
    let by_name = tests
        .windows(2)
        .find(|pair| {
            pair.first()
                .is_some_and(|word| BY_NAME.contains(&word.text.as_str()))
        })
        .and_then(|pair| pair.get(1))
        .cloned();
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, "find".into(), &mut inner);
    for start in &starts {
        run.file(start, Touch::ReadTree);
    }
    let mut at = 0;
    while let Some(word) = tests.get(at) {
        at += 1;
        let next = tests.get(at);
        match word.exact().unwrap_or_default() {
            "-delete" => {
                for start in &starts {
                    let found = found(start, by_name.as_ref());
                    let touch = if by_name.is_some() {
                        Touch::Delete
                    } else {
                        Touch::DeleteTree
                    };
                    run.file(&found, touch);
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let command = tests.get(at..).unwrap_or_default();
                let end =
                    command
                        .iter()
                        .position(|word| matches!(word.exact(), Some(";")))
                        .or_else(|| {
                            command.windows(2).position(|pair| {
                            matches!(pair, [a, b] if a.text == "{}" && b.text == "+")
                        }).map(|at| at + 1)
                        })
                        .unwrap_or(command.len());
                let command = command.get(..end).unwrap_or_default();
                let single = matches!(starts.as_slice(), [_]);
                let item = match starts.first() {
                    Some(start) if single => found(start, by_name.as_ref()),
                    _ => Field::unknown(call.span.clone()),
                };
                run.rest(
                    &crate::catalog::program::Role::Argv,
                    &replaced(command, "{}", &item),
                    Marks::empty(),
                );
                at += end + 1;
            }
            "-fprint" | "-fprint0" | "-fls" => {
                if let Some(file) = next {
                    run.file(file, Touch::Write);
                }
                at += 1;
            }
            "-fprintf" => {
                if let Some(file) = next {
                    run.file(file, Touch::Write);
                }
                at += 2;
            }
            text if WITH_ARGUMENT.contains(&text) => at += 1,
            "" => {
                let why = "a part of the expression is not known, and it may run or delete";
                run.add(Effect::opaque(
                    Capability::SHELL_EXEC,
                    word.span.clone(),
                    why,
                ));
            }
            _ => {}
        }
    }
    run.flush(Marks::empty());
    Stream::of(Taint::default())
}

/// What is found below a start, as a pattern.
fn found(start: &Field, name: Option<&Field>) -> Field {
    if start.unknown || name.is_none() && start.exact() == Some("/") {
        return start.clone();
    }
    let mut field = start.clone();
    match name {
        Some(name) => {
            let last = name.text.rsplit('/').next().unwrap_or("*");
            field.text = format!("{}/**/{last}", start.text.trim_end_matches('/'));
            field.pattern = true;
            field.known_length = field.text.len();
        }
        None => field.pattern = start.pattern,
    }
    field
}
