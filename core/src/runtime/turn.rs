//! `pre_llm_call`: the owner's message sets or amends the bounds of the task.

use std::sync::Arc;

use smol_str::SmolStr;

use super::config::{self, Config};
use super::draft;
use super::note::note_for_the_model;
use super::session::{Owner, RowState, Session, Status};
use super::sessions::Sessions;
use super::{Fence, TurnStarted};
use crate::audit::{Event, EventKind};
use crate::intent::{self, Compiled, Message, Setting};
use crate::policy::{Policy, compare};
use crate::store::{NameKind, Saved};

/// Platforms where whoever types is the person at the machine.
const LOCAL_PLATFORMS: [&str; 6] = ["", "cli", "tui", "desktop", "acp", "dashboard"];
/// How often a message is taken in anew because another process wrote meanwhile.
const ATTEMPTS: usize = 4;

impl Fence {
    pub(super) fn start_turn(&self, turn: &TurnStarted) -> Option<String> {
        self.refresh_config();
        let id = session_key(turn)?;
        let mut sessions = self.sessions.lock();
        for _ in 0..ATTEMPTS {
            // A store that cannot be read leaves what memory knows; the decisions say so.
            let _ = self.warm(&mut sessions, &turn.ids, &turn.parent_session);
            if self.adopt_child(&mut sessions, turn, &id) {
                return None;
            }
            self.bind_task(&mut sessions, &turn.ids.task, &id);
            let mut session = self.session_for(&mut sessions, turn, &id);
            let taken = self.take_message(&mut session, turn);
            let session = sessions.insert(session);
            match self.save(session) {
                Ok(Saved::Conflict) => session.row.seen = u64::MAX,
                Ok(Saved::Written(_)) | Err(_) => {
                    let (compiled, event) = taken?;
                    self.log_anyway(&event);
                    let notes = self.config().settings.notes;
                    return notes.then(|| note_for_the_model(&compiled)).flatten();
                }
            }
        }
        None
    }

    /// Reads the settings anew when their file changed.
    fn refresh_config(&self) {
        let in_force = self.settings.current();
        if !in_force.changed {
            return;
        }
        let fresh = Config::of(&in_force);
        self.audit.set(&fresh.settings.audit);
        *self.config.lock() = Some(Arc::new(fresh));
        let event = Event::new(EventKind::SettingChanged);
        self.log_anyway(&if in_force.faults.is_empty() {
            event
        } else {
            event.because(config::in_words(&in_force.faults))
        });
    }

    /// The session as it stands before the message: the known one, the one that it continues, or
    /// a new one.
    fn session_for(&self, sessions: &mut Sessions, turn: &TurnStarted, id: &SmolStr) -> Session {
        let now = self.clock.now();
        let known = sessions.get(id);
        let version = known.map_or(0, |session| session.row.version);
        let usable = known.filter(|session| session.status != Status::Dropped);
        if let Some(session) = usable {
            let mut session = session.clone();
            if session.has_expired(now) {
                session.begin_anew(self.new_policy_id(id), now);
                let event = self.policy_event(EventKind::PolicyAmended, &session, &turn.ids);
                self.log_anyway(&event.because("the task's time was over, and its grants with it"));
            }
            return session;
        }
        let continued = match known {
            Some(_) => None,
            None => continued(sessions, turn, id, now),
        };
        continued.unwrap_or_else(|| {
            let policy = Policy::fallback(self.new_policy_id(id), now);
            let mut fresh = Session::new(id.clone(), policy, now);
            fresh.row.version = version;
            fresh.row.policy_changed = true;
            fresh
        })
    }

    /// Reads the message into the session; gives what was made of it and the event to log once it
    /// is kept. `None` when there is nothing of the user's to read: the host begins turns of its
    /// own, for results of background work, which neither widen the bounds nor end a quarantine.
    fn take_message(&self, session: &mut Session, turn: &TurnStarted) -> Option<(Compiled, Event)> {
        let now = self.clock.now();
        if let Some(cwd) = &turn.cwd {
            session.project = Config::of_project(&self.settings, cwd);
            session.cwd = Some(cwd.clone());
        }
        session.platform.clone_from(&turn.platform);
        session.updated_at = now;
        if turn.message.trim().is_empty() || intent::is_written_by_host(&turn.message) {
            return None;
        }
        let owner = takes_ownership(&mut session.owner, turn);
        if owner {
            session.turns = session.turns.saturating_add(1);
            session.status = Status::Live;
        }
        let message = Message {
            text: &turn.message,
            owner,
        };
        let environment = self.surroundings.environment(session.cwd.as_deref());
        let setting = Setting {
            catalog: &self.catalog,
            environment: &environment,
            tools: &turn.tools,
            turn: session.turns,
            now,
        };
        let (mut compiled, kind) = match session.turns {
            0 | 1 => {
                let compiled = intent::compile(&message, &setting, &session.policy.id);
                (compiled, EventKind::PolicyCompiled)
            }
            _ => {
                let compiled = intent::amend(&session.policy, &message, &setting);
                (compiled, EventKind::PolicyAmended)
            }
        };
        self.set_limits(&mut compiled.policy, session, owner, now);
        // A stricter message withdraws what was approved before it.
        let change = compare(&session.policy, &compiled.policy);
        if !change.narrows.is_empty() {
            session.withdraw_agreements();
            // A session that was never written has asked nothing.
            if session.row.version > 0 {
                compiled.policy.id = next_edition(&compiled.policy.id);
            }
        }
        session.set_policy(compiled.policy.clone());
        session.draft = None;
        if owner {
            let config = session.project.clone().unwrap_or_else(|| self.config());
            let mode = config.settings.compiler.mode;
            session.draft = draft::wanted(mode, &compiled, &turn.message, session.revision);
        }
        let event = self.policy_event(kind, session, &turn.ids);
        let event = event.with("narrows", change.narrows);
        Some((compiled, event.with("widens", change.widens)))
    }

