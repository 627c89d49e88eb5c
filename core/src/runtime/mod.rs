//! `Fence`: one per host home. Sessions, children, reservations and approvals over the store.

mod backing;
mod basis;
mod calls;
mod charge;
mod clock;
mod config;
mod draft;
mod events;
mod finish;
mod lifecycle;
mod lock;
mod message;
mod note;
mod propose;
mod reading;
mod seal;
mod session;
mod sessions;
mod status;
mod surroundings;
mod trail;
mod turn;

pub(crate) use charge::Charge;
pub use draft::DraftRequest;
pub use events::{
    Answer, ApprovalAnswered, Attendance, CallFinished, CallStatus, ChildStarted, Directive,
    Proposal, SessionEnded, TurnStarted,
};
pub use seal::Seal;
pub use status::{FenceStatus, PendingQuestion, SessionStatus};

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use crate::audit::{AuditLog, Redactor};
use crate::catalog::{self, Catalog};
use crate::settings::{Settings, SettingsFile};
use crate::store::Store;
use crate::tables;

use clock::Clock;
use config::Config;
use lock::ResetLock;
use sessions::Sessions;
use surroundings::Surroundings;

/// The folder of ours in a host home.
pub const FOLDER: &str = "agentsfence";

/// The guard of one host home. Every method is total: an internal error is a block or is logged.
#[derive(Debug)]
pub struct Fence {
    folder: PathBuf,
    surroundings: Surroundings,
    catalog: Arc<Catalog>,
    /// Why the user's overlays could not be used.
    catalog_fault: Option<String>,
    clock: Clock,
    settings: SettingsFile,
    config: ResetLock<Option<Arc<Config>>>,
    store: Store,
    audit: AuditLog,
    redactor: OnceLock<Redactor>,
    /// The settings that this process has written to the log, by their hashes.
    settings_noted: ResetLock<Vec<SmolStr>>,
    sessions: ResetLock<Sessions>,
    /// Makes policy ids of one process differ.
    policies_made: AtomicU64,
}

impl Fence {
    /// Opens the guard of a home. Never fails: what is broken is remembered and blocks
    /// consequential calls with its reason. Touches no file but the settings.
    pub fn open(hermes_home: &Path) -> Self {
        let folder = hermes_home.join(FOLDER);
        let settings = SettingsFile::new(&folder);
        let config = Config::of(&settings.current());
        let (catalog, catalog_fault) = catalog_of(&folder);
        Self {
            surroundings: Surroundings::new(hermes_home),
            catalog,
            catalog_fault,
            clock: Clock::default(),
            store: Store::new(&folder),
            audit: AuditLog::new(&folder, config.settings.audit.clone()),
            redactor: OnceLock::new(),
            settings_noted: ResetLock::default(),
            sessions: ResetLock::default(),
            config: ResetLock::new(Some(Arc::new(config))),
            policies_made: AtomicU64::new(0),
            settings,
            folder,
        }
    }

    /// Builds the tables that are shared by all decisions, so that the first one does not wait for
    /// them. Doing it twice costs nothing; while another thread does it, this one waits.
    pub fn prepare(&self) {
        contained(tables::prepare);
    }

    /// The user's turn begins. Restrictions take effect before this returns. Gives a short note
    /// for the model, if there is anything to say.
    pub fn turn_started(&self, turn: &TurnStarted) -> Option<String> {
        contained(|| self.start_turn(turn)).flatten()
    }

    /// A tool is about to run.
    pub fn decide(&self, proposal: &Proposal, attendance: &dyn Attendance) -> Directive {
        contained(|| self.propose(proposal, attendance)).unwrap_or_else(|| Directive::Block {
            message: message::undecided(
                &proposal.call.tool,
                "an internal error, so it may not run",
            ),
        })
    }

    /// A tool has run, or was kept from running. Says what is wrong when it ran without or against
    /// a decision: its session is under quarantine then.
    pub fn call_finished(&self, finished: &CallFinished) -> Option<String> {
        contained(|| self.finish(finished)).flatten()
    }

    /// A human (or the host for them) answered one of our questions.
    pub fn approval_answered(&self, answered: &ApprovalAnswered) {
        contained(|| self.take_answer(answered));
    }

    /// A child session was made; it lives under its parent's policy.
    pub fn child_started(&self, child: &ChildStarted) {
        contained(|| self.bind_child(child));
    }

    /// `/new`: the session's policy is dropped.
    pub fn session_reset(&self, ended: &SessionEnded) {
        contained(|| self.reset(ended));
    }

    /// A session ended; kept for resume when the host only shuts down.
    pub fn session_finalized(&self, ended: &SessionEnded) {
        contained(|| self.finalize(ended));
    }

    /// The settings in force; the defaults while the file cannot be read.
    pub fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.config().settings)
    }

    /// Our folder of the host home.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Does to the sessions in memory what a panic of their holder does. For fault tests: it only
    /// makes the guard read them again from the store.
    #[doc(hidden)]
    pub fn poison(&self) {
        let holder = || {
            let _held = self.sessions.lock();
            resume_unwind(Box::new("a fault test"));
        };
        contained(holder);
    }

    fn config(&self) -> Arc<Config> {
        let mut config = self.config.lock();
        let current = config.get_or_insert_with(|| Arc::new(Config::of(&self.settings.current())));
        Arc::clone(current)
    }

    /// A name for a new task: different for every task of every process.
    fn new_policy_id(&self, session: &str) -> SmolStr {
        let mut hasher = blake3::Hasher::new();
        hasher.update(session.as_bytes());
        hasher.update(&clock::system_millis().to_le_bytes());
        hasher.update(&std::process::id().to_le_bytes());
        let made = self.policies_made.fetch_add(1, Ordering::Relaxed);
        hasher.update(&made.to_le_bytes());
        hasher.finalize().to_hex().chars().take(12).collect()
    }
}

#[cfg(test)]
mod tests;

/// The catalogue with the user's overlays, or the built-in one and why they cannot be used.
fn catalog_of(folder: &Path) -> (Arc<Catalog>, Option<String>) {
    let built_in = || Arc::clone(Catalog::built_in());
    match catalog::load(&folder.join(catalog::FOLDER)) {
        Ok(overlaid) => (overlaid.map_or_else(built_in, Arc::new), None),
        Err(faults) => {
            let why = faults.iter().map(ToString::to_string).collect::<Vec<_>>();
            let why = format!("an overlay cannot be used: {}", why.join("; "));
            (built_in(), Some(why))
        }
    }
}

/// Runs `body`; `None` when it panicked. What it held is thrown away by [`ResetLock`].
fn contained<T>(body: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(body)).ok()
}
