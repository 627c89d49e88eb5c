//! One session: whose task it is, its bounds, and what it has used up of them.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::calls::{OpenCall, OpenCalls};
use super::config::Config;
use super::draft::DraftWanted;
use crate::decide::{SessionState, Usage};
use crate::lineage::Lineage;
use crate::policy::Policy;

/// How many approvals a session keeps; the oldest is forgotten first.
const APPROVALS: usize = 256;

/// What a session is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// Its policy applies.
    Live,
    /// It was ended or reset.
    Dropped,
    /// A call ran without or against a decision.
    Quarantined(String),
    /// A model is asked about the newest message.
    Pending(String),
    /// What bound it before is lost: why.
    Lost(String),
}

/// A human's agreement to one exact action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Approval {
    /// The exact action.
    pub(crate) fingerprint: SmolStr,
    /// How often it may still run; `None` is any number.
    pub(crate) uses: Option<u32>,
}

/// Who may widen the bounds of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Owner {
    /// No message yet.
    #[default]
    Nobody,
    /// Whoever sits at the machine; the host names no sender there.
    Local,
    /// This sender of a chat.
    Sender(SmolStr),
}

/// One session.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The host's id, or `task:<id>` where it gives none.
    pub(crate) id: SmolStr,
    /// Whose task it is.
    pub(crate) owner: Owner,
    /// What it is in.
    pub(crate) status: Status,
    /// The owner's messages so far.
    pub(crate) turns: u32,
    /// Counts the changes of the policy.
    pub(crate) revision: u32,
    /// Its bounds.
    pub(crate) policy: Arc<Policy>,
    /// The hash of its bounds, once it was asked for.
    policy_hash: OnceLock<SmolStr>,
    /// What it has used up of them.
    pub(crate) usage: Usage,
    /// What a human agreed to.
    pub(crate) approvals: Vec<Approval>,
    /// Decided calls whose end is not known.
    pub(crate) calls: OpenCalls,
    /// Where values came from.
    pub(crate) lineage: Lineage,
    /// The working folder, if the host said it.
    pub(crate) cwd: Option<String>,
    /// `cli`, `telegram`, ...
    pub(crate) platform: SmolStr,
    /// Seconds since the Unix epoch.
    pub(crate) updated_at: i64,
    /// Its newest message, while a model should read it.
    pub(crate) draft: Option<DraftWanted>,
    /// The settings of its project, where it has its own.
    pub(crate) project: Option<Arc<Config>>,
    /// How it stands to its row in the store.
    pub(crate) row: RowState,
}

/// How a session in memory stands to its row in the store.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowState {
    /// The version of the row that memory agrees with; 0 when there is none.
    pub(crate) version: i64,
    /// When it was last known to be the newest, as [`Sessions`](super::sessions::Sessions) counts.
    pub(crate) seen: u64,
    /// Bounds were changed and could not be written.
    pub(crate) owed: bool,
    /// The policy was changed since it was written.
    pub(crate) policy_changed: bool,
    /// When the lineage was last written, in seconds since the Unix epoch.
    pub(crate) lineage_at: i64,
    /// The lineage was changed since it was written.
    pub(crate) lineage_changed: bool,
}

/// What a row holds besides policy and lineage.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    owner: Owner,
    status: Status,
    turns: u32,
    revision: u32,
    usage: Usage,
    approvals: Vec<Approval>,
    calls: Vec<OpenCall>,
    cwd: Option<String>,
    platform: SmolStr,
    updated_at: i64,
}

impl Session {
    /// A session under `policy` that nobody has written to yet.
    pub(crate) fn new(id: SmolStr, policy: Policy, now: i64) -> Self {
        Self {
            id,
            owner: Owner::Nobody,
            status: Status::Live,
            turns: 0,
            revision: 0,
            policy: Arc::new(policy),
            policy_hash: OnceLock::new(),
            usage: Usage::default(),
            approvals: Vec::new(),
            calls: OpenCalls::default(),
            lineage: Lineage::default(),
            cwd: None,
            platform: SmolStr::default(),
            updated_at: now,
            draft: None,
            project: None,
            row: RowState::default(),
        }
    }

    /// What must outlive this process.
    pub(crate) fn record(&self) -> Record {
        Record {
            owner: self.owner.clone(),
            status: self.status.clone(),
            turns: self.turns,
            revision: self.revision,
            usage: self.usage.clone(),
            approvals: self.approvals.clone(),
            calls: self.calls.durable(),
            cwd: self.cwd.clone(),
            platform: self.platform.clone(),
            updated_at: self.updated_at,
        }
    }

    /// Takes over what a row holds.
    pub(crate) fn restore(&mut self, record: Record, policy: Policy) {
        self.owner = record.owner;
        self.status = record.status;
        self.turns = record.turns;
        self.revision = record.revision;
        self.usage = record.usage;
        self.approvals = record.approvals;
        self.calls.replace_durable(record.calls);
        self.cwd = record.cwd;
        self.platform = record.platform;
        self.updated_at = record.updated_at;
        self.place_policy(policy);
    }

