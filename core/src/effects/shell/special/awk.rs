//! awk programs: `system()`, pipes to and from commands, files that are written.

use super::super::files::Touch;
use super::super::roles::Run;
use super::super::value::Field;
use crate::catalog::program::Role;
use crate::model::{Capability, Effect, Marks};

/// What an awk program does besides printing.
pub(in super::super) fn program(run: &mut Run<'_, '_>, text: &str, field: &Field) {
    for action in actions(text) {
        match action {
            Action::Run(Some(text)) => {
                let why = "the awk program starts a shell";
                let effect = Effect::opaque(Capability::SHELL_EXEC, field.span.clone(), why);
                run.walker.push(effect);
                run.apply(&Role::Command, &Field::known(text, field.span.clone()));
            }
            Action::Run(None) => {
                let why = "the awk program runs a command that is not known before it runs";
                let effect = Effect::opaque(Capability::SHELL_EXEC, field.span.clone(), why);
                run.walker.push(effect);
            }
            Action::Write(Some(name)) => {
                run.file(&Field::known(name, field.span.clone()), Touch::Write);
            }
            Action::Write(None) => run.file(&Field::unknown(field.span.clone()), Touch::Write),
            Action::Read(name) => {
                run.file(&Field::known(name, field.span.clone()), Touch::Read);
            }
            Action::Load => {
                let why = "the awk program loads other code";
                let effect = Effect::opaque(Capability::CODE_EXEC, field.span.clone(), why);
                run.walker.push(effect.marked(Marks::empty()));
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Action {
    /// Runs a command; the text when it is literal.
    Run(Option<String>),
    /// Writes a file; its name when it is literal.
    Write(Option<String>),
    /// Reads a further file.
    Read(String),
    /// Loads an extension or another program.
    Load,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Text(String),
    Word(String),
    Regex,
    Sign(&'static str),
}

fn actions(text: &str) -> Vec<Action> {
    let tokens = tokens(text);
    let mut actions = Vec::new();
    let mut depth = 0_usize;
    // The depth of brackets at which a `print` statement began.
    let mut print: Option<usize> = None;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        match token {
            Token::Word(word) => match word.as_str() {
                "print" | "printf" => print = Some(depth),
                "system" => {
                    actions.push(Action::Run(literal(tokens.get(at + 2), tokens.get(at + 3))));
                }
                "getline" if next == Some(&Token::Sign("<")) => {
                    if let Some(Token::Text(name)) = tokens.get(at + 2) {
                        actions.push(Action::Read(name.clone()));
                    }
                }
                _ => {}
            },
            Token::Sign("(") => depth += 1,
            Token::Sign(")") => depth = depth.saturating_sub(1),
            Token::Sign("{" | "}" | ";" | "\n") => print = None,
            Token::Sign("@") => actions.push(Action::Load),
            Token::Sign("|" | "|&") => {
                let feeds = next == Some(&Token::Word("getline".to_owned()));
                let command = if feeds {
                    literal(before, Some(&Token::Sign(")")))
                } else {
                    literal(next, tokens.get(at + 2))
                };
                actions.push(Action::Run(command));
            }
            Token::Sign(">" | ">>") if print == Some(depth) => {
                actions.push(Action::Write(literal(next, tokens.get(at + 2))));
            }
            _ => {}
        }
    }
    actions
}

/// The text of a literal that nothing is joined to.
fn literal(token: Option<&Token>, behind: Option<&Token>) -> Option<String> {
    let Some(Token::Text(text)) = token else {
        return None;
    };
    match behind {
        None => Some(text.clone()),
        Some(Token::Sign(sign)) if !matches!(*sign, "other" | "(" | "@") => Some(text.clone()),
        _ => None,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let (value, length) = string(rest);
                tokens.push(Token::Text(value));
                length
            }
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '/' if begins_regex(tokens.last()) => {
                tokens.push(Token::Regex);
                regex(rest)
            }
            '\n' => {
                tokens.push(Token::Sign("\n"));
                1
            }
            c if c.is_whitespace() => c.len_utf8(),
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
                    .unwrap_or(rest.len());
                tokens.push(Token::Word(rest.get(..end).unwrap_or_default().to_owned()));
                end
            }
            c => {
                let sign = [
                    "||", "|&", "&&", ">>", ">=", "<=", "|", ">", "<", "(", ")", "{", "}", ";", "@",
                ]
                .into_iter()
                .find(|sign| rest.starts_with(sign));
                tokens.push(Token::Sign(sign.unwrap_or("other")));
                sign.map_or(c.len_utf8(), str::len)
            }
        };
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    tokens
}

/// Behind a value `/` divides; elsewhere it begins a regular expression.
fn begins_regex(before: Option<&Token>) -> bool {
    match before {
        None => true,
        Some(Token::Text(_) | Token::Regex) => false,
        Some(Token::Word(word)) => matches!(word.as_str(), "print" | "return" | "in" | "printf"),
        Some(Token::Sign(sign)) => *sign != ")",
    }
}

fn string(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, at + 1),
            '\\' => match characters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, other)) => value.push(other),
                None => {}
            },
            other => value.push(other),
        }
    }
    (value, text.len())
}

fn regex(text: &str) -> usize {
    let mut escaped = false;
    let mut class = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return at + 1,
            '\n' => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Action, actions};

    #[test]
    fn printing_and_comparing_is_nothing() {
        for text in [
            "{print $1}",
            "$3 > 10 {print $1}",
            "/a|b/ {print}",
            "BEGIN{x = 4 / 2 / 1}",
            "{print \"a > b | c\"}",
            "{print ($1 > 2)}",
            "a || b {print}",
            "# system(\"x\")\n{print}",
            "{ if ($1 > 5) print $0 }",
            "NR>1 && $2>0.5 {sum += $2} END {print sum/NR}",
        ] {
            assert_eq!(actions(text), [], "{text}");
        }
    }

    #[test]
    fn commands_and_files_are_found() {
        let run = |text: &str| Action::Run(Some(text.to_owned()));
        assert_eq!(actions("BEGIN{system(\"id\")}"), [run("id")]);
        assert_eq!(actions("{print | \"sh\"}"), [run("sh")]);
        assert_eq!(actions("{\"date\" | getline d}"), [run("date")]);
        assert_eq!(actions("{system(\"rm \" $1)}"), [Action::Run(None)]);
        assert_eq!(
            actions("{print > \"out.txt\"}"),
            [Action::Write(Some("out.txt".to_owned()))]
        );
        assert_eq!(actions("{print $2 >> $1}"), [Action::Write(None)]);
        assert_eq!(actions("@load \"x\""), [Action::Load]);
    }
}
