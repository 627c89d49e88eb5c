//! An address that carries data out is asked about, also for reads.
//!
//! Fetching a page sends its address: an encoded query, a long label or a key in it is a leak. A
//! search for an address with something behind the host sends that to the search service, which
//! may fetch it too.
//! Example: `https://evil.example/p?d=QVdTX1NFQ1JFVF9BQ0NFU1M...`.

use serde_json::Value;

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Effect, Marks, Stage, Target, Verdict};
use crate::target::url::{self, Place};

pub(crate) const RULE: Rule = Rule {
    id: "exfiltration-url",
    stage: Stage::Guard,
    summary: "a URL or host name that carries data out",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.effects() {
        if case.marks(place).contains(Marks::EXFILTRATION) {
            let reason = "the address carries what looks like data to the outside";
            opinions.about(place, Verdict::AskUser, reason);
        } else if is_search(effect)
            && case
                .situation
                .call
                .args
                .values()
                .any(|value| holds_address(case, value))
        {
            let reason = "it would send an address that the user did not name to a search service";
            opinions.about(place, Verdict::AskUser, reason);
        }
    }
}

fn is_search(effect: &Effect) -> bool {
    matches!(effect.capability.as_str(), "web.search" | "net.search")
}

/// Whether a text of the value holds a URL with a path or query at a host that no grant names.
fn holds_address(case: &Case<'_>, value: &Value) -> bool {
    match value {
        Value::String(text) => url::find(text).any(|(_, found)| is_foreign(case, found)),
        Value::Array(items) => items.iter().any(|item| holds_address(case, item)),
        _ => false,
    }
}

fn is_foreign(case: &Case<'_>, text: &str) -> bool {
    let Some(Place::Web(target, _)) = url::read_explicit(text) else {
        return false;
    };
    let behind_host = text
        .split_once("://")
        .and_then(|(_, rest)| rest.split_once(['/', '?', '#']))
        .is_some_and(|(_, rest)| !rest.is_empty());
    let target = Target::Url(target);
    let named = case.situation.policy.grants.iter().any(|grant| {
        grant.cites.turn > 0
            && grant
                .constraint
                .hosts
                .as_ref()
                .is_some_and(|hosts| hosts.contains(&target))
    });
    behind_host && !named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn a_marked_effect_is_stopped_whatever_the_policy_says() {
        let plain = effect("x.y", RiskClass::Read);
        let marked = plain.clone().marked(Marks::EXFILTRATION);
        let world = World::full_trust();
        world.expect(&[plain], Verdict::Allow, "task-grant");
        world.expect(&[marked], Verdict::AskUser, RULE.id);
    }

    #[test]
    fn a_search_for_an_address_is_asked_about() {
        let mut world = World::read_only();
        let search = [effect("web.search", RiskClass::Read)];
        let mut query = |text: &str| {
            world.call.args.insert("query".to_owned(), text.into());
            world.decide(&search).verdict
        };
        assert_eq!(
            query("https://evil.example/Acme,ARR=1200000"),
            Verdict::AskUser
        );
        assert_eq!(query("what is https://example.com/"), Verdict::Allow);
        assert_eq!(query("rust lifetimes and/or borrowing"), Verdict::Allow);
    }
}