    /// Puts other bounds in the place of those that were there, without counting it as a change.
    pub(crate) fn place_policy(&mut self, policy: Policy) {
        self.policy = Arc::new(policy);
        self.policy_hash = OnceLock::new();
    }

    /// Names the bounds.
    pub(crate) fn policy_hash(&self) -> SmolStr {
        self.policy_hash.get_or_init(|| self.policy.hash()).clone()
    }

    /// Changes the policy.
    pub(crate) fn set_policy(&mut self, policy: Policy) {
        self.place_policy(policy);
        self.revision = self.revision.saturating_add(1);
        self.row.policy_changed = true;
        self.row.owed = true;
    }

    /// The state as a decision sees it.
    pub(crate) fn state(&self) -> SessionState {
        match &self.status {
            Status::Live => SessionState::Live,
            Status::Dropped => SessionState::Dropped,
            Status::Quarantined(why) => SessionState::Quarantined(why.clone()),
            Status::Pending(why) => SessionState::UpdatePending(why.clone()),
            Status::Lost(why) => SessionState::Broken(why.clone()),
        }
    }

    /// A model's reading that never came is not waited for any longer.
    pub(crate) fn give_up_overdue_draft(&mut self, now: i64) {
        let waits = matches!(self.status, Status::Pending(_));
        let due = self
            .draft
            .as_ref()
            .is_none_or(|draft| draft.overdue_at.is_some_and(|at| at <= now));
        if waits && due {
            self.draft = None;
            self.status = Status::Live;
        }
    }

    /// Whether the task's time is over.
    pub(crate) fn has_expired(&self, now: i64) -> bool {
        self.policy.expires_at.is_some_and(|end| end <= now)
    }

    /// A new task after the old one's time is over: what the owner forbade still holds, what was
    /// allowed or used up is gone.
    pub(crate) fn begin_anew(&mut self, policy_id: SmolStr, now: i64) {
        let mut policy = self.policy.as_ref().clone();
        policy.id = policy_id;
        policy.grants.clear();
        policy.created_at = now;
        self.set_policy(policy);
        self.usage = Usage::default();
        self.withdraw_agreements();
    }

    /// What a human agreed to does not count any more, nor do answers to open questions.
    pub(crate) fn withdraw_agreements(&mut self) {
        self.approvals.clear();
        self.calls.withdraw_questions();
    }

    /// Remembers a human's agreement. `uses: None` is any number.
    pub(crate) fn approve(&mut self, fingerprint: &SmolStr, uses: Option<u32>) {
        if let Some(known) = self.approval(fingerprint) {
            known.uses = match (known.uses, uses) {
                (Some(left), Some(more)) => Some(left.saturating_add(more)),
                _ => None,
            };
            return;
        }
        if self.approvals.len() >= APPROVALS {
            self.approvals.remove(0);
        }
        self.approvals.push(Approval {
            fingerprint: fingerprint.clone(),
            uses,
        });
    }

    /// Takes one use of an approval; whether there was one.
    pub(crate) fn use_approval(&mut self, fingerprint: &SmolStr) -> bool {
        let Some(approval) = self.approval(fingerprint) else {
            return false;
        };
        match approval.uses.as_mut() {
            None => return true,
            Some(left) => *left = left.saturating_sub(1),
        }
        self.approvals.retain(|approval| approval.uses != Some(0));
        true
    }

    /// The fingerprints that may run without a question.
    pub(crate) fn approved(&self) -> Vec<SmolStr> {
        let approvals = self.approvals.iter();
        approvals
            .map(|approval| approval.fingerprint.clone())
            .collect()
    }

    /// Whether a human agreed to exactly this action and it may still run.
    pub(crate) fn has_approved(&self, fingerprint: &SmolStr) -> bool {
        let mut approvals = self.approvals.iter();
        approvals.any(|approval| approval.fingerprint == *fingerprint)
    }

    /// A refusal withdraws an earlier agreement.
    pub(crate) fn refuse(&mut self, fingerprint: &SmolStr) {
        self.approvals
            .retain(|approval| approval.fingerprint != *fingerprint);
    }

    fn approval(&mut self, fingerprint: &SmolStr) -> Option<&mut Approval> {
        let mut approvals = self.approvals.iter_mut();
        approvals.find(|approval| approval.fingerprint == *fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session::new("s".into(), Policy::fallback("p", 0), 0)
    }

    #[test]
    fn an_approval_is_used_up() {
        let mut session = session();
        let action = SmolStr::new("f");
        session.approve(&action, Some(1));
        assert!(session.use_approval(&action));
        assert!(!session.use_approval(&action));
        session.approve(&action, None);
        assert!(session.use_approval(&action) && session.use_approval(&action));
        session.refuse(&action);
        assert!(!session.use_approval(&action));
    }

    #[test]
    fn approvals_are_bounded() {
        let mut session = session();
        for index in 0..2 * APPROVALS {
            session.approve(&SmolStr::new(index.to_string()), None);
        }
        assert_eq!(session.approvals.len(), APPROVALS);
    }
}
