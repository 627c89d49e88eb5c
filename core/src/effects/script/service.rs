//! Calls of a service's client library, judged by the words of the method: `delete_bucket`,
//! `chat.postMessage`, `Refund.create`.

use std::str::FromStr;

use crate::model::{Capability, RiskClass};

/// What kind of service a client library talks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// Records, files and machines.
    Cloud,
    /// Messages to people.
    Messages,
    /// Money.
    Money,
}

impl FromStr for Service {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "cloud" => Ok(Self::Cloud),
            "messages" => Ok(Self::Messages),
            "money" => Ok(Self::Money),
            other => Err(format!("unknown kind of service `{other}`")),
        }
    }
}

const READS: &[&str] = &[
    "get",
    "list",
    "describe",
    "search",
    "head",
    "find",
    "fetch",
    "retrieve",
    "read",
    "query",
    "count",
    "exists",
    "download",
    "lookup",
    "show",
    "scan",
    "iter",
    "paginate",
    "paginator",
    "client",
    "resource",
    "session",
    "info",
    "history",
    "ls",
    "batch_get",
    "select",
    "check",
    "validate",
    "connect",
    "login",
    "open",
    "from",
    "build",
    "auth",
    "user",
    "me",
];
const DELETES: &[&str] = &[
    "delete",
    "remove",
    "terminate",
    "destroy",
    "drop",
    "purge",
    "trash",
    "prune",
    "wipe",
    "flush",
];
const SENDS: &[&str] = &[
    "send",
    "post",
    "publish",
    "reply",
    "message",
    "tweet",
    "email",
    "mail",
    "notify",
    "comment",
    "invite",
    "call",
    "broadcast",
];
const PERMISSIONS: &[&str] = &[
    "policy",
    "permission",
    "permissions",
    "role",
    "grant",
    "revoke",
    "acl",
    "collaborator",
    "collaborators",
    "accesskey",
    "login",
    "share",
];
const PAYS: &[&str] = &[
    "charge",
    "pay",
    "payment",
    "payout",
    "refund",
    "transfer",
    "purchase",
    "order",
    "buy",
    "sell",
    "withdraw",
    "invoice",
    "subscription",
    "capture",
    "trade",
    "transaction",
    "paymentintent",
];

/// The class and capability of a method.
pub(crate) fn judge(service: Service, name: &str) -> (RiskClass, Capability) {
    let words = words(name);
    let last = words.iter().rev().take(4).map(String::as_str);
    let has = |list: &[&str]| last.clone().any(|word| list.contains(&word));
    let method = name.rsplit('.').next().unwrap_or_default();
    let first = self::words(method).into_iter().next().unwrap_or_default();
    let reads = READS.contains(&first.as_str());
    if has(DELETES) {
        return (RiskClass::Delete, Capability::new("cloud.delete"));
    }
    if reads {
        return (RiskClass::Read, Capability::NET_FETCH);
    }
    if has(PERMISSIONS) {
        return (
            RiskClass::PermissionChange,
            Capability::new("cloud.permission"),
        );
    }
    match service {
        Service::Money if has(PAYS) => (RiskClass::Financial, Capability::new("payment.send")),
        Service::Messages if has(SENDS) => (RiskClass::Communication, Capability::MESSAGE_SEND),
        Service::Cloud if has(&["comment", "invite", "email"]) => {
            (RiskClass::Communication, Capability::MESSAGE_SEND)
        }
        _ => (RiskClass::ExternalWrite, Capability::NET_SEND),
    }
}

/// The words of `snake_case`, `camelCase` and dotted names, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || (character.is_uppercase() && lower) {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
        lower = character.is_lowercase();
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_method_decide() {
        let check = |service, name: &str, risk| assert_eq!(judge(service, name).0, risk, "{name}");
        check(
            Service::Cloud,
            "boto3.client().list_buckets",
            RiskClass::Read,
        );
        check(
            Service::Cloud,
            "boto3.client().delete_bucket",
            RiskClass::Delete,
        );
        check(
            Service::Cloud,
            "boto3.client().put_object",
            RiskClass::ExternalWrite,
        );
        check(
            Service::Cloud,
            "boto3.client().attach_user_policy",
            RiskClass::PermissionChange,
        );
        check(
            Service::Messages,
            "slack_sdk.WebClient().chat_postMessage",
            RiskClass::Communication,
        );
        check(Service::Money, "stripe.Refund.create", RiskClass::Financial);
        check(Service::Money, "stripe.Balance.retrieve", RiskClass::Read);
    }
}
