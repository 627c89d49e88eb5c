//! `policy compile`: what bounds a message sets, with the words that set them.

use agentsfence_core::catalog::Catalog;
use agentsfence_core::intent::{self, Compiled, Message, Setting};
use agentsfence_core::policy::{Citation, Policy};
use serde_json::json;
use smol_str::SmolStr;

use crate::args::Global;
use crate::exit::Exit;
use crate::explain::source::World;
use crate::problem::Problem;
use crate::ui::{Ui, wrapped};

/// Arguments of `policy compile`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The message; give it again for later messages of the same task.
    #[arg(value_name = "MESSAGE", required = true)]
    messages: Vec<String>,
    /// A tool of the session; give it again for more.
    #[arg(long = "has-tool", value_name = "NAME")]
    tools: Vec<SmolStr>,
    #[command(flatten)]
    world: World,
}

/// Compiles the messages in order and shows each with its words marked.
pub(super) fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let environment = args.world.defaults()?.environment();
    let now = args.world.engine(global)?.now;
    let mut policy = Policy::fallback("compile", now);
    let mut notes = Vec::new();
    for (place, text) in args.messages.iter().enumerate() {
        let turn = u32::try_from(place + 1)
            .map_err(|_| Problem::new("too many messages").hint("give the newest ones"))?;
        let setting = Setting {
            catalog: Catalog::built_in(),
            environment: &environment,
            tools: &args.tools,
            turn,
            now,
        };
        let compiled = intent::amend(&policy, &Message::of_owner(text), &setting);
        ui.section(&format!("message {turn}"));
        ui.data(&wrapped(&marked(text, turn, &compiled), ""));
        notes.extend(compiled.notes.iter().cloned());
        policy = compiled.policy;
    }
    ui.section("policy");
    for line in policy.in_words() {
        ui.line(&line);
    }
    for note in &notes {
        ui.hint(note);
    }
    ui.document(&json!({ "policy": policy, "notes": notes }));
    Ok(Exit::Fine)
}

/// The message with `[+granting+]`, `[-forbidding-]`, `[=confining=]` and `[~ignored~]` words.
fn marked(text: &str, turn: u32, compiled: &Compiled) -> String {
    let policy = &compiled.policy;
    let mut marks: Vec<(usize, usize, char)> = Vec::new();
    let mut mark = |cites: &Citation, sign: char| {
        if cites.turn == turn
            && !marks
                .iter()
                .any(|(start, end, _)| cites.start < *end && *start < cites.end)
        {
            marks.push((cites.start, cites.end, sign));
        }
    };
    policy
        .prohibitions
        .iter()
        .for_each(|ban| mark(&ban.cites, '-'));
    policy
        .boundaries
        .iter()
        .for_each(|bound| mark(&bound.cites, '='));
    policy
        .grants
        .iter()
        .for_each(|grant| mark(&grant.cites, '+'));
    marks.extend(
        compiled
            .ignored
            .iter()
            .map(|range| (range.start, range.end, '~')),
    );
    marks.sort_unstable();
    let mut shown = String::new();
    let mut at = 0;
    for (start, end, sign) in marks.into_iter().filter(|(start, end, _)| start < end) {
        if start < at {
            continue;
        }
        shown.push_str(text.get(at..start).unwrap_or_default());
        shown.push_str(&format!(
            "[{sign}{}{sign}]",
            text.get(start..end).unwrap_or_default()
        ));
        at = end;
    }
    shown.push_str(text.get(at..).unwrap_or_default());
    shown
}
