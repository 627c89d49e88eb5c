//! Settings of the host under which it answers our questions itself.

use serde_yaml::Value;

use super::{Outcome, Status, Subject};

/// Whether the host takes the value for a yes (facts: its unattended modes take these words).
pub(super) fn says_yes(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::String(word) => {
            matches!(
                word.trim().to_ascii_lowercase().as_str(),
                "approve" | "off" | "allow" | "yes" | "true" | "on"
            )
        }
        _ => false,
    }
}

/// Whether the host takes a variable's text for "on".
pub(super) fn is_on(value: &str) -> bool {
    matches!(
        value.trim().to_ascii_lowercase().as_str(),
        "1" | "true" | "yes" | "on"
    )
}

/// Whether such questions are blocked instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrictYolo(bool);

impl StrictYolo {
    /// The setting of the profile; off where the settings cannot be read.
    pub(super) fn of(subject: &Subject) -> Self {
        Self(
            subject
                .settings()
                .is_ok_and(|settings| settings.strict_yolo),
        )
    }

    /// A note where the questions are blocked, a warning where they are given away.
    pub(super) fn outcome(self, looked_at: &str, evidence: &str) -> Outcome {
        if self.0 {
            return Outcome::new(
                Status::Note,
                looked_at,
                format!("{evidence}; strict_yolo blocks such questions"),
            );
        }
        Outcome::new(Status::Warn, looked_at, evidence)
            .fix("agentsfence config set strict_yolo true")
    }
}
