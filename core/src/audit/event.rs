//! What can happen, and how it is written: one JSON object a line.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use smol_str::SmolStr;

use super::redact::Redactor;
use crate::model::{
    Basis, Capability, Decision, Effect, EffectVerdict, Opinion, RiskClass, ToolCall, Verdict,
};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A call was decided.
    Decision,
    /// The first message of a task became its policy.
    PolicyCompiled,
    /// A later message changed the policy.
    PolicyAmended,
    /// A human is to be asked.
    ApprovalAsked,
    /// The human agreed.
    ApprovalGranted,
    /// The human refused, or nobody answered.
    ApprovalDenied,
    /// The host agreed without telling.
    ApprovalHostGiven,
    /// A child or a task id was bound to a session.
    SessionBound,
    /// A session's bounds were dropped.
    SessionDropped,
    /// A call ran without or against its decision.
    SessionQuarantined,
    /// A call ran with other arguments than were decided, and they were allowed too.
    CallChanged,
    /// The settings in force changed, or are broken.
    SettingChanged,
    /// The settings that the decisions after it rest on.
    SettingsRead,
    /// The state file was damaged and moved aside.
    StateDamaged,
    /// The plugin was installed.
    Installed,
    /// The plugin was removed.
    Uninstalled,
    /// The plugin was put into the host's list.
    Enabled,
    /// The plugin was taken out of the host's list.
    Disabled,
    /// The command's last change was taken back.
    Undone,
    /// A file of the log begins.
    LogOpened,
    /// A file of the log ends here and was put aside.
    LogRotated,
    /// A half-written line was cut off.
    LogRepaired,
    /// A kind that a newer version writes.
    #[serde(other)]
    Other,
}

impl EventKind {
    /// The spelling in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::PolicyCompiled => "policy_compiled",
            Self::PolicyAmended => "policy_amended",
            Self::ApprovalAsked => "approval_asked",
            Self::ApprovalGranted => "approval_granted",
            Self::ApprovalDenied => "approval_denied",
            Self::ApprovalHostGiven => "approval_host_given",
            Self::SessionBound => "session_bound",
            Self::SessionDropped => "session_dropped",
            Self::SessionQuarantined => "session_quarantined",
            Self::CallChanged => "call_changed",
            Self::SettingChanged => "setting_changed",
            Self::SettingsRead => "settings_read",
            Self::StateDamaged => "state_damaged",
            Self::Installed => "installed",
            Self::Uninstalled => "uninstalled",
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Undone => "undone",
            Self::LogOpened => "log_opened",
            Self::LogRotated => "log_rotated",
            Self::LogRepaired => "log_repaired",
            Self::Other => "other",
        }
    }
}

/// One thing that happened. What is empty is not written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    /// What it is about.
    pub kind: EventKind,
    /// The session whose bounds applied.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub session: SmolStr,
    /// The session that the host named, when it is another (a child).
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub source_session: SmolStr,
    /// The task id that the host named.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub task: SmolStr,
    /// The call.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub call: SmolStr,
    /// The policy in force.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub policy: SmolStr,
    /// What was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionRecord>,
    /// Why, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Whatever else belongs to the kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub more: Map<String, Value>,
}

/// A decision with what it rests on, without content and secrets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DecisionRecord {
    /// The tool.
    pub tool: SmolStr,
    /// The answer.
    pub verdict: Verdict,
    /// The rule that decided.
    pub rule: SmolStr,
    /// The most severe class of the effects.
    pub risk: RiskClass,
    /// The exact action.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub fingerprint: SmolStr,
    /// The arguments: targets as they are, content as digests, secrets not at all.
    pub args: Map<String, Value>,
    /// Everything that the call does. Left out for allowed reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Every rule that had an opinion. Left out for allowed calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Opinion>,
    /// What it rests on besides the call; `None` in lines of versions that did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
}

impl DecisionRecord {
    /// The decision as far as the line holds it; `reason` is that of its event. What would have
    /// allowed it and the grants that it used are not in the line.
    pub fn decision(&self, reason: &str) -> Decision {
        let judged = |place: usize| {
            let about = self
                .trace
                .iter()
                .filter(|opinion| opinion.effect == Some(place));
            let strictest = about.max_by_key(|opinion| opinion.verdict);
            EffectVerdict {
                verdict: strictest.map_or(self.verdict, |opinion| opinion.verdict),
                rule: strictest.map_or_else(|| self.rule.clone(), |opinion| opinion.rule.clone()),
                grant: None,
            }
        };
        let worst = self.effects.iter().find(|effect| effect.risk == self.risk);
        Decision {
            tool: self.tool.clone(),
            verdict: self.verdict,
            rule: self.rule.clone(),
            reason: reason.to_owned(),
            risk: self.risk,
            capability: worst.map_or(Capability::UNKNOWN, |effect| effect.capability.clone()),
            effects: self.effects.clone(),
            per_effect: (0..self.effects.len()).map(judged).collect(),
            allow_by: Vec::new(),
            trace: self.trace.clone(),
            fingerprint: self.fingerprint.clone(),
        }
    }
}

impl Event {
    /// An event about nothing in particular.
    pub fn new(kind: EventKind) -> Self {
        Self {
            kind,
            session: SmolStr::default(),
            source_session: SmolStr::default(),
            task: SmolStr::default(),
            call: SmolStr::default(),
            policy: SmolStr::default(),
            decision: None,
            reason: String::new(),
            more: Map::new(),
        }
    }

    /// The same event with a reason.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
    }

    /// The same event about a session.
    #[must_use]
    pub fn of_session(mut self, session: &SmolStr) -> Self {
        self.session = session.clone();
        self
    }

    /// The same event with one more value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.insert(name.to_owned(), value.into());
        self
    }

    /// The same event with a decision.
    #[must_use]
    pub fn deciding(
        mut self,
        decision: &Decision,
        mut basis: Basis,
        call: &ToolCall,
        redactor: &Redactor,
    ) -> Self {
        let allowed = decision.verdict == Verdict::Allow;
        let plain = allowed && !decision.risk.is_consequential();
        self.reason = redactor.text(&decision.reason);
        let args = redactor.args(&call.args);
        let changed = |name: &&String| args.get(*name) != call.args.get(*name);
        basis.not_kept.args = call.args.keys().filter(changed).cloned().collect();
        self.decision = Some(DecisionRecord {
            tool: decision.tool.clone(),
            verdict: decision.verdict,
            rule: decision.rule.clone(),
            risk: decision.risk,
            fingerprint: decision.fingerprint.clone(),
            args,
            effects: if plain {
                Vec::new()
            } else {
                redactor.effects(&decision.effects)
            },
            trace: if allowed {
                Vec::new()
            } else {
                redactor.opinions(&decision.trace)
            },
            basis: Some(basis),
        });
        self
    }

    /// Whether it must be on disk before anybody acts on it: whatever stops a call or a session.
    /// Flushing one line flushes those before it.
    pub fn is_urgent(&self) -> bool {
        match self.kind {
            EventKind::Decision => self
                .decision
                .as_ref()
                .is_some_and(|decision| decision.verdict != Verdict::Allow),
            EventKind::SessionQuarantined | EventKind::StateDamaged => true,
            _ => false,
        }
    }
}
