//! Which events are meant.

use agentsfence_core::audit::Entry;
use agentsfence_core::model::Verdict;

use crate::problem::Problem;
use crate::time;

/// Flags that choose events; all given ones must hold.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Filter {
    /// Only this session, or this child of it.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only calls of this tool.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only this verdict.
    #[arg(long, value_name = "VERDICT", ignore_case = true, value_parser = ["allow", "ask_user", "ask", "block"])]
    verdict: Option<String>,
    /// Only decisions of this rule.
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
    /// Only events of this kind (decision, policy_compiled, approval_asked, ...).
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only since then: 7d, 12h or a date (2026-01-31).
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
}

/// A filter whose values have been understood.
#[derive(Debug)]
pub(super) struct Ready<'a> {
    filter: &'a Filter,
    verdict: Option<Verdict>,
    since_millis: Option<i64>,
}

impl Filter {
    /// Understands the values.
    pub(super) fn ready(&self) -> Result<Ready<'_>, Problem> {
        let verdict =
            self.verdict
                .as_deref()
                .map(|name| match name.to_ascii_lowercase().as_str() {
                    "allow" => Verdict::Allow,
                    "block" => Verdict::Block,
                    _ => Verdict::AskUser,
                });
        let since = self.since.as_deref().map(time::since).transpose()?;
        Ok(Ready {
            filter: self,
            verdict,
            since_millis: since.map(|seconds| seconds.saturating_mul(1000)),
        })
    }
}

impl Ready<'_> {
    /// Whether the event is meant.
    pub(super) fn takes(&self, entry: &Entry) -> bool {
        let event = &entry.event;
        let wanted =
            |flag: &Option<String>, value: &str| flag.as_deref().is_none_or(|flag| flag == value);
        let decision = event.decision.as_ref();
        let session = self.filter.session.as_deref();
        session.is_none_or(|id| event.session == id || event.source_session == id)
            && wanted(&self.filter.kind, event.kind.as_str())
            && wanted(
                &self.filter.tool,
                decision.map_or("", |decision| &decision.tool),
            )
            && wanted(
                &self.filter.rule,
                decision.map_or("", |decision| &decision.rule),
            )
            && self
                .verdict
                .is_none_or(|verdict| decision.is_some_and(|known| known.verdict == verdict))
            && self.since_millis.is_none_or(|since| entry.at >= since)
    }
}
