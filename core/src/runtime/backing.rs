//! Memory and store kept in agreement: sessions are read when they are needed and written when
//! something that must outlive the process changed.

use smol_str::SmolStr;

use super::Fence;
use super::session::{RowState, Session, Status};
use super::sessions::Sessions;
use crate::audit::{Event, EventKind};
use crate::lineage::Lineage;
use crate::model::CallIds;
use crate::policy::Policy;
use crate::store::{NameKind, Saved, SessionRow, StoreError, StoredSession};

/// How many seconds pass at least between two writes of a session's lineage. What a crash loses
/// of it only makes later answers stricter.
const LINEAGE_EVERY: i64 = 30;

impl Fence {
    /// Makes memory agree with the store about everything that the ids lead to.
    pub(super) fn warm(
        &self,
        sessions: &mut Sessions,
        ids: &CallIds,
        outer_session: &str,
    ) -> Result<(), StoreError> {
        if self.store.changed_elsewhere()? {
            sessions.distrust();
        }
        if let Some(aside) = self.store.newly_damaged() {
            let event = Event::new(EventKind::StateDamaged);
            self.log_anyway(&event.with("moved_to", aside.to_string_lossy()));
        }
        for name in [ids.session.as_str(), outer_session] {
            if name.is_empty() {
                continue;
            }
            self.warm_family(sessions, name)?;
            if sessions.get(&sessions.root(name)).is_none()
                && let Some(session) = self.alias(sessions, name)?
            {
                self.warm_family(sessions, &session)?;
            }
        }
        if ids.task.is_empty() {
            return Ok(());
        }
        let session = self.alias(sessions, &ids.task)?;
        self.warm_family(sessions, session.as_deref().unwrap_or(&ids.task))
    }

    /// The session that the name is another name of.
    fn alias(&self, sessions: &mut Sessions, name: &str) -> Result<Option<SmolStr>, StoreError> {
        if !sessions.knows(name)
            && let Some(session) = self.store.load_name(name, NameKind::Task)?
        {
            sessions.bind_alias(&SmolStr::new(name), &session.into(), self.clock.now());
        }
        Ok(sessions.alias(name).cloned())
    }

    /// Climbs from a session to the root of its family, whose bounds it shares.
    fn warm_family(&self, sessions: &mut Sessions, session: &str) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut root = sessions.root(session);
        while sessions.get(&root).is_none()
            && let Some(parent) = self.store.load_name(&root, NameKind::Child)?
            && sessions.bind_child(&root, &parent.into(), now)
        {
            root = sessions.root(&root);
        }
        self.warm_session(sessions, &root)
    }

    /// Makes memory agree with the store about one session.
    pub(super) fn warm_session(
        &self,
        sessions: &mut Sessions,
        id: &SmolStr,
    ) -> Result<(), StoreError> {
        let generation = sessions.generation();
        let known = match sessions.get(id) {
            Some(session) if session.row.seen == generation => return Ok(()),
            Some(session) => Some(session.row.version),
            None => None,
        };
        if known.is_some() && known == self.store.version(id)?.or(Some(0)) {
            if let Some(session) = sessions.get_mut(id) {
                session.row.seen = generation;
            }
            return Ok(());
        }
        let Some(stored) = self.store.load(id)? else {
            return Ok(());
        };
        let now = self.clock.now();
        let mut session = match sessions.get(id) {
            Some(session) => session.clone(),
            None => Session::new(id.clone(), Policy::fallback("", now), now),
        };
        take_over(&mut session, &stored);
        session.row.seen = generation;
        sessions.insert(session);
        Ok(())
    }

    /// Writes a session.
    pub(super) fn save(&self, session: &mut Session) -> Result<Saved, StoreError> {
        let encode = |what: &str, error: serde_json::Error| {
            let path = self.folder.join("state.db");
            StoreError::Other(path, format!("{what} cannot be written: {error}"))
        };
        let record = serde_json::to_string(&session.record()).map_err(|e| encode("record", e))?;
        let policy = session
            .row
            .policy_changed
            .then(|| serde_json::to_string(session.policy.as_ref()))
            .transpose()
            .map_err(|e| encode("policy", e))?;
        let lineage_due = session.row.lineage_changed
            && session.row.lineage_at + LINEAGE_EVERY <= session.updated_at;
        let lineage = lineage_due
            .then(|| serde_json::to_string(&session.lineage))
            .transpose()
            .map_err(|e| encode("lineage", e))?;
        let saved = self.store.save(&SessionRow {
            id: &session.id,
            version: session.row.version,
            live: session.status != Status::Dropped,
            updated_at: session.updated_at,
            record: &record,
            policy: policy.as_deref(),
            lineage: lineage.as_deref(),
        })?;
        if let Saved::Written(version) = saved {
            session.row = RowState {
                version,
                seen: session.row.seen,
                owed: false,
                policy_changed: false,
                lineage_at: if lineage_due {
                    session.updated_at
                } else {
                    session.row.lineage_at
                },
                lineage_changed: session.row.lineage_changed && !lineage_due,
            };
        }
        Ok(saved)
    }

    /// Writes a name; memory holds it in any case.
    pub(super) fn save_name(&self, name: &str, kind: NameKind, session: &str) {
        if !name.is_empty() && name != session {
            // Without the row another process would not find the session: stricter, not laxer.
            let _ = self.store.save_name(name, kind, session, self.clock.now());
        }
    }
}

/// A row that does not read as a session leaves nothing to go by.
fn take_over(session: &mut Session, stored: &StoredSession) {
    let policy = stored.policy.as_deref().map(serde_json::from_str::<Policy>);
    let record = serde_json::from_str(&stored.record);
    if let (Ok(record), Some(Ok(policy))) = (record, policy) {
        session.restore(record, policy);
    } else {
        let now = session.updated_at;
        session.place_policy(Policy::fallback("", now));
        let why = "what was stored about the session cannot be read";
        session.status = Status::Lost(why.to_owned());
    }
    if session.lineage == Lineage::default()
        && let Some(lineage) = stored.lineage.as_deref()
    {
        session.lineage = serde_json::from_str(lineage).unwrap_or_default();
    }
    session.row = RowState {
        version: stored.version,
        ..RowState::default()
    };
}
