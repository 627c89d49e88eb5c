//! Words against a real bash: random static words, expanded by it and by us.

use std::fmt::Write as _;
use std::process::Command;

use super::super::ast::Node;
use super::super::parse::parse;
use super::super::state::State;
use super::super::walk::Walker;
use super::environment;
use crate::catalog::Catalog;
use crate::effects::{Context, Source};

/// A small generator: the words must be the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        for _ in 0..=self.below(5) {
            match self.below(8) {
                0 => write!(
                    word,
                    "'{}'",
                    self.pick(&["a b", "\\n", "$x", "\"", "`", "", "é*", "~"])
                )
                .unwrap(),
                1 => write!(
                    word,
                    "\"{}\"",
                    self.pick(&[
                        "a b", "\\\"", "\\$x", "\\\\", "\\a", "'", "", "a\\\nb", "x\\$", "*",
                        "\\`ls\\`"
                    ])
                )
                .unwrap(),
                2 => write!(
                    word,
                    "$'{}'",
                    self.pick(&[
                        "\\n", "\\x41", "\\101", "\\'", "\\\\", "\\u00e9", "\\e[0m", "a\\tb",
                        "\\q", "\\cA", "\\x4"
                    ])
                )
                .unwrap(),
                3 => write!(
                    word,
                    "\\{}",
                    self.pick(&[" ", "a", "$", "\"", "'", "\\", "\n", "*", "{", "é"])
                )
                .unwrap(),
                4 => word.push_str(self.pick(&[
                    "{a,b}",
                    "{1..3}",
                    "x{,y}",
                    "{a}",
                    "{}",
                    "{a,{b,c}}",
                    "{3..1}",
                ])),
                _ => word.push_str(self.pick(&[
                    "abc", "-o", "=", "a/b", "é", ".", "1", "@", "%", "+", ":", ",",
                ])),
            }
        }
        word
    }
}

/// Our fields of a command line of static words; `None` when the reader says that it is not sure.
fn ours(line: &str) -> Option<Vec<String>> {
    let environment = environment();
    let context = Context::new(Catalog::built_in(), &environment);
    let mut walker = Walker::new(context, &Source::argument("command", line));
    let mut state = State::new(&environment);
    let script = parse(line);
    if script.fault.is_some() {
        return None;
    }
    let Some(Node::Simple { words, .. }) =
        script.statements.first().map(|statement| &statement.node)
    else {
        return None;
    };
    let fields = walker.fields(words, &mut state);
    if fields.iter().any(|field| field.unknown) {
        return None;
    }
    Some(fields.into_iter().map(|field| field.text).collect())
}

#[test]
fn static_words_are_those_of_bash() {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let mut random = Random(7);
    let lines: Vec<String> = (0..1500)
        .map(|_| {
            let words: Vec<String> = (0..=random.below(2)).map(|_| random.word()).collect();
            format!("p {}", words.join(" "))
        })
        .collect();
    let mut script = "set -f; p() { printf '%s\\0' \"$#\" \"$@\"; }\n".to_owned();
    for line in &lines {
        script.push_str(line);
        script.push('\n');
    }
    let output = Command::new("bash")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", &script])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut items = text.split('\0');
    let mut wrong = Vec::new();
    let mut unsure = 0;
    for line in &lines {
        let count: usize = items.next().unwrap().parse().unwrap();
        let theirs: Vec<&str> = items.by_ref().take(count).collect();
        let Some(ours) = ours(line) else {
            unsure += 1;
            continue;
        };
        if ours.get(1..).unwrap_or_default() != theirs {
            wrong.push(format!("{line}\n  bash {theirs:?}\n  ours {ours:?}"));
        }
    }
    assert!(
        unsure * 50 < lines.len(),
        "not sure about {unsure} of {}",
        lines.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        lines.len(),
        wrong[..wrong.len().min(8)].join("\n")
    );
}
