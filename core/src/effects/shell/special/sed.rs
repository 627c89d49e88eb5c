//! `sed`: its script may write files and run commands, and `-i` changes the inputs.

use super::super::arguments::Arguments;
use super::super::dispatch::Call;
use super::super::files::Touch;
use super::super::roles::Run;
use super::super::state::State;
use super::super::value::{Field, Stream, Taint};
use super::super::walk::Walker;
use crate::catalog::program::Role;
use crate::model::{Capability, Effect, Marks};

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, state: &mut State) -> Stream {
    let arguments = Arguments::read(&call.name, call.command, &call.words);
    if arguments.help {
        return super::super::run::apply(walker, call, &arguments, state);
    }
    let mut operands = arguments.operands.as_slice();
    let in_place = arguments.has("-i");
    // `sed -i '' script`: on a Mac the backup's ending is a word of its own.
    if in_place
        && let Some((first, rest)) = operands.split_first()
        && first.exact() == Some("")
    {
        operands = rest;
    }
    let mut inner = state.clone();
    let mut run = Run::new(walker, call, "sed".into(), &mut inner);
    run.values(&arguments);
    if !arguments.has("-e")
        && !arguments.has("-f")
        && let Some((first, rest)) = operands.split_first()
    {
        run.apply(&Role::Code(crate::catalog::program::Language::Sed), first);
        operands = rest;
    }
    let touch = if in_place { Touch::Write } else { Touch::Read };
    for operand in operands {
        run.file(operand, touch);
    }
    if let Some(option) = &arguments.unknown_option {
        let why = format!("what `{option}` makes `sed` do is not known");
        run.add(Effect::opaque(
            Capability::SHELL_EXEC,
            call.span.clone(),
            why,
        ));
    }
    run.flush(Marks::empty());
    let content = !operands.is_empty();
    Stream::of(call.input.taint.join(Taint {
        content,
        ..Taint::default()
    }))
}

/// What a sed script does besides printing.
pub(in super::super) fn script(run: &mut Run<'_, '_>, text: &str, field: &Field) {
    let mut reader = Reader { rest: text };
    while let Some(action) = reader.next_action() {
        match action {
            Action::Write(name) => {
                run.file(&Field::known(name, field.span.clone()), Touch::Write);
            }
            Action::Read(name) => {
                run.file(&Field::known(name, field.span.clone()), Touch::Read);
            }
            Action::Run(text) => {
                run.apply(&Role::Command, &Field::known(text, field.span.clone()));
            }
            Action::RunInput => {
                let why = "the script runs its input as commands";
                let effect = Effect::opaque(Capability::SHELL_EXEC, field.span.clone(), why);
                run.walker.push(effect);
            }
            Action::Unread => {
                let why = "the sed script could not be read";
                let effect = Effect::opaque(Capability::SHELL_EXEC, field.span.clone(), why);
                run.walker.push(effect.marked(Marks::UNPARSABLE));
                return;
            }
        }
    }
}

