//! The sessions of this process, and how the host's ids lead to them.

use std::collections::HashMap;

use smol_str::SmolStr;

use super::session::{Session, Status};
use crate::model::CallIds;
use crate::policy::Policy;

/// How many sessions are kept in memory; the longest unused ones go first.
pub(crate) const SESSIONS: usize = 2_048;
/// How many aliases and links to parents are kept in memory.
const NAMES: usize = 16_384;
/// How many links from child to parent are followed.
const GENERATIONS: usize = 16;

/// What the ids of a call lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A known session.
    Known(SmolStr),
    /// A session id that nobody announced.
    Unannounced(SmolStr),
    /// Only a task id, and nobody announced it.
    UnknownTask,
    /// No id at all.
    Nowhere,
}

/// A name for a session and when it was last used.
#[derive(Clone, Debug)]
struct Name {
    session: SmolStr,
    used_at: i64,
}

/// All that this process knows of sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    live: HashMap<SmolStr, Session>,
    parents: HashMap<SmolStr, Name>,
    aliases: HashMap<SmolStr, Name>,
    /// Counts how often another process wrote to the store.
    generation: u64,
}

impl Sessions {
    /// The session that the ids of a call lead to: its own id, the id of the outer call, then the
    /// task id. Children lead to the root of their family, whose policy they share.
    pub(crate) fn place(&self, ids: &CallIds, outer_session: &str) -> Place {
        let given = [ids.session.as_str(), outer_session];
        let given = given.into_iter().filter(|id| !id.is_empty());
        let mut unannounced = None;
        for id in given {
            let root = self.root(id);
            if self.live.contains_key(&root) {
                return Place::Known(root);
            }
            unannounced = unannounced.or(Some(root));
        }
        for name in [&ids.task, &ids.session] {
            let root = self.root(self.alias(name).unwrap_or(name));
            if self.live.contains_key(&root) {
                return Place::Known(root);
            }
        }
        match unannounced {
            Some(id) => Place::Unannounced(id),
            None if ids.task.is_empty() => Place::Nowhere,
            None => Place::UnknownTask,
        }
    }

    /// The oldest ancestor of a session; itself when it has none.
    pub(crate) fn root(&self, session: &str) -> SmolStr {
        let mut current = SmolStr::new(session);
        for _ in 0..GENERATIONS {
            match self.parents.get(&current) {
                Some(parent) => current = parent.session.clone(),
                None => break,
            }
        }
        current
    }

    /// Whether the session was announced as somebody's child.
    pub(crate) fn is_child(&self, session: &str) -> bool {
        self.parents.contains_key(session)
    }

    /// Binds a child to its parent. A session is never its own ancestor.
    pub(crate) fn bind_child(&mut self, child: &SmolStr, parent: &SmolStr, now: i64) -> bool {
        if child.is_empty() || child == parent || self.root(parent) == *child {
            return false;
        }
        insert_name(&mut self.parents, child, parent, now);
        true
    }

    /// Makes `alias` another name of `session`.
    pub(crate) fn bind_alias(&mut self, alias: &SmolStr, session: &SmolStr, now: i64) {
        if !alias.is_empty() && alias != session {
            insert_name(&mut self.aliases, alias, session, now);
        }
    }

    /// A session by its id.
    pub(crate) fn get(&self, id: &str) -> Option<&Session> {
        self.live.get(id)
    }

    /// A session by its id, to change it.
    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut Session> {
        self.live.get_mut(id)
    }

