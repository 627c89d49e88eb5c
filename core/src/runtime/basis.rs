//! What a decision rests on, for the log: enough to make it again, and nothing that the log must
//! not keep.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Fence;
use super::config::Config;
use super::propose::{Circumstances, state_of};
use super::reading::Reading;
use super::session::Session;
use crate::audit::{Event, EventKind};
use crate::model::{Basis, Decision, NotKept, SessionState, Usage};
use crate::policy::Policy;

/// How many names of targets and files a line holds; more would make it long.
const NAMES: usize = 64;
/// How many settings one process remembers having written to the log.
const SETTINGS: usize = 64;

impl Fence {
    /// What the decision about a call of a session rests on. Taken before the call is charged.
    pub(super) fn basis(
        &self,
        session: &Session,
        reading: &Reading<'_>,
        around: &Circumstances,
        decision: &Decision,
    ) -> Basis {
        let state = state_of(session, around);
        let (usage, too_long) = kept(&session.usage);
        Basis {
            policy: session.policy_hash(),
            session: (state != SessionState::Live).then_some(state),
            auto_answer: around.auto_answer,
            approved: session.has_approved(&decision.fingerprint),
            usage,
            not_kept: NotKept {
                // The log says it when it has taken them out.
                args: Vec::new(),
                results: !session.lineage.is_empty(),
                usage: too_long,
            },
            ..self.bare_basis(reading, around)
        }
    }

    /// What the decision about a call that belongs to no session rests on.
    pub(super) fn basis_of_stranger(&self, reading: &Reading<'_>, around: &Circumstances) -> Basis {
        Basis {
            session: Some(SessionState::Unknown),
            ..self.bare_basis(reading, around)
        }
    }

    fn bare_basis(&self, reading: &Reading<'_>, around: &Circumstances) -> Basis {
        Basis {
            engine: SmolStr::new_static(env!("CARGO_PKG_VERSION")),
            policy: Policy::fallback("", 0).hash(),
            settings: around.config.settings.text.hash.clone(),
            overlays: self.catalog.overlays().clone(),
            environment: reading.environment().clone(),
            now: around.now,
            unreadable: reading.proposal.call.unreadable.clone(),
            session: None,
            auto_answer: None,
            approved: false,
            usage: None,
            not_kept: NotKept::default(),
        }
    }

    /// Writes the settings that decisions of this process rest on, once. The defaults need no
    /// line.
    pub(super) fn note_settings(&self, config: &Arc<Config>) {
        let text = &config.settings.text;
        if text.user.is_empty() && text.project.is_none() {
            return;
        }
        {
            let mut noted = self.settings_noted.lock();
            if noted.contains(&text.hash) {
                return;
            }
            if noted.len() >= SETTINGS {
                noted.clear();
            }
            noted.push(text.hash.clone());
        }
        let clean = |text: &str| self.redactor().text(text);
        let event = Event::new(EventKind::SettingsRead)
            .with("settings_hash", text.hash.as_str())
            .with("user", clean(&text.user));
        self.log_anyway(&match &text.project {
            Some(project) => event.with("project", clean(project)),
            None => event,
        });
    }
}

/// The usage as far as a line holds it, and whether it is too long for one.
fn kept(usage: &Usage) -> (Option<Usage>, bool) {
    if *usage == Usage::default() {
        return (None, false);
    }
    let targets: usize = usage.targets.values().map(std::vec::Vec::len).sum();
    let too_long = targets + usage.left_in_files.len() > NAMES;
    ((!too_long).then(|| usage.clone()), too_long)
}
