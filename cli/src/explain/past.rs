//! Decisions that were made before: a line of the audit log, or a call of a session of the host.

use agentsfence_core::audit::{self, DecisionRecord, Entry};
use agentsfence_core::catalog;
use agentsfence_core::explain::{Defaults, Engine, Recomputer};
use agentsfence_core::policy::Policy;

use super::Explained;
use super::source::overlaid;
use crate::hermes::Profile;
use crate::problem::Problem;
use crate::replay::history::History;
use crate::replay::play;

/// The decision in line `seq` of a profile's log, made again where the line holds enough.
pub fn of_log(profile: &Profile, seq: u64) -> anyhow::Result<Explained> {
    let folder = profile.data();
    let mut recomputer = Recomputer::new(overlaid(&folder.join(catalog::FOLDER))?);
    let mut last = None;
    for entry in audit::entries(&folder) {
        // A line that cannot be read is not the one that is looked for; `audit verify` names it.
        let Ok(entry) = entry else { continue };
        last = Some(entry.seq);
        if entry.seq == seq {
            let Some(record) = &entry.event.decision else {
                return Err(no_decision(&entry).into());
            };
            return Ok(explained(&entry, record, &recomputer));
        }
        recomputer.learn(&entry);
    }
    let problem = Problem::new(format!("no line {seq} in the log in {}", folder.display()));
    Err(match last {
        Some(last) => problem.hint(format!(
            "the newest line is {last}; `agentsfence audit show` lists them"
        )),
        None => problem.hint("the log is empty: the guard writes it when the host runs"),
    }
    .into())
}

fn no_decision(entry: &Entry) -> Problem {
    Problem::new(format!(
        "line {} is no decision but `{}`",
        entry.seq,
        entry.event.kind.as_str()
    ))
    .hint("`agentsfence audit show --kind decision` lists the decisions")
}

fn explained(entry: &Entry, record: &DecisionRecord, recomputer: &Recomputer<'_>) -> Explained {
    let line = format!("line {} of the log", entry.seq);
    let recorded = record.decision(&entry.event.reason);
    let bounds = record
        .basis
        .as_ref()
        .and_then(|basis| recomputer.policy(basis))
        .map(Policy::in_words)
        .unwrap_or_default();
    let (decision, note) = match recomputer.decision(record) {
        Ok((decision, source)) => {
            if (decision.verdict, &decision.rule) == (record.verdict, &record.rule) {
                (decision, format!("{line}, made again {source}: the same"))
            } else {
                let note = format!(
                    "{line}; made again {source} it is {} by {}",
                    decision.verdict, decision.rule
                );
                (recorded, note)
            }
        }
        Err(missing) => (recorded, format!("{line}, not made again: {missing}")),
    };
    Explained {
        args: record.args.clone(),
        decision,
        notes: vec![note],
        bounds,
    }
}

/// Call `number` of a session of the host, counted from 1, decided now as it would have been then.
pub fn of_session(
    history: &History,
    session: &str,
    number: usize,
    engine: &Engine<'_>,
    defaults: &Defaults,
) -> anyhow::Result<Explained> {
    let sessions = history.sessions(Some(session), None)?;
    let Some(row) = sessions.first() else {
        return Err(history.no_session(session).into());
    };
    let recording = history.recording(row)?;
    let mut found = None;
    let mut calls = 0;
    let unreadable = play::play(&recording, engine, defaults, |replayed| {
        calls = calls.max(replayed.number);
        if replayed.number == number {
            found = Some(Explained {
                args: replayed.args.clone(),
                decision: replayed.decision.clone(),
                notes: vec![format!("call {number} of session {session}")],
                bounds: replayed.policy.in_words(),
            });
        }
    });
    if let Some((_, error)) = unreadable.iter().find(|(place, _)| *place == number) {
        return Err(
            Problem::new(format!("call {number} cannot be read: {error}"))
                .hint("`agentsfence replay` counts such calls; the host ran none of them as asked")
                .into(),
        );
    }
    found.ok_or_else(|| {
        Problem::new(format!(
            "session `{session}` has {calls} calls, none is {number}"
        ))
        .hint("calls are counted from 1, in the order that they were made")
        .into()
    })
}
