//! One call a line in, one decision a line out, in order; the input is never held whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use agentsfence_core::explain::{Answer, Defaults, Engine, Request};
use serde_json::{Value, json};

use super::source::plain;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::ui::Ui;

/// Decisions are handed to standard output in pieces of about this many bytes.
const PIECE: usize = 64 * 1024;

/// Decides every line of `file` (`-` for standard input). A line that is no call becomes a BLOCK
/// by the rule `unreadable-call` and makes the run end with [`Exit::Refused`].
pub fn run(file: &Path, engine: &Engine<'_>, defaults: &Defaults, ui: &Ui) -> anyhow::Result<Exit> {
    let mut lines: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(file).map_err(|error| {
            Problem::new(format!("cannot read {}: {}", file.display(), plain(&error)))
                .hint("`-` reads standard input")
        })?;
        Box::new(BufReader::with_capacity(PIECE, opened))
    };
    let mut line = Vec::new();
    let mut out = String::with_capacity(PIECE * 2);
    let mut unreadable = 0_usize;
    let mut first_unreadable = None;
    let mut number = 0_usize;
    while !ui.closed() {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        if let Err(reason) = answer(&line, engine, defaults, &mut out) {
            out.push_str(&refusal(&reason));
            unreadable += 1;
            first_unreadable.get_or_insert((number, reason));
        }
        out.push('\n');
        if out.len() >= PIECE {
            ui.raw(&out);
            out.clear();
        }
    }
    ui.raw(&out);
    match first_unreadable {
        None => Ok(Exit::Fine),
        Some((line, reason)) => Err(Problem::new(format!(
            "{unreadable} of {number} lines are no calls; the first is line {line}: {reason}"
        ))
        .hint("each such line was answered with BLOCK, so that the answers stay in step")
        .into()),
    }
}

fn answer(
    line: &[u8],
    engine: &Engine<'_>,
    defaults: &Defaults,
    out: &mut String,
) -> Result<(), String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 at byte {}", error.valid_up_to()))?;
    let request = Request::from_json(text, defaults).map_err(|error| error.to_string())?;
    let judged = engine.judge(&request);
    let answer = Answer::new(request.id.as_ref(), &judged.decision);
    out.push_str(&serde_json::to_string(&answer).map_err(|error| error.to_string())?);
    Ok(())
}

/// A decision for a line that is no call, so that the lines of input and output stay in step.
fn refusal(reason: &str) -> String {
    json!({
        "id": Value::Null, "tool": "", "verdict": "BLOCK", "rule": "unreadable-call",
        "reason": reason, "risk": "UNKNOWN", "capability": "tool.unknown",
        "effects": [], "allow_by": [], "trace": [], "fingerprint": "",
    })
    .to_string()
}
