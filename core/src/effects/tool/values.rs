//! Values that choose what a tool does: `action: delete`, `method: POST`, in any spelling of the key
//! and at any depth.

use super::arguments::Node;
use super::names::words;
use super::verbs::{self, Said};
use crate::catalog::wording::Wording;
use crate::model::RiskClass;

/// What the value of an argument that may choose an action says.
pub(super) fn value_says(
    node: &Node<'_>,
    text: &str,
    runs: bool,
    is_known: bool,
) -> Option<RiskClass> {
    let wording = Wording::built_in();
    let is = |list: &str| wording.is_key(list, &node.key);
    if is("methods")
        && let Some(class) = http_method(text)
    {
        return Some(class);
    }
    let is_strong = is("actions");
    let is_weak = is("weak_actions") || is("methods");
    if !is_strong && !is_weak {
        return None;
    }
    let value = words(text);
    if value.is_empty() || value.len() > 5 || text.len() > 60 {
        return None;
    }
    if is_weak {
        let is_command = runs && is("commands");
        let first = value.first().and_then(|word| wording.verb(word));
        let does = first.is_some_and(|verb| verb.risk != RiskClass::Read && !verb.ambiguous);
        return (does && !is_command)
            .then(|| verbs::said(&value).class())
            .flatten();
    }
    match verbs::said(&value) {
        Said::Class(class) => Some(class),
        Said::Neutral | Said::Nothing => (!is_known).then_some(RiskClass::Unknown),
    }
}

fn http_method(text: &str) -> Option<RiskClass> {
    Some(match text.trim().to_ascii_uppercase().as_str() {
        "GET" | "HEAD" | "OPTIONS" | "TRACE" => RiskClass::Read,
        "POST" | "PUT" | "PATCH" => RiskClass::ExternalWrite,
        "DELETE" => RiskClass::Delete,
        _ => return None,
    })
}
