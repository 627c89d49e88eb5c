//! The bounds that the guard keeps for the sessions of a profile's host.

use agentsfence_core::policy::Policy;
use agentsfence_core::store::Look;

use crate::hermes::Profile;
use crate::problem::Problem;

/// How many sessions a list shows, and how many a hint names.
const LISTED: i64 = 50;
const NAMED: usize = 3;

/// Ids of the profile's live sessions and their last use in seconds since the Unix epoch, the
/// newest first.
pub(super) fn sessions(profile: &Profile) -> anyhow::Result<Vec<(String, i64)>> {
    let Some(look) = look(profile)? else {
        return Ok(Vec::new());
    };
    Ok(look.sessions(LISTED).map_err(unreadable)?)
}

/// The bounds of one session.
pub(super) fn policy(profile: &Profile, session: &str) -> anyhow::Result<Policy> {
    let stored = match look(profile)? {
        Some(look) => look.policy(session).map_err(unreadable)?,
        None => None,
    };
    let Some(text) = stored else {
        return Err(unknown(profile, session)?.into());
    };
    serde_json::from_str(&text).map_err(|error| {
        Problem::new(format!(
            "the bounds of session `{session}` cannot be read: {error}"
        ))
        .hint("`agentsfence doctor` checks the state database")
        .into()
    })
}

fn look(profile: &Profile) -> anyhow::Result<Option<Look>> {
    Ok(Look::open(&profile.data()).map_err(unreadable)?)
}

fn unreadable(error: agentsfence_core::store::StoreError) -> Problem {
    Problem::new(error.to_string()).hint("`agentsfence doctor` checks the state database")
}

fn unknown(profile: &Profile, session: &str) -> anyhow::Result<Problem> {
    let known: Vec<String> = sessions(profile)?
        .into_iter()
        .take(NAMED)
        .map(|(id, _)| format!("`{id}`"))
        .collect();
    let problem = Problem::new(format!("no bounds are kept for a session `{session}`"));
    Ok(if known.is_empty() {
        problem.hint("sessions are kept once the host has run one with the plugin enabled")
    } else {
        problem.hint(format!("the latest sessions are {}", known.join(", ")))
    })
}
