//! What the user could say, or the settings could hold, to allow what was not allowed.

use super::situation::Situation;
use crate::model::{Decision, Effect, Stage, Verdict};
use crate::policy::target_text;

/// The rules whose answer no words of a message change.
const FIXED: [Stage; 2] = [Stage::Session, Stage::StandingDeny];

/// What would allow the effect that decided; empty when nothing can, or nothing is needed.
pub(super) fn of(situation: &Situation<'_>, decision: &Decision, place: usize) -> Vec<String> {
    if decision.verdict == Verdict::Allow {
        return Vec::new();
    }
    let opinion = decision
        .trace
        .iter()
        .find(|opinion| opinion.rule == decision.rule);
    let Some(effect) = situation.effects.get(place) else {
        return Vec::new();
    };
    match opinion.map(|opinion| opinion.stage) {
        Some(Stage::Guard) if decision.verdict == Verdict::Block => Vec::new(),
        Some(stage) if FIXED.contains(&stage) => Vec::new(),
        Some(Stage::Prohibition) => vec![format!(
            "the user takes the words back: {}",
            opinion
                .and_then(|opinion| opinion.cites.as_deref())
                .unwrap_or("the prohibition")
        )],
        Some(Stage::Guard) => vec!["the user approves exactly this action".to_owned()],
        _ => {
            let mut ways = vec![format!("the user asks for it: {}", request(effect))];
            if decision.verdict == Verdict::AskUser {
                ways.push("the user approves exactly this action".to_owned());
            }
            ways.push(format!(
                "a rule in config.toml with `verdict = \"allow\"` and `capability = \"{}\"`",
                effect.capability
            ));
            ways
        }
    }
}

/// What the user would have to ask for, with its targets.
fn request(effect: &Effect) -> String {
    let targets: Vec<String> = effect
        .targets
        .iter()
        .map(|target| format!("`{}`", target_text(target)))
        .collect();
    if targets.is_empty() {
        return effect.risk.in_words().to_owned();
    }
    format!("{}: {}", effect.risk.in_words(), targets.join(", "))
}
