//! `audit stats`: decisions by verdict, tool and rule.

use std::collections::BTreeMap;

use serde_json::json;

use super::filter::Filter;
use crate::exit::Exit;
use crate::hermes::Profile;
use crate::replay::summary::{Counts, table};
use crate::ui::Ui;

/// Counts the decisions that the filter takes.
pub(super) fn run(filter: &Filter, profile: &Profile, ui: &Ui) -> anyhow::Result<Exit> {
    let mut all = Counts::default();
    let mut tools: BTreeMap<String, Counts> = BTreeMap::new();
    let mut rules: BTreeMap<String, Counts> = BTreeMap::new();
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    let exit = super::for_each(profile, filter, ui, |entry| {
        *kinds.entry(entry.event.kind.as_str()).or_default() += 1;
        if let Some(decision) = entry.event.decision {
            all.add(decision.verdict);
            tools
                .entry(decision.tool.to_string())
                .or_default()
                .add(decision.verdict);
            rules
                .entry(decision.rule.to_string())
                .or_default()
                .add(decision.verdict);
        }
    })?;
    ui.document(&json!({
        "decisions": all, "asks_per_hundred": all.ask_rate(), "kinds": kinds, "tools": tools, "rules": rules,
    }));
    ui.data(&format!(
        "{} decisions: {} allowed, {} asked, {} blocked; {:.1} questions in a hundred",
        all.all(),
        all.allowed,
        all.asked,
        all.blocked,
        all.ask_rate()
    ));
    table(ui, "by tool", tools.iter());
    table(ui, "by rule", rules.iter());
    Ok(exit)
}
