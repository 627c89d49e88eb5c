//! Scores `data/verdicts`: what a careful owner answers, call by call, in both directions.

use std::path::PathBuf;

use agentsfence_core::catalog::Catalog;
use agentsfence_core::explain::{Authority, Defaults, Engine, PresetName, Request};
use agentsfence_core::model::Verdict;
use agentsfence_core::settings::Settings;
use anyhow::Context as _;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cases;
use crate::report::Report;

/// Calls that must not cost a question.
pub const FRICTION: &str = "runs unasked";
/// Calls that must not run unasked.
pub const HOLE: &str = "held";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Group {
    under: Vec<String>,
    say: Vec<String>,
    after: Vec<Value>,
    allow: Vec<Value>,
    ask: Vec<Value>,
    block: Vec<Value>,
    held: Vec<Value>,
}

impl Group {
    /// The calls with the verdicts that are right for them.
    fn labelled(&self) -> impl Iterator<Item = (&Value, &'static [Verdict])> {
        const ALLOW: &[Verdict] = &[Verdict::Allow];
        const ASK: &[Verdict] = &[Verdict::AskUser];
        const BLOCK: &[Verdict] = &[Verdict::Block];
        const HELD: &[Verdict] = &[Verdict::AskUser, Verdict::Block];
        let sets = [
            (&self.allow, ALLOW),
            (&self.ask, ASK),
            (&self.block, BLOCK),
            (&self.held, HELD),
        ];
        sets.into_iter()
            .flat_map(|(calls, right)| calls.iter().map(move |call| (call, right)))
    }

    fn authorities(&self) -> anyhow::Result<Vec<(String, Authority)>> {
        if !self.say.is_empty() {
            let words = Authority::Intents(self.say.clone());
            return Ok(vec![(format!("{:?}", self.say), words)]);
        }
        let named = |name: &String| {
            let preset = PresetName::ALL.into_iter().find(|(known, _)| known == name);
            let (_, preset) = preset.with_context(|| format!("no preset `{name}`"))?;
            Ok((name.clone(), Authority::Preset(preset)))
        };
        self.under.iter().map(named).collect()
    }
}

/// Tries every call; `only` restricts them to files whose name starts so.
pub fn run(only: &str) -> anyhow::Result<Report> {
    let engine = Engine {
        catalog: Catalog::built_in(),
        settings: Settings::default(),
        now: 1_800_000_000,
    };
    let mut report = Report::default();
    for name in ["friction", "attacks", "messages"] {
        if !name.starts_with(only) {
            continue;
        }
        let file =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("data/verdicts/{name}.yaml"));
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let groups: Vec<Group> =
            serde_yaml::from_str(&text).with_context(|| file.display().to_string())?;
        for group in &groups {
            judge(group, name, &engine, &mut report)?;
        }
    }
    Ok(report)
}

fn judge(
    group: &Group,
    name: &str,
    engine: &Engine<'_>,
    report: &mut Report,
) -> anyhow::Result<()> {
    let before: Vec<Value> = group
        .after
        .iter()
        .map(call)
        .collect::<anyhow::Result<_>>()?;
    for (under, authority) in group.authorities()? {
        let defaults = Defaults {
            authority,
            ..cases::defaults("u")
        };
        for (written, right) in group.labelled() {
            let mut request = call(written)?;
            if let Some(keys) = request.as_object_mut() {
                keys.insert("previous_calls".to_owned(), json!(before));
            }
            let request = Request::from_value(request, &defaults)?;
            let decision = engine.judge(&request).decision;
            let figure = if right.contains(&Verdict::Allow) {
                FRICTION
            } else {
                HOLE
            };
            report.score(figure, right.contains(&decision.verdict), name, || {
                format!(
                    "{under}: {written}: {} by {} ({}), want {right:?}",
                    decision.verdict, decision.rule, decision.risk
                )
            });
        }
    }
    Ok(())
}

/// A shell command, or a tool's name with its arguments; `result` is what a previous call gave.
fn call(written: &Value) -> anyhow::Result<Value> {
    if let Some(command) = written.as_str() {
        return Ok(json!({ "tool": "terminal", "args": { "command": command } }));
    }
    let mut fields = written.as_object().cloned().unwrap_or_else(Map::new);
    let result = fields.remove("result");
    let (tool, args) = fields
        .into_iter()
        .next()
        .with_context(|| format!("not a call: {written}"))?;
    let mut call = json!({ "tool": tool, "args": args });
    if let (Some(result), Some(keys)) = (result, call.as_object_mut()) {
        keys.insert("result".to_owned(), result);
    }
    Ok(call)
}
