//! `pre_llm_call`: the owner's message sets or amends the bounds of the task.

use smol_str::SmolStr;

use super::session::{Owner, Session, Status};
use super::sessions::Sessions;
use super::{Fence, TurnStarted};
use crate::intent::{self, Compiled, Message, Setting};
use crate::policy::Policy;

/// Platforms where whoever types is the person at the machine.
const LOCAL_PLATFORMS: [&str; 6] = ["", "cli", "tui", "desktop", "acp", "dashboard"];

impl Fence {
    pub(super) fn start_turn(&self, turn: &TurnStarted) -> Option<String> {
        let now = self.clock.now();
        let mut sessions = self.sessions.lock();
        let id = session_key(turn)?;
        if adopt_child(&mut sessions, turn, &id, now) {
            return None;
        }
        sessions.bind_alias(&turn.ids.task, &id, now);
        self.continue_renamed(&mut sessions, turn, &id, now);
        let previous = sessions
            .get(&id)
            .filter(|session| session.status != Status::Dropped && !session.has_expired(now));
        let mut session = match previous {
            Some(session) => session.clone(),
            None => {
                let policy = Policy::fallback(self.new_policy_id(&id), now);
                Session::new(id.clone(), policy, now)
            }
        };
        let compiled = self.amend(&mut session, turn, now);
        sessions.insert(session);
        note_for_the_model(compiled.as_ref()?)
    }

    /// Reads the message into the session. `None` when there is nothing to read.
    fn amend(&self, session: &mut Session, turn: &TurnStarted, now: i64) -> Option<Compiled> {
        if turn.cwd.is_some() {
            session.cwd.clone_from(&turn.cwd);
        }
        session.platform.clone_from(&turn.platform);
        session.updated_at = now;
        if turn.message.trim().is_empty() {
            return None;
        }
        let owner = takes_ownership(&mut session.owner, turn);
        if owner {
            session.turns = session.turns.saturating_add(1);
        }
        let message = Message {
            text: &turn.message,
            owner,
        };
        let environment = self.surroundings.environment(session.cwd.as_deref());
        let setting = Setting {
            catalog: self.catalog,
            environment: &environment,
            tools: &turn.tools,
            turn: session.turns,
            now,
        };
        let compiled = match session.turns {
            0 | 1 => intent::compile(&message, &setting, &session.policy.id),
            _ => intent::amend(&session.policy, &message, &setting),
        };
        let restricts = compiled.policy.prohibitions != session.policy.prohibitions
            || compiled.policy.boundaries != session.policy.boundaries
            || compiled.policy.requires_approval != session.policy.requires_approval;
        if restricts {
            session.approvals.clear();
        }
        if owner {
            session.status = Status::Live;
        }
        session.revision = session.revision.saturating_add(1);
        session.policy = compiled.policy.clone().into();
        Some(compiled)
    }

    /// Compression gives a running conversation a new session id without telling; the task id or
    /// the parent that the host names then still leads to the old one, whose bounds go on.
    fn continue_renamed(
        &self,
        sessions: &mut Sessions,
        turn: &TurnStarted,
        id: &SmolStr,
        now: i64,
    ) {
        if turn.first || sessions.get(id).is_some() {
            return;
        }
        let old = [&turn.parent_session, &turn.ids.task];
        let old = old.into_iter().filter(|old| !old.is_empty());
        let found = old
            .map(|old| sessions.root(old))
            .find_map(|root| sessions.get(&root).cloned());
        if let Some(mut session) = found {
            session.id = id.clone();
            session.updated_at = now;
            sessions.insert(session);
        }
    }
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

/// A child's "user message" is written by a model: it binds the child and never becomes
/// authority. Whether the turn is a child's.
fn adopt_child(sessions: &mut Sessions, turn: &TurnStarted, id: &SmolStr, now: i64) -> bool {
    let announced = sessions.is_child(id) || sessions.is_child(&turn.ids.task);
    let is_child = announced || turn.platform == "subagent";
    let born = turn.first && !turn.parent_session.is_empty() && sessions.get(id).is_none();
    if !is_child && !born {
        return false;
    }
    if !sessions.is_child(id) {
        sessions.bind_child(id, &turn.parent_session, now);
    }
    sessions.bind_alias(&turn.ids.task, id, now);
    true
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

/// One or two short lines, or none when nothing is special.
fn note_for_the_model(compiled: &Compiled) -> Option<String> {
    let bans = compiled.policy.prohibitions.iter();
    let mut bans: Vec<&str> = bans.map(|ban| ban.cites.quote.trim()).collect();
    bans.retain(|quote| !quote.is_empty());
    bans.dedup();
    let mut lines = Vec::new();
    if !bans.is_empty() {
        lines.push(format!(
            "AgentsFence: the user set bounds: `{}`",
            bans.join("`, `")
        ));
    }
    if let Some(conflict) = compiled.notes.first() {
        lines.push(format!(
            "AgentsFence: {conflict}; ask the user if it matters"
        ));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