    /// Whether the name leads to somebody without a look into the store.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.live.contains_key(name)
            || self.parents.contains_key(name)
            || self.aliases.contains_key(name)
    }

    /// The session that a task id is another name of.
    pub(crate) fn alias(&self, task: &str) -> Option<&SmolStr> {
        self.aliases.get(task).map(|name| &name.session)
    }

    /// Another process wrote: every session may be newer in the store.
    pub(crate) fn distrust(&mut self) {
        self.generation += 1;
    }

    /// Counts how often [`Self::distrust`] was called.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// All sessions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Session> {
        self.live.values()
    }

    /// Puts a session in the place of any of the same id.
    pub(crate) fn insert(&mut self, mut session: Session) -> &mut Session {
        session.row.seen = self.generation;
        if self.live.len() >= SESSIONS {
            self.forget_oldest();
        }
        let id = session.id.clone();
        self.live.entry(id).insert_entry(session).into_mut()
    }

    /// The only session that is not over, if there is exactly one.
    pub(crate) fn only_live(&self) -> Option<&SmolStr> {
        let mut live = self.live.values();
        let mut live = live
            .by_ref()
            .filter(|session| session.status != Status::Dropped);
        let only = live.next()?;
        live.next().is_none().then_some(&only.id)
    }

    /// The session whose policy has this id; the latest, where a conversation went on under
    /// another session id.
    pub(crate) fn by_policy(&self, policy: &str) -> Option<&SmolStr> {
        let sessions = self.live.values();
        let found = sessions.filter(|session| session.policy.id == policy);
        let latest = found.max_by_key(|session| session.updated_at)?;
        Some(&latest.id)
    }

    /// Ends a session: its bounds are gone and nothing may run in it.
    pub(crate) fn drop_session(&mut self, id: &SmolStr, now: i64) -> &mut Session {
        let mut ended = Session::new(id.clone(), Policy::fallback("", now), now);
        ended.status = Status::Dropped;
        ended.row.policy_changed = true;
        if let Some(session) = self.live.get(id) {
            ended.row.version = session.row.version;
        }
        self.parents.retain(|_, parent| parent.session != *id);
        self.aliases.retain(|_, name| name.session != *id);
        self.insert(ended)
    }

    /// How many sessions are kept.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.live.len()
    }

    /// Drops the longest unused quarter, so that this happens rarely.
    fn forget_oldest(&mut self) {
        let mut ages: Vec<i64> = self
            .live
            .values()
            .map(|session| session.updated_at)
            .collect();
        ages.sort_unstable();
        let Some(&limit) = ages.get(SESSIONS / 4) else {
            return;
        };
        let mut room = SESSIONS / 4;
        self.live.retain(|_, session| {
            let goes = session.updated_at <= limit && room > 0;
            room -= usize::from(goes);
            !goes
        });
    }
}

fn insert_name(names: &mut HashMap<SmolStr, Name>, name: &SmolStr, session: &SmolStr, now: i64) {
    if names.len() >= NAMES {
        let mut ages: Vec<i64> = names.values().map(|name| name.used_at).collect();
        ages.sort_unstable();
        let limit = ages.get(NAMES / 4).copied().unwrap_or(now);
        let mut room = NAMES / 4;
        names.retain(|_, name| {
            let goes = name.used_at <= limit && room > 0;
            room -= usize::from(goes);
            !goes
        });
    }
    let session = session.clone();
    let used_at = now;
    names.insert(name.clone(), Name { session, used_at });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(ids: &[&str]) -> Sessions {
        let mut sessions = Sessions::default();
        for id in ids {
            sessions.insert(Session::new((*id).into(), Policy::fallback(*id, 0), 0));
        }
        sessions
    }

    fn ids(session: &str, task: &str) -> CallIds {
        CallIds {
            session: session.into(),
            task: task.into(),
            ..CallIds::default()
        }
    }

    #[test]
    fn children_and_tasks_lead_to_the_root() {
        let mut sessions = sessions(&["root"]);
        assert!(sessions.bind_child(&"child".into(), &"root".into(), 0));
        assert!(sessions.bind_child(&"grandchild".into(), &"child".into(), 0));
        sessions.bind_alias(&"sa-0-1".into(), &"grandchild".into(), 0);
        let root = Place::Known("root".into());
        assert_eq!(sessions.place(&ids("grandchild", ""), ""), root);
        assert_eq!(sessions.place(&ids("", "sa-0-1"), ""), root);
        assert_eq!(sessions.place(&ids("", ""), "child"), root);
        assert!(!sessions.bind_child(&"root".into(), &"grandchild".into(), 0));
    }

    #[test]
    fn unknown_ids_lead_nowhere() {
        let sessions = sessions(&["a", "b"]);
        assert_eq!(sessions.place(&ids("", "t"), ""), Place::UnknownTask);
        assert_eq!(sessions.place(&ids("", ""), ""), Place::Nowhere);
        let stranger = Place::Unannounced("c".into());
        assert_eq!(sessions.place(&ids("c", ""), ""), stranger);
        assert_eq!(sessions.only_live(), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut sessions = Sessions::default();
        for index in 0_i64..10_000 {
            let id = SmolStr::new(index.to_string());
            sessions.insert(Session::new(id.clone(), Policy::fallback("", 0), index));
            sessions.bind_alias(&SmolStr::new(format!("t{index}")), &id, index);
            sessions.bind_child(&SmolStr::new(format!("c{index}")), &id, index);
        }
        assert!(sessions.len() <= SESSIONS);
        assert!(sessions.aliases.len() <= NAMES && sessions.parents.len() <= NAMES);
        assert!(sessions.get("9999").is_some());
    }
}