enum Action<'a> {
    Write(&'a str),
    Read(&'a str),
    Run(&'a str),
    RunInput,
    Unread,
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn next_action(&mut self) -> Option<Action<'a>> {
        loop {
            self.rest = self.rest.trim_start_matches(|c: char| {
                c.is_whitespace() || c == ';' || c == '{' || c == '}'
            });
            if self.rest.is_empty() {
                return None;
            }
            if self.address().is_none() {
                self.rest = "";
                return Some(Action::Unread);
            }
            let letter = self.rest.chars().next()?;
            self.rest = self.rest.get(letter.len_utf8()..).unwrap_or_default();
            match letter {
                '{' | '}' | ';' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p'
                | 'P' | 'x' | 'z' | 'F' => {}
                '#' | ':' | 'a' | 'i' | 'c' => {
                    self.text_line();
                }
                'b' | 't' | 'T' | 'q' | 'Q' | 'l' | 'L' | 'v' => {
                    let end = self.rest.find([';', '\n', '}']).unwrap_or(self.rest.len());
                    self.rest = self.rest.get(end..).unwrap_or_default();
                }
                'r' | 'R' => return Some(Action::Read(self.line().trim())),
                'w' | 'W' => return Some(Action::Write(self.line().trim())),
                'e' => {
                    let command = self.line().trim();
                    return Some(if command.is_empty() {
                        Action::RunInput
                    } else {
                        Action::Run(command)
                    });
                }
                's' | 'y' => match self.substitute(letter) {
                    Some(None) => {}
                    Some(Some(action)) => return Some(action),
                    None => {
                        self.rest = "";
                        return Some(Action::Unread);
                    }
                },
                _ => {
                    self.rest = "";
                    return Some(Action::Unread);
                }
            }
        }
    }

    /// Skips `1,5`, `/re/`, `\%re%`, `$`, `0~4`, `+3`, `!`; `None` when it does not end.
    fn address(&mut self) -> Option<()> {
        loop {
            self.rest = self.rest.trim_start_matches(|c: char| {
                c.is_ascii_digit() || matches!(c, '$' | ',' | '~' | '+' | '!' | ' ' | '\t')
            });
            match self.rest.chars().next() {
                Some('/') => {
                    self.rest = self.rest.get(1..)?;
                    self.delimited('/')?;
                    self.rest = self.rest.trim_start_matches(['I', 'M']);
                }
                Some('\\') => {
                    let delimiter = self.rest.chars().nth(1)?;
                    self.rest = self.rest.get(1 + delimiter.len_utf8()..)?;
                    self.delimited(delimiter)?;
                    self.rest = self.rest.trim_start_matches(['I', 'M']);
                }
                _ => return Some(()),
            }
        }
    }

    /// Skips up to the delimiter; a backslash hides the next character, a class hides it too.
    fn delimited(&mut self, delimiter: char) -> Option<()> {
        let mut escaped = false;
        for (at, character) in self.rest.char_indices() {
            if escaped {
                escaped = false;
            } else if character == '\\' {
                escaped = true;
            } else if character == delimiter {
                self.rest = self.rest.get(at + character.len_utf8()..)?;
                return Some(());
            }
        }
        None
    }

    fn line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        line
    }

    /// Text of `a`, `i`, `c`: lines as long as they end in a backslash.
    fn text_line(&mut self) {
        loop {
            let line = self.line();
            self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest);
            if !line.ends_with('\\') || self.rest.is_empty() {
                return;
            }
        }
    }

    #[expect(clippy::option_option, reason = "unreadable, harmless, or an action")]
    fn substitute(&mut self, letter: char) -> Option<Option<Action<'a>>> {
        let delimiter = self.rest.chars().next()?;
        if delimiter == '\n' || delimiter == '\\' {
            return None;
        }
        self.rest = self.rest.get(delimiter.len_utf8()..)?;
        self.delimited(delimiter)?;
        self.delimited(delimiter)?;
        if letter == 'y' {
            return Some(None);
        }
        let mut runs = false;
        loop {
            match self.rest.chars().next() {
                Some('e') => runs = true,
                Some('w') => {
                    self.rest = self.rest.get(1..)?;
                    return Some(Some(Action::Write(self.line().trim())));
                }
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {}
                _ => return Some(runs.then_some(Action::RunInput)),
            }
            self.rest = self.rest.get(1..)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Reader};

    fn actions(text: &str) -> Vec<String> {
        let mut reader = Reader { rest: text };
        let mut out = Vec::new();
        while let Some(action) = reader.next_action() {
            out.push(match action {
                Action::Write(name) => format!("w {name}"),
                Action::Read(name) => format!("r {name}"),
                Action::Run(text) => format!("e {text}"),
                Action::RunInput => "e".to_owned(),
                Action::Unread => "?".to_owned(),
            });
        }
        out
    }

    #[test]
    fn only_what_leaves_the_stream_is_an_action() {
        for text in [
            "860,915p",
            "s/a/b/g",
            "s|/usr|/opt|;s,x,y,",
            "/^#/d",
            "$!N;P;D",
            "1i\\\ntext w file",
            "/a/,/b/{s/x/y/;p}",
            "s/w out/e/g",
            "y/abc/xyz/",
            "\\%x%d",
            "s/a\\/b/c/",
            ":a;N;$!ba;s/\\n/ /g",
        ] {
            assert_eq!(actions(text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(actions("s/a/b/w out.txt"), ["w out.txt"]);
        assert_eq!(actions("1w /etc/x\n2r y"), ["w /etc/x", "r y"]);
        assert_eq!(actions("1e rm -rf x"), ["e rm -rf x"]);
        assert_eq!(actions("s/.*/x/e"), ["e"]);
        assert_eq!(actions("s/a"), ["?"]);
    }
}