    /// What the settings say about a policy whose words do not say it. Every message of the owner
    /// makes the task last anew.
    fn set_limits(&self, policy: &mut Policy, session: &Session, owner: bool, now: i64) {
        let config = session.project.clone().unwrap_or_else(|| self.config());
        let settings = &config.settings;
        let ends = now + i64::from(settings.policy.ttl_hours) * 3600;
        policy.expires_at = match session.policy.expires_at {
            Some(sooner) if !owner => Some(sooner),
            _ => Some(ends),
        };
        if settings.budgets.outbound > 0 {
            let budget = policy.outbound_budget.unwrap_or(u32::MAX);
            policy.outbound_budget = Some(budget.min(settings.budgets.outbound));
        }
    }

    /// A child's "user message" is written by a model: it binds the child and never becomes
    /// authority. Whether the turn is a child's.
    fn adopt_child(&self, sessions: &mut Sessions, turn: &TurnStarted, id: &SmolStr) -> bool {
        let announced = sessions.is_child(id) || sessions.is_child(&turn.ids.task);
        let is_child = announced || turn.platform == "subagent";
        let born = turn.first && !turn.parent_session.is_empty() && sessions.get(id).is_none();
        if !is_child && !born {
            return false;
        }
        if !sessions.is_child(id) {
            let parent = if sessions.is_child(&turn.ids.task) {
                sessions.root(&turn.ids.task)
            } else {
                turn.parent_session.clone()
            };
            self.bind_child_to(sessions, id, &parent);
        }
        self.bind_task(sessions, &turn.ids.task, id);
        true
    }

    /// Makes a task id another name of a session, here and for other processes.
    fn bind_task(&self, sessions: &mut Sessions, task: &SmolStr, id: &SmolStr) {
        if task.is_empty() || task == id || sessions.alias(task) == Some(id) {
            return;
        }
        sessions.bind_alias(task, id, self.clock.now());
        self.save_name(task, NameKind::Task, id);
        let bound = Event::new(EventKind::SessionBound).of_session(id);
        self.log_anyway(&bound.with("task", task.as_str()));
    }
}

/// The id of a task after a stricter message. It is part of every rule key, so that answers which
/// the host remembers from before ("always", its allowlist) do not count any more.
fn next_edition(id: &str) -> SmolStr {
    let (task, edition) = id.split_once('.').unwrap_or((id, "1"));
    let edition = edition.parse::<u32>().unwrap_or(1).saturating_add(1);
    SmolStr::new(format!("{task}.{edition}"))
}

/// The session that this one continues. Compression gives a running conversation a new session id
/// without telling; the parent that the host names, the task id, or a call that was made under
/// both then still leads to the old one, whose bounds go on.
fn continued(sessions: &Sessions, turn: &TurnStarted, id: &SmolStr, now: i64) -> Option<Session> {
    if turn.first {
        return None;
    }
    let named = [&turn.parent_session, &turn.ids.task];
    let old = named.into_iter().chain(sessions.alias(id));
    let old = old.filter(|old| !old.is_empty() && *old != id);
    let found = old
        .map(|old| sessions.root(old))
        .find_map(|root| sessions.get(&root))
        .filter(|session| session.status != Status::Dropped && !session.has_expired(now))?;
    let mut session = found.clone();
    session.id = id.clone();
    session.row = RowState {
        policy_changed: true,
        lineage_changed: true,
        ..RowState::default()
    };
    Some(session)
}

/// The key of the turn's session; `None` when the host gives no id at all.
fn session_key(turn: &TurnStarted) -> Option<SmolStr> {
    if !turn.ids.session.is_empty() {
        return Some(turn.ids.session.clone());
    }
    if turn.ids.task.is_empty() {
        return None;
    }
    Some(SmolStr::new(format!("task:{}", turn.ids.task)))
}

/// Whether the sender is the task's owner; the first one becomes it.
fn takes_ownership(owner: &mut Owner, turn: &TurnStarted) -> bool {
    let local = LOCAL_PLATFORMS.contains(&turn.platform.as_str());
    let sender = match (turn.sender.is_empty(), local) {
        (false, _) => Owner::Sender(turn.sender.clone()),
        (true, true) => Owner::Local,
        (true, false) => Owner::Nobody,
    };
    match owner {
        Owner::Nobody => {
            *owner = sender;
            true
        }
        Owner::Local => sender == Owner::Local,
        Owner::Sender(_) => sender == *owner || sender == Owner::Local,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(platform: &str, sender: &str) -> TurnStarted {
        TurnStarted {
            platform: platform.into(),
            sender: sender.into(),
            ..TurnStarted::default()
        }
    }

    #[test]
    fn the_first_sender_owns_the_task() {
        let mut owner = Owner::Nobody;
        assert!(takes_ownership(&mut owner, &turn("telegram", "ann")));
        assert!(!takes_ownership(&mut owner, &turn("telegram", "bob")));
        assert!(!takes_ownership(&mut owner, &turn("telegram", "")));
        assert!(takes_ownership(&mut owner, &turn("telegram", "ann")));
        assert!(takes_ownership(&mut owner, &turn("cli", "")));
    }

    #[test]
    fn a_chat_does_not_own_a_task_of_the_machine() {
        let mut owner = Owner::Nobody;
        assert!(takes_ownership(&mut owner, &turn("cli", "")));
        assert!(!takes_ownership(&mut owner, &turn("telegram", "bob")));
    }
}
