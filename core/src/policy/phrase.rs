//! Capabilities in the words of people: `email.send, message.send` is "sending mail or messages".

use crate::model::{CapabilityPattern, RiskClass};

use super::targets_in_words::listed;

/// What the last part of a capability's name does; the first row that lists it.
const DOINGS: &[(&str, &[&str])] = &[
    ("sending", &["send", "draft", "reply", "post", "comment"]),
    ("sharing", &["share", "invite"]),
    ("creating", &["create"]),
    ("changing", &["update", "edit", "write", "move", "mode"]),
    ("deleting", &["delete", "cancel"]),
    ("changing the permissions of", &["permission"]),
    ("pushing to", &["push"]),
    ("merging in", &["merge"]),
    ("opening", &["open", "pr", "pull"]),
    (
        "committing to",
        &["commit", "stage", "stash", "branch", "checkout", "fetch"],
    ),
    ("installing", &["install"]),
    ("running", &["exec", "run", "deploy"]),
    ("controlling", &["control", "play"]),
    ("adding to", &["memory"]),
];

/// What the first part of a capability's name is about.
const NOUNS: &[(&str, &str)] = &[
    ("email", "mail"),
    ("message", "messages"),
    ("channel", "channels"),
    ("calendar", "calendar events"),
    ("contact", "contacts"),
    ("user", "people's accounts"),
    ("file", "files"),
    ("doc", "documents"),
    ("drive", "stored files"),
    ("repo", "the repository"),
    ("issue", "issues"),
    ("task", "tasks"),
    ("board", "boards"),
    ("payment", "payments"),
    ("booking", "bookings"),
    ("order", "orders"),
    ("package", "packages"),
    ("db", "databases"),
    ("web", "web pages"),
    ("net", "the network"),
    ("browser", "pages in the browser"),
    ("cloud", "cloud resources"),
    ("deploy", "deployments"),
    ("schedule", "scheduled jobs"),
    ("agent", "the agent's memory"),
    ("media", "media"),
    ("device", "devices"),
    ("system", "the system"),
    ("process", "processes"),
    ("code", "code"),
];

/// All of the capabilities and classes in words; never empty.
pub(super) fn phrase(capabilities: &[CapabilityPattern], risks: &[RiskClass]) -> Vec<String> {
    if capabilities.iter().any(|pattern| pattern.as_str() == "*") {
        return vec!["anything".to_owned()];
    }
    if RiskClass::ALL
        .iter()
        .filter(|risk| risk.is_consequential())
        .all(|risk| risks.contains(risk))
    {
        return vec!["anything but reading".to_owned()];
    }
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut parts = Vec::new();
    for pattern in capabilities {
        let name = pattern.as_str();
        let (domain, verb) = name.rsplit_once('.').unwrap_or((name, "*"));
        let noun = NOUNS.iter().find(|(known, _)| *known == domain);
        let doing = DOINGS.iter().find(|(_, verbs)| verbs.contains(&verb));
        match (doing, noun) {
            (Some(("sending", _)), _) if domain == "net" => {
                add(&mut groups, "sending data over", "the network");
            }
            // A channel is where a message goes; it is not sent itself.
            (Some(("sending", _)), _) if domain == "channel" => {
                add(&mut groups, "sending", "messages");
            }
            (Some((doing, _)), Some((_, noun))) => add(&mut groups, doing, noun),
            (None, Some((_, noun))) if verb == "*" => add(&mut groups, "using", noun),
            _ => parts.push(name.to_owned()),
        }
    }
    let mut all = joined(groups);
    all.append(&mut parts);
    all.extend(risks.iter().map(|risk| risk.in_words().to_owned()));
    all
}

fn add<'a>(groups: &mut Vec<(&'a str, Vec<&'a str>)>, doing: &'a str, noun: &'a str) {
    match groups.iter_mut().find(|(known, _)| *known == doing) {
        Some((_, nouns)) if nouns.contains(&noun) => {}
        Some((_, nouns)) => nouns.push(noun),
        None => groups.push((doing, vec![noun])),
    }
}

/// Groups of the same nouns are one phrase: "creating or changing files".
fn joined(groups: Vec<(&str, Vec<&str>)>) -> Vec<String> {
    let mut phrases: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for (doing, nouns) in groups {
        match phrases.iter_mut().find(|(_, known)| *known == nouns) {
            // "changing or changing the permissions of" reads best in this order.
            Some((doings, _)) if doing == "changing" => doings.insert(0, doing.to_owned()),
            Some((doings, _)) => doings.push(doing.to_owned()),
            None => phrases.push((vec![doing.to_owned()], nouns)),
        }
    }
    phrases
        .into_iter()
        .map(|(doings, nouns)| {
            let nouns: Vec<String> = nouns.into_iter().map(str::to_owned).collect();
            format!("{} {}", listed(&doings, "or"), listed(&nouns, "or"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(names: &[&str]) -> Vec<String> {
        let names: Vec<_> = names
            .iter()
            .map(|name| CapabilityPattern::new(name))
            .collect();
        phrase(&names, &[])
    }

    #[test]
    fn names_of_one_doing_come_together() {
        assert_eq!(
            said(&["email.draft", "email.send", "channel.send", "message.send"]),
            ["sending mail or messages"]
        );
        assert_eq!(
            said(&["repo.commit", "repo.stage", "repo.push"]),
            ["committing to or pushing to the repository"]
        );
        assert_eq!(said(&["web.*"]), ["using web pages"]);
        assert_eq!(said(&["wallet.sign"]), ["wallet.sign"]);
        assert_eq!(said(&["*"]), ["anything"]);
    }

    #[test]
    fn all_that_is_not_reading_is_one_phrase() {
        let consequential: Vec<RiskClass> = RiskClass::ALL
            .iter()
            .copied()
            .filter(|risk| risk.is_consequential())
            .collect();
        let names = [CapabilityPattern::new("net.send")];
        assert_eq!(phrase(&names, &consequential), ["anything but reading"]);
    }
}
