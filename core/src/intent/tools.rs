//! What the tools of the session do, by the catalogue and by the words of their names.

use serde_json::Map;
use smol_str::SmolStr;

use super::Setting;
use super::grants::ToolUse;
use super::lexicon::{Action, Lexicon, Sense};
use crate::effects;
use crate::model::{CapabilityPattern, ToolCall};

/// More tools than this are not looked at: their requests are asked about.
const TOOLS: usize = 512;

/// The uses of the session's tools; the well-known capabilities need none.
pub(super) fn uses(setting: &Setting<'_>) -> Vec<ToolUse> {
    let mut found = Vec::new();
    for tool in setting.tools.iter().take(TOOLS) {
        let call = ToolCall::new(tool.clone(), Map::new());
        let (actions, things) = words(tool);
        for effect in effects::effects(&call, setting.environment, setting.catalog) {
            found.push(ToolUse {
                capability: CapabilityPattern::from(&effect.capability),
                risk: effect.risk,
                actions: actions.clone(),
                things: things.clone(),
            });
        }
    }
    found
}

/// What the words of a tool's name mean: `mcp__mail__send_email` sends email.
fn words(tool: &str) -> (Vec<Action>, Vec<SmolStr>) {
    let own = tool.rsplit("__").next().unwrap_or(tool);
    let mut actions = Vec::new();
    let mut things = Vec::new();
    let Some(english) = Lexicon::built_in().language("en") else {
        return (actions, things);
    };
    for (place, word) in own.split(|c: char| !c.is_alphanumeric()).enumerate() {
        for sense in english.senses(&word.to_lowercase()) {
            match sense {
                // The first word is the verb; a later one is only taken for lack of another.
                Sense::Verb(action) if place == 0 || actions.is_empty() => actions.push(*action),
                Sense::Noun(thing) => things.push(thing.clone()),
                _ => {}
            }
        }
    }
    (actions, things)
}
