//! Names exactly what a call does, so that an approval of one action never covers another.
//!
//! Everything that changes what happens is in it: the tool, every argument, the effects with
//! their targets and marks, and the folder that relative names start from. Only the prose of a
//! message to people is left out, so that an approved recipient may get another text; code,
//! queries and commands are never prose.

use blake3::Hasher;
use serde_json::Value;
use smol_str::SmolStr;

use crate::model::{Effect, Environment, RiskClass, Target, ToolCall};
use crate::policy::Policy;

/// Arguments that carry the prose of a message. Only where every effect is a message to people.
const PROSE: [&str; 10] = [
    "body", "text", "message", "subject", "content", "html", "markdown", "caption", "textBody",
    "htmlBody",
];

/// How many hexadecimal digits: 128 bits.
const DIGITS: usize = 32;

/// The fingerprint of a call with its effects, in lower-case hex.
pub(crate) fn of(call: &ToolCall, effects: &[Effect], environment: &Environment) -> SmolStr {
    let mut hasher = Hasher::new();
    text(&mut hasher, &call.tool);
    let message = !effects.is_empty()
        && effects
            .iter()
            .all(|effect| effect.risk == RiskClass::Communication);
    let mut names: Vec<&String> = call.args.keys().collect();
    names.sort_unstable();
    for name in names {
        let Some(value) = call.args.get(name) else {
            continue;
        };
        if message && is_prose(name, value) {
            continue;
        }
        text(&mut hasher, name);
        json(&mut hasher, value);
    }
    for effect in effects {
        hash_effect(&mut hasher, effect);
    }
    if !message {
        text(&mut hasher, environment.cwd.as_str());
    }
    let hex = hasher.finalize().to_hex();
    SmolStr::new(hex.get(..DIGITS).unwrap_or_default())
}

/// Whether an argument is the prose of a message.
pub(super) fn is_prose(name: &str, value: &Value) -> bool {
    value.is_string() && PROSE.contains(&name)
}

/// The name under which the host remembers an answer: this task, this action, nothing else.
pub fn rule_key(policy: &Policy, fingerprint: &str) -> String {
    format!("agentsfence:{}:{fingerprint}", policy.id)
}

/// Length first, so that no two lists of texts hash alike.
fn text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn json(hasher: &mut Hasher, value: &Value) {
    match value {
        Value::Null => {
            hasher.update(b"n");
        }
        Value::Bool(flag) => {
            hasher.update(if *flag { b"t" } else { b"f" });
        }
        Value::Number(number) => {
            hasher.update(b"#");
            text(hasher, &number.to_string());
        }
        Value::String(string) => {
            hasher.update(b"s");
            text(hasher, string);
        }
        Value::Array(items) => {
            hasher.update(b"[");
            hasher.update(&(items.len() as u64).to_le_bytes());
            for item in items {
                json(hasher, item);
            }
        }
        Value::Object(fields) => {
            hasher.update(b"{");
            hasher.update(&(fields.len() as u64).to_le_bytes());
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_unstable();
            for name in names {
                text(hasher, name);
                if let Some(field) = fields.get(name) {
                    json(hasher, field);
                }
            }
        }
    }
}

fn hash_effect(hasher: &mut Hasher, effect: &Effect) {
    text(hasher, effect.capability.as_str());
    text(hasher, effect.risk.as_str());
    hasher.update(&[effect.certainty as u8]);
    hasher.update(&effect.marks.bits().to_le_bytes());
    text(hasher, effect.program.as_deref().unwrap_or_default());
    text(
        hasher,
        effect.folder.as_ref().map_or("", |folder| folder.as_str()),
    );
    hasher.update(&(effect.targets.len() as u64).to_le_bytes());
    for target in &effect.targets {
        text(hasher, &target_key(target));
    }
}

/// Text that is equal for two targets only if they are the same.
fn target_key(target: &Target) -> String {
    match target {
        Target::Path(path) => format!("{:?}:{}", path.reach, path.path),
        Target::Host(host) => format!("host:{host}"),
        Target::Url(url) => format!("url:{}", url.url),
        Target::Recipient(recipient) => format!("{:?}:{}", recipient.kind, recipient.name),
        Target::Resource(resource) => format!("{}:{}", resource.kind, resource.name),
        Target::Amount(amount) => format!("amount:{}{}", amount.cents, amount.currency),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::decide::testing::{effect, environment};

    fn call(args: Value) -> ToolCall {
        let Value::Object(args) = args else {
            return ToolCall::default();
        };
        ToolCall::new("t", args)
    }

    fn print(args: Value, risk: RiskClass) -> SmolStr {
        of(&call(args), &[effect("x.y", risk)], &environment())
    }

    #[test]
    fn every_argument_counts_and_their_order_does_not() {
        let risk = RiskClass::Execution;
        let first = print(json!({"a": 1, "b": {"c": 2, "d": 3}}), risk);
        assert_eq!(first, print(json!({"b": {"d": 3, "c": 2}, "a": 1}), risk));
        assert_ne!(first, print(json!({"a": 1, "b": {"c": 2, "d": 4}}), risk));
        assert_ne!(first, print(json!({"a": 1}), risk));
        assert_ne!(
            print(json!({"query": "a"}), risk),
            print(json!({"query": "b"}), risk)
        );
        assert_ne!(
            print(json!({"text": "a"}), risk),
            print(json!({"text": "b"}), risk)
        );
        assert_eq!(first.len(), DIGITS);
    }

    #[test]
    fn the_prose_of_a_message_is_left_out_and_its_recipients_are_not() {
        let risk = RiskClass::Communication;
        assert_eq!(
            print(json!({"to": "a@b.c", "body": "one"}), risk),
            print(json!({"to": "a@b.c", "body": "two"}), risk)
        );
        assert_ne!(
            print(json!({"to": "a@b.c", "body": "one"}), risk),
            print(json!({"to": "d@b.c", "body": "one"}), risk)
        );
        assert_ne!(
            print(json!({"to": "a", "command": "one"}), risk),
            print(json!({"to": "a", "command": "two"}), risk)
        );
    }
}
