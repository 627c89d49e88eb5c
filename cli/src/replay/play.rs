//! Plays recordings through the engine.

use agentsfence_core::explain::{Authority, Defaults, Engine, ReadError, Request};
use agentsfence_core::model::Decision;
use agentsfence_core::target::path;

use super::{Entry, Recording};

/// One call of a recording with what would have been decided.
#[derive(Debug)]
pub struct Replayed<'a> {
    /// The session.
    pub session: &'a str,
    /// Which call of the session, counted from 1.
    pub number: usize,
    /// The call's arguments as JSON, for people.
    pub action: String,
    /// The decision.
    pub decision: Decision,
}

/// Decides every call of a recording in order and hands each to `each`. Gives the calls that
/// could not be read.
pub fn play(
    recording: &Recording,
    engine: &Engine<'_>,
    defaults: &Defaults,
    mut each: impl FnMut(Replayed<'_>),
) -> Vec<(usize, ReadError)> {
    let mut defaults = defaults.clone();
    if let Some(cwd) = recording.cwd.as_deref().filter(|cwd| cwd.starts_with('/')) {
        defaults.cwd = path::absolute(cwd);
    }
    let mut unreadable = Vec::new();
    let mut number = 0;
    let mut session = None;
    for entry in &recording.entries {
        match entry {
            Entry::Message(_) if recording.child => {}
            Entry::Message(text) => {
                session
                    .get_or_insert_with(|| begin(engine, &defaults))
                    .hear(text);
            }
            Entry::Call { call, result } => {
                number += 1;
                let request = match Request::from_value(call.clone(), &defaults) {
                    Ok(request) => request,
                    Err(error) => {
                        unreadable.push((number, error));
                        continue;
                    }
                };
                let session = session.get_or_insert_with(|| begin(engine, &defaults));
                let decision = session.decide(&request.call);
                session.ran(&request.call, &decision, result);
                let action = serde_json::Value::Object(request.call.args).to_string();
                each(Replayed {
                    session: &recording.session,
                    number,
                    action,
                    decision,
                });
            }
        }
    }
    unreadable
}

fn begin<'a>(
    engine: &'a Engine<'a>,
    defaults: &Defaults,
) -> agentsfence_core::explain::Session<'a> {
    let authority = match &defaults.authority {
        Authority::Intents(_) => Authority::Fallback,
        other => other.clone(),
    };
    engine.session(&defaults.environment(), &authority, defaults.interactive)
}
