//! What Hermes reports to other machines.

use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "outbound-webhooks",
    title: "outbound webhooks",
    why: "each event with its arguments goes to that address, and no call of the agent is involved",
    look,
    repair: None,
};

const KEY: &str = "hooks.outbound";

fn look(subject: &Subject) -> Outcome {
    let entries = subject.setting(KEY).and_then(Value::as_sequence);
    let all: Vec<&Value> = entries.into_iter().flatten().collect();
    let urls: Vec<&str> = all
        .iter()
        .filter_map(|entry| entry.get("url").and_then(Value::as_str))
        .collect();
    if urls.is_empty() {
        return Outcome::ok(KEY, "none");
    }
    let evidence = format!("reports go to {}", urls.join(", "));
    let plain = urls.iter().any(|url| {
        url.strip_prefix("http://")
            .is_some_and(|rest| !rest.starts_with("localhost") && !rest.starts_with("127."))
    });
    let unsigned = all
        .iter()
        .any(|entry| entry.get("secret").is_none() && entry.get("secret_env").is_none());
    match (plain, unsigned) {
        (true, _) => {
            Outcome::new(Status::Warn, KEY, format!("{evidence}, unencrypted")).fix("use https")
        }
        (false, true) => Outcome::new(Status::Note, KEY, format!("{evidence}, unsigned"))
            .fix("set `secret_env` for each"),
        (false, false) => Outcome::new(Status::Note, KEY, evidence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn the_address_is_named() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |url: &str| {
            let text = format!("hooks:\n  outbound:\n  - url: {url}\n    secret_env: S\n");
            Home::new().write("config.yaml", &text)
        };
        with("https://x.example/h").expect(&CHECK, Status::Note);
        with("http://x.example/h").expect(&CHECK, Status::Warn);
        with("http://localhost/h").expect(&CHECK, Status::Note);
    }
}
