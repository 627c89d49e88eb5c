//! A message that the owner asked for carries a link that the owner did not mention: ask.
//!
//! The owner chose who receives, not what else they are led to. A link that a typed field of an
//! earlier result held (a search result, a record) is part of the task.
//! Example: "send Ana the summary", and a body with a link that the summarised page brought up.

use serde_json::Value;

use super::ordered_by_content::is_named;
use crate::decide::case::Case;
use crate::decide::coverage::Coverage;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Host, RiskClass, Stage, Target, Verdict};
use crate::target::url;

pub(crate) const RULE: Rule = Rule {
    id: "unmentioned-link",
    stage: Stage::Constraint,
    summary: "a link in a message that neither the owner nor a record names",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        let Coverage::Granted { grant } = case.coverage_of(place) else {
            continue;
        };
        let everything = grant
            .scope
            .capabilities
            .iter()
            .any(|pattern| pattern.as_str() == "*");
        if effect.risk != RiskClass::Communication || grant.cites.turn == 0 || everything {
            continue;
        }
        if let Some(link) = case
            .situation
            .call
            .args
            .values()
            .find_map(|value| unmentioned(case, value))
        {
            opinions.about(
                place,
                Verdict::AskUser,
                format!("the message carries the link `{link}`, which you did not mention"),
            );
        }
    }
}

/// The first link in a value that nothing vouches for.
fn unmentioned(case: &Case<'_>, value: &Value) -> Option<String> {
    match value {
        Value::String(text) => links(text)
            .find(|link| !is_vouched(case, link))
            .map(str::to_owned),
        Value::Array(items) => items.iter().find_map(|item| unmentioned(case, item)),
        Value::Object(map) => map.values().find_map(|item| unmentioned(case, item)),
        _ => None,
    }
}

/// Links with a scheme, and words that begin with `www.`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let bare = text
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | '"' | '\''))
        .filter(|word| word.to_ascii_lowercase().starts_with("www."))
        .map(|word| word.trim_end_matches(['.', ',', ';', '!', '?']));
    url::find(text).map(|(_, link)| link).chain(bare)
}

fn is_vouched(case: &Case<'_>, link: &str) -> bool {
    let Some(host) = host_of(link) else {
        return false;
    };
    let situation = case.situation;
    if is_named(&situation.policy.named, &Target::Host(host)) {
        return true;
    }
    situation
        .lineage
        .origin(link)
        .is_some_and(|origin| origin.field.is_some() && !origin.commanded)
}

fn host_of(link: &str) -> Option<Host> {
    match url::read(link)? {
        url::Place::Web(place, _) => place.host,
        url::Place::File(_) | url::Place::Nowhere => None,
    }
}
