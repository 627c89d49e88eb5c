//! Questions that nobody would see: yolo mode, approvals switched off.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject, answers};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "strict-yolo",
    title: "unattended answers",
    why: "where Hermes approves everything by itself, a question of ours is a yes unless strict_yolo is on",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = format!(
        "approvals.mode in {} and HERMES_YOLO_MODE",
        subject.profile.config().display()
    );
    let Some(how) = answers_itself(subject) else {
        return Outcome::ok(looked_at, "Hermes asks a person");
    };
    if subject
        .settings()
        .is_ok_and(|settings| settings.strict_yolo)
    {
        return Outcome::ok(
            looked_at,
            format!("{how}, and strict_yolo turns such questions into blocks"),
        );
    }
    Outcome::new(
        Status::Warn,
        looked_at,
        format!("{how}, and strict_yolo is off"),
    )
    .fix(format!(
        "agentsfence config set strict_yolo true{}",
        subject.flag()
    ))
}

/// How Hermes would answer by itself.
fn answers_itself(subject: &Subject) -> Option<String> {
    // A YAML 1.1 reader takes a bare `off` for `false`.
    let off = match subject.setting("approvals.mode") {
        Some(Value::Bool(false)) => true,
        Some(Value::String(mode)) => {
            matches!(mode.to_ascii_lowercase().as_str(), "off" | "no" | "false")
        }
        _ => false,
    };
    if off {
        return Some("approvals.mode is off".to_owned());
    }
    subject
        .variable("HERMES_YOLO_MODE")
        .is_some_and(|value| answers::is_on(&value))
        .then(|| "HERMES_YOLO_MODE is on".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_warns_where_nobody_would_be_asked() {
        let home = Home::new().write("config.yaml", "approvals:\n  mode: manual\n");
        home.expect(&CHECK, Status::Ok);
        for off in ["off", "\"off\"", "false"] {
            let home = Home::new().write("config.yaml", &format!("approvals:\n  mode: {off}\n"));
            home.expect(&CHECK, Status::Warn);
            let home = home.write("agentsfence/config.toml", "strict_yolo = true\n");
            home.expect(&CHECK, Status::Ok);
        }
        Home::new()
            .write(".env", "HERMES_YOLO_MODE=1\n")
            .expect(&CHECK, Status::Warn);
    }
}
