//! What of the guard's work goes into the audit log.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};

use serde_json::json;

use super::Fence;
use super::clock::system_millis;
use super::reading::Reading;
use super::session::Session;
use crate::audit::{Event, EventKind, Redactor};
use crate::model::{Basis, CallIds, Decision};

/// Where the store keeps the key of this home's digests.
const KEY: &str = "audit_key";

impl Fence {
    /// Appends to the log.
    pub(super) fn log(&self, event: &Event) -> io::Result<()> {
        self.audit.append(event, system_millis())
    }

    /// Appends to the log where a failure changes nothing: what happened is stricter already.
    pub(super) fn log_anyway(&self, event: &Event) {
        let _ = self.log(event);
    }

    /// A decision as an event.
    pub(super) fn decided(
        &self,
        session: Option<&Session>,
        reading: &Reading<'_>,
        decision: &Decision,
        basis: Basis,
    ) -> Event {
        let ids = &reading.proposal.ids;
        let event = if let Some(session) = session {
            event_of(EventKind::Decision, session, ids)
        } else {
            let mut event = Event::new(EventKind::Decision);
            event.source_session = ids.session.clone();
            event.task = ids.task.clone();
            event.call = ids.call.clone();
            event
        };
        event.deciding(decision, basis, &reading.proposal.call, self.redactor())
    }

    /// A policy as an event: what it allows and forbids, with the words that it rests on.
    pub(super) fn policy_event(&self, kind: EventKind, session: &Session, ids: &CallIds) -> Event {
        let policy = serde_json::to_string(session.policy.as_ref()).unwrap_or_default();
        let clean = self.redactor().text(&policy);
        event_of(kind, session, ids)
            .with("revision", session.revision)
            .with("policy_hash", session.policy_hash().as_str())
            .with(
                "content",
                serde_json::from_str(&clean).unwrap_or_else(|_| json!(clean)),
            )
    }

    /// The redactor with this home's key, which is made on first use.
    pub(super) fn redactor(&self) -> &Redactor {
        self.redactor.get_or_init(|| {
            let fresh = blake3::Hash::from_bytes(random());
            let kept = self.store.fact_or(KEY, fresh.to_hex().as_str());
            let key = kept.ok().and_then(|hex| blake3::Hash::from_hex(hex).ok());
            Redactor::new(*key.unwrap_or(fresh).as_bytes())
        })
    }
}

/// An event about a session, seen by the ids of a call.
pub(super) fn event_of(kind: EventKind, session: &Session, ids: &CallIds) -> Event {
    let mut event = Event::new(kind).of_session(&session.id);
    event.policy = session.policy.id.clone();
    if ids.session != session.id {
        event.source_session = ids.session.clone();
    }
    event.task = ids.task.clone();
    event.call = ids.call.clone();
    event
}

/// Bytes that nobody can guess.
fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    let read = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    if read.is_ok() {
        return bytes;
    }
    let mut hasher = blake3::Hasher::new();
    for round in 0..8_u64 {
        hasher.update(&RandomState::new().hash_one(round).to_le_bytes());
    }
    *hasher.finalize().as_bytes()
}
