//! Earlier decisions, for what sums them up: made again from the host's history, or read from the
//! audit log.

use std::path::PathBuf;

use agentsfence_core::audit::{self, Entry};
use clap::ValueEnum;

use super::history::{self, History};
use crate::args::Global;
use crate::hermes::Profile;
use crate::problem::Problem;
use crate::time;
use crate::ui::Ui;

/// Where earlier decisions come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Source {
    /// The host's history, decided now.
    #[default]
    Replay,
    /// The audit log: what was decided then.
    Audit,
}

/// Which earlier decisions.
#[derive(Clone, Debug, clap::Args)]
pub struct Earlier {
    /// Decide the host's history anew, or read what the audit log says was decided.
    #[arg(long, value_enum, default_value_t)]
    pub from: Source,
    /// Only since then: 7d, 12h or a date (2026-01-31).
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// The session database [default: `state.db` of the profile].
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl Earlier {
    /// The beginning, in seconds since the epoch.
    pub fn since(&self) -> Result<Option<i64>, Problem> {
        self.since.as_deref().map(time::since).transpose()
    }

    /// The host's history.
    pub fn history(&self, global: &Global, ui: &Ui) -> anyhow::Result<History> {
        let history = History::open(&history::file(self.db.as_deref(), global)?)?;
        history.warn_if_newer(ui);
        Ok(history)
    }

    /// Hands every event of a profile's log to `each`, the oldest first. Lines that cannot be read
    /// are counted and said.
    pub fn each_event(
        &self,
        profile: &Profile,
        ui: &Ui,
        mut each: impl FnMut(&Entry),
    ) -> anyhow::Result<()> {
        let since = self.since()?.map(|seconds| seconds.saturating_mul(1000));
        let folder = profile.data();
        if audit::files(&folder).is_empty() {
            return Err(
                Problem::new(format!("there is no audit log in {}", folder.display()))
                    .hint("the guard writes it when the host runs; `--from replay` needs none")
                    .into(),
            );
        }
        let mut unreadable = 0_usize;
        for entry in audit::entries(&folder) {
            match entry {
                Ok(entry) if since.is_none_or(|since| entry.at >= since) => each(&entry),
                Ok(_) => {}
                Err(_) => unreadable += 1,
            }
        }
        if unreadable > 0 {
            ui.complain(&format!(
                "{unreadable} lines of the log could not be read; `agentsfence audit verify` names \
                 the first"
            ));
        }
        Ok(())
    }
}
