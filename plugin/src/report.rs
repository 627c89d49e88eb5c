//! What `/fence` and `hermes agentsfence status` show: the bounds of a task and what came of them.

use agentsfence_core::audit::{self, Entry};
use agentsfence_core::model::Verdict;
use agentsfence_core::policy::{Grant, PolicySource, Scope};
use agentsfence_core::runtime::{Fence, SessionStatus};

/// How many entries of the log are shown.
const ENTRIES: usize = 10;
/// What `/fence` can show.
const USAGE: &str = "usage: /fence [policy|why|audit|pending]";

/// The guard of this process, as JSON.
pub(crate) fn status(fence: &Fence) -> String {
    serde_json::to_string(&fence.status()).unwrap_or_default()
}

/// The answer to `/fence WHAT` in a session.
pub(crate) fn fence(fence: &Fence, session: &str, what: &str) -> String {
    let Some(status) = fence.session_status(session) else {
        return "no task is known yet: the bounds are made from your first message".to_owned();
    };
    match what {
        "policy" => policy(&status),
        "pending" => pending(&status),
        "why" => entries(fence, &status, |entry| {
            entry
                .event
                .decision
                .as_ref()
                .is_some_and(|decision| decision.verdict != Verdict::Allow)
        }),
        "audit" => entries(fence, &status, |_| true),
        _ => USAGE.to_owned(),
    }
}

fn policy(status: &SessionStatus) -> String {
    let policy = &status.policy;
    let mut lines = vec![format!("task {}: {}", policy.id, source(policy.source))];
    if !status.why.is_empty() {
        lines.push(format!("{}: {}", status.state, status.why));
    }
    if let Some(why) = &policy.uncertain {
        lines.push(format!("not fully understood: {why}"));
    }
    for ban in &policy.prohibitions {
        lines.push(format!("  never    {}", quoted(&ban.cites.quote)));
    }
    for bound in &policy.boundaries {
        lines.push(format!("  only     {}", quoted(&bound.cites.quote)));
    }
    lines.extend(policy.grants.iter().map(grant));
    if policy.grants.is_empty() {
        lines.push("  allowed  reads only".to_owned());
    }
    lines.push("everything else is asked about or blocked".to_owned());
    lines.join("\n")
}

fn grant(grant: &Grant) -> String {
    let words = quoted(&grant.cites.quote);
    format!("  allowed  {} {words}", scope(&grant.scope))
}

fn scope(scope: &Scope) -> String {
    let capabilities = scope
        .capabilities
        .iter()
        .map(|pattern| pattern.as_str().to_owned());
    let risks = scope.risks.iter().map(|risk| risk.in_words().to_owned());
    capabilities.chain(risks).collect::<Vec<_>>().join(", ")
}

fn source(source: PolicySource) -> &'static str {
    match source {
        PolicySource::Fallback => "reads only, because nothing could be made of the message",
        PolicySource::Compiled => "made from your words",
        PolicySource::Drafted => "made from your words with a model's help",
        PolicySource::Preset => "a preset",
        PolicySource::Manual => "written by hand",
    }
}

fn quoted(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return String::new();
    }
    format!("`{words}`")
}

fn pending(status: &SessionStatus) -> String {
    if status.pending.is_empty() {
        return "no question is waiting".to_owned();
    }
    let questions = status
        .pending
        .iter()
        .map(|question| format!("  {} {}", question.tool, question.fingerprint));
    std::iter::once("waiting for an answer:".to_owned())
        .chain(questions)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The last entries of the task's session that `wanted` picks.
fn entries(fence: &Fence, status: &SessionStatus, wanted: impl Fn(&Entry) -> bool) -> String {
    let mut last = std::collections::VecDeque::new();
    for entry in audit::entries(fence.folder()).flatten() {
        if entry.event.session != status.id || !wanted(&entry) {
            continue;
        }
        if last.len() == ENTRIES {
            last.pop_front();
        }
        last.push_back(line(&entry));
    }
    if last.is_empty() {
        return "nothing yet".to_owned();
    }
    Vec::from(last).join("\n")
}

fn line(entry: &Entry) -> String {
    let event = &entry.event;
    match &event.decision {
        Some(decision) => format!(
            "  {} {} `{}` [{}] {}",
            entry.seq,
            decision.verdict.as_str(),
            decision.tool,
            decision.rule,
            event.reason
        ),
        None => format!("  {} {:?} {}", entry.seq, event.kind, event.reason),
    }
}
