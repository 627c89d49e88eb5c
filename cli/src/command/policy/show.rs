//! `policy show`: the bounds of a session of the host, as the guard keeps them.

use serde_json::json;

use super::state;
use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::Profiles;
use crate::time;
use crate::ui::Ui;

/// Arguments of `policy show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The host's id of the session; without it, the sessions are listed.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Shows one session's bounds, or which sessions have any.
pub(super) fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let profile = Profiles::select_one(global)?.1;
    let Some(session) = &args.session else {
        let sessions = state::sessions(&profile)?;
        for (id, used) in &sessions {
            ui.data(&format!("{}  {id}", time::shown(*used)));
        }
        if sessions.is_empty() {
            ui.line("no sessions are kept yet");
        }
        let listed: Vec<_> = sessions
            .iter()
            .map(|(id, used)| json!({ "session": id, "used_at": used }))
            .collect();
        ui.document(&listed);
        return Ok(Exit::Fine);
    };
    let policy = state::policy(&profile, session)?;
    ui.section(&format!("bounds of {session}"));
    for line in policy.in_words() {
        ui.line(&line);
    }
    ui.document(&json!({ "session": session, "policy": policy }));
    Ok(Exit::Fine)
}
