//! Plays recordings through the engine.

use agentsfence_core::explain::{Authority, Defaults, Engine, ReadError, Request, Session};
use agentsfence_core::model::Decision;
use agentsfence_core::policy::Policy;
use agentsfence_core::target::path;
use serde_json::{Map, Value};

use super::{Entry, Recording};

/// One call of a recording with what would have been decided.
#[derive(Debug)]
pub struct Replayed<'a> {
    /// The session.
    pub session: &'a str,
    /// Which call of the session, counted from 1.
    pub number: usize,
    /// The call's arguments.
    pub args: &'a Map<String, Value>,
    /// When, in seconds since the epoch, where the history says.
    pub at: Option<i64>,
    /// The bounds that it was made under.
    pub policy: &'a Policy,
    /// The decision.
    pub decision: &'a Decision,
}

/// Decides every call of a recording in order and hands each to `each`. Gives the calls that
/// could not be read.
pub fn play(
    recording: &Recording,
    engine: &Engine<'_>,
    defaults: &Defaults,
    mut each: impl FnMut(Replayed<'_>),
) -> Vec<(usize, ReadError)> {
    let defaults = &in_folder(defaults, recording.cwd.as_deref());
    let mut unreadable = Vec::new();
    let mut number = 0;
    let mut session = None;
    for entry in &recording.entries {
        match entry {
            Entry::Message(_) if recording.child || !follows_words(defaults) => {}
            Entry::Message(text) => {
                session
                    .get_or_insert_with(|| begin(engine, defaults))
                    .hear(text);
            }
            Entry::Call { call, result, at } => {
                number += 1;
                let request = match Request::from_value(call.clone(), defaults) {
                    Ok(request) => request,
                    Err(error) => {
                        unreadable.push((number, error));
                        continue;
                    }
                };
                let session = session.get_or_insert_with(|| begin(engine, defaults));
                let decision = session.decide(&request.call);
                each(Replayed {
                    session: &recording.session,
                    number,
                    args: &request.call.args,
                    at: *at,
                    policy: session.policy(),
                    decision: &decision,
                });
                session.ran(&request.call, &decision, result);
            }
        }
    }
    unreadable
}

fn begin<'a>(engine: &'a Engine<'a>, defaults: &Defaults) -> Session<'a> {
    engine.session(
        &defaults.environment(),
        &defaults.authority,
        defaults.interactive,
    )
}

/// Whether the recorded messages set the bounds; a policy or preset that is tried stands alone.
fn follows_words(defaults: &Defaults) -> bool {
    matches!(defaults.authority, Authority::Fallback)
}

/// The defaults with the working folder of a recording, where it names one.
fn in_folder(defaults: &Defaults, cwd: Option<&str>) -> Defaults {
    let cwd = cwd.filter(|cwd| cwd.starts_with('/')).map(path::absolute);
    Defaults {
        cwd: cwd.unwrap_or_else(|| defaults.cwd.clone()),
        ..defaults.clone()
    }
}
