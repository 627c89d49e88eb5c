//! A call read in the surroundings of its session. What it does is found out once, and only when
//! somebody asks: the end of a call that ran as it was decided needs its seal alone.

use std::cell::OnceCell;

use super::seal::Seal;
use super::sessions::{Place, Sessions};
use super::surroundings::effects_of;
use super::{Fence, Proposal};
use crate::model::{Effect, Environment};

/// A call that is decided, or that has run.
pub(super) struct Reading<'a> {
    pub(super) proposal: &'a Proposal,
    pub(super) seal: Seal,
    fence: &'a Fence,
    cwd: Option<String>,
    content: OnceCell<Content>,
}

/// What the call does, and where.
struct Content {
    environment: Environment,
    effects: Vec<Effect>,
}

impl Reading<'_> {
    /// Everything that the call does.
    pub(super) fn effects(&self) -> &[Effect] {
        &self.content().effects
    }

    /// What relative names mean for the call.
    pub(super) fn environment(&self) -> &Environment {
        &self.content().environment
    }

    /// Whether nothing that the call does has consequences.
    pub(super) fn is_read(&self) -> bool {
        let mut effects = self.effects().iter();
        effects.all(|effect| !effect.risk.is_consequential())
    }

    fn content(&self) -> &Content {
        self.content.get_or_init(|| {
            let cwd = self.cwd.as_deref();
            let mut environment = self.fence.surroundings.environment(cwd);
            let call = &self.proposal.call;
            let effects = effects_of(call, &mut environment, &self.fence.catalog);
            Content {
                environment,
                effects,
            }
        })
    }
}

impl Fence {
    /// Begins to read a call in the surroundings of its session. Takes the lock of the sessions;
    /// the rest of the reading does not.
    pub(super) fn read<'a>(&'a self, proposal: &'a Proposal) -> Reading<'a> {
        Reading {
            proposal,
            seal: Seal::of(&proposal.call),
            fence: self,
            cwd: proposal.cwd.clone().or_else(|| self.session_cwd(proposal)),
            content: OnceCell::new(),
        }
    }

    fn session_cwd(&self, proposal: &Proposal) -> Option<String> {
        let mut sessions = self.sessions.lock();
        let known = |sessions: &Sessions| {
            let place = sessions.place(&proposal.ids, &proposal.outer_session);
            matches!(place, Place::Known(_)).then_some(place)
        };
        let place = known(&sessions).or_else(|| {
            // A store that cannot be read is noticed again, and judged, when the call is decided.
            let _ = self.warm(&mut sessions, &proposal.ids, &proposal.outer_session);
            known(&sessions)
        });
        match place {
            Some(Place::Known(id)) => sessions.get(&id)?.cwd.clone(),
            _ => None,
        }
    }
}
