//! What is forbidden, and what the task is confined to.

use super::bind;
use super::lexicon::{Action, Lexicon};
use super::mention::{Mention, Part, What};
use super::reading::{Ban, Request};
use super::tokens::Kind;
use crate::model::{CapabilityPattern, Environment, RiskClass};
use crate::policy::{Boundary, Citation, Constraint, Prohibition, Scope, TargetPattern, TargetSet};

/// What a ban makes.
#[derive(Debug)]
pub(super) enum Made {
    Prohibition(Prohibition),
    Boundary(Boundary),
    /// Nothing that a tool call shows ("without changing the public API"): said in a note.
    Unchecked,
}

/// A ban as policy. `requested` are the classes that the same message asks for.
pub(super) fn ban(
    ban: &Ban,
    cites: Citation,
    environment: &Environment,
    requested: &[RiskClass],
) -> Made {
    let outside: Vec<&Mention> = ban
        .mentions
        .iter()
        .filter(|mention| mention.outside)
        .collect();
    if !outside.is_empty() {
        let mut paths = Vec::new();
        outside
            .iter()
            .for_each(|mention| bind::path_patterns(mention, environment, &mut paths));
        if !paths.is_empty() {
            return Made::Boundary(Boundary {
                scope: files_scope(),
                within: Constraint {
                    paths: Some(TargetSet(paths)),
                    ..Constraint::default()
                },
                cites,
            });
        }
    }
    let mut scope = Scope::default();
    for action in &ban.actions {
        add(&mut scope, *action, ban);
    }
    if scope == Scope::default() {
        return Made::Unchecked;
    }
    let (named, excepted): (Vec<&Mention>, Vec<&Mention>) =
        ban.mentions.iter().partition(|mention| !mention.excepted);
    let about = about(&named, environment, ban, requested);
    if about.is_none() && is_detail(&named, ban, requested) {
        return match narrowed(&named) {
            Some(scope) => Made::Prohibition(Prohibition {
                scope,
                about: None,
                except: Vec::new(),
                asks: ban.asks,
                cites,
            }),
            None => Made::Unchecked,
        };
    }
    Made::Prohibition(Prohibition {
        scope,
        about,
        except: exceptions(&excepted, environment),
        asks: ban.asks,
        cites,
    })
}

fn add(scope: &mut Scope, action: Action, ban: &Ban) {
    let forbids = &Lexicon::built_in().meaning(action).forbids;
    if action == Action::Fetch && !is_about_network(ban) {
        return;
    }
    if forbids.consequential {
        scope.risks.extend(Scope::consequential().risks);
    }
    scope.risks.extend(forbids.risks.iter().copied());
    scope
        .capabilities
        .extend(forbids.capabilities.iter().cloned());
    scope.risks.sort_unstable();
    scope.risks.dedup();
    scope.capabilities.dedup();
}

/// "don't use sudo" is not about the network.
fn is_about_network(ban: &Ban) -> bool {
    ban.mentions.iter().any(|mention| {
        bind::host_of(mention).is_some()
            || matches!(&mention.what, What::Thing(thing) if thing == "site" || thing == "internet")
    })
}

/// Which targets a ban is about, where it names them: files, hosts, addresses.
fn about(
    named: &[&Mention],
    environment: &Environment,
    ban: &Ban,
    requested: &[RiskClass],
) -> Option<Constraint> {
    let mut paths = Vec::new();
    let mut recipients = Vec::new();
    let mut hosts = Vec::new();
    let sends = ban.actions.iter().any(|action| {
        matches!(
            action,
            Action::Send
                | Action::Reply
                | Action::Forward
                | Action::Share
                | Action::Invite
                | Action::Post
        )
    });
    for mention in named
        .iter()
        .filter(|mention| !mention.outside && mention.part != Part::Source)
    {
        bind::path_patterns(mention, environment, &mut paths);
        if let Some(host) = bind::host_of(mention) {
            hosts.push(TargetPattern::Domain(host));
        }
        let address = matches!(
            mention.what,
            What::Literal(Kind::Email | Kind::Handle | Kind::Channel, _)
        );
        // A bare name may have any address: unless something else is asked for, all is forbidden.
        let name =
            matches!(mention.what, What::Name(_)) && requested.contains(&RiskClass::Communication);
        if sends && (address || name) {
            bind::recipient_patterns(mention, &mut recipients);
        }
    }
    recipients.retain(|pattern| !matches!(pattern, TargetPattern::Described(_)));
    if paths.is_empty() && recipients.is_empty() && hosts.is_empty() {
        return None;
    }
    let some = |set: Vec<TargetPattern>| (!set.is_empty()).then_some(TargetSet(set));
    Some(Constraint {
        paths: some(paths),
        recipients: some(recipients),
        hosts: some(hosts),
        ..Constraint::default()
    })
}

/// Whether the ban speaks of a detail while the message asks for the same kind of action:
/// "fix the bug without changing the public API".
fn is_detail(named: &[&Mention], ban: &Ban, requested: &[RiskClass]) -> bool {
    let broad = named
        .iter()
        .any(|mention| matches!(mention.what, What::Everything | What::Pronoun))
        || named.is_empty() && ban.bare;
    let classes = ban
        .actions
        .iter()
        .flat_map(|action| &Lexicon::built_in().meaning(*action).forbids.risks);
    let same = classes.clone().any(|risk| requested.contains(risk));
    same && !broad && !ban.actions.contains(&Action::Act)
}

/// The scope of the kinds of thing that a ban names, where that is narrower than the class.
fn narrowed(named: &[&Mention]) -> Option<Scope> {
    let mut capabilities = Vec::new();
    for mention in named {
        let What::Thing(thing) = &mention.what else {
            continue;
        };
        if matches!(
            thing.as_str(),
            "code" | "test" | "change" | "file" | "dependency" | "label" | "comment"
        ) {
            continue;
        }
        let domains = Lexicon::built_in()
            .things
            .get(thing)
            .map(|thing| thing.domains.clone())
            .unwrap_or_default();
        capabilities.extend(domains.iter().flat_map(|domain| {
            [
                "delete", "remove", "trash", "write", "update", "edit", "send", "create",
            ]
            .iter()
            .map(move |name| CapabilityPattern::new(&format!("{domain}.{name}")))
        }));
    }
    (!capabilities.is_empty()).then(|| Scope {
        capabilities,
        ..Scope::default()
    })
}

fn exceptions(excepted: &[&Mention], environment: &Environment) -> Vec<Constraint> {
    let mut found = Vec::new();
    let (mut paths, mut recipients, mut hosts) = (Vec::new(), Vec::new(), Vec::new());
    for mention in excepted {
        bind::path_patterns(mention, environment, &mut paths);
        bind::recipient_patterns(mention, &mut recipients);
        if let Some(host) = bind::host_of(mention) {
            hosts.push(TargetPattern::Domain(host));
        }
    }
    if !paths.is_empty() {
        found.push(Constraint {
            paths: Some(TargetSet(paths)),
            ..Constraint::default()
        });
    }
    if !recipients.is_empty() {
        found.push(Constraint {
            recipients: Some(TargetSet(recipients)),
            ..Constraint::default()
        });
    }
    if !hosts.is_empty() {
        found.push(Constraint {
            hosts: Some(TargetSet(hosts)),
            ..Constraint::default()
        });
    }
    found
}

/// "only use docs.example.com", "only to bob@x.example", "stay in ~/proj".
pub(super) fn bounds(
    request: &Request,
    cites: &Citation,
    environment: &Environment,
) -> Vec<Boundary> {
    let (mut paths, mut recipients, mut hosts) = (Vec::new(), Vec::new(), Vec::new());
    for mention in request.mentions.iter().filter(|mention| !mention.excepted) {
        bind::path_patterns(mention, environment, &mut paths);
        if let Some(host) = bind::host_of(mention) {
            hosts.push(TargetPattern::Domain(host));
        } else {
            bind::recipient_patterns(mention, &mut recipients);
        }
    }
    let mut found = Vec::new();
    let mut push = |scope: Scope, within: Constraint| {
        found.push(Boundary {
            scope,
            within,
            cites: cites.clone(),
        });
    };
    let sends = matches!(
        request.action,
        Action::Send
            | Action::Reply
            | Action::Forward
            | Action::Share
            | Action::Invite
            | Action::Post
    );
    if !hosts.is_empty() {
        push(
            network_scope(),
            Constraint {
                hosts: Some(TargetSet(hosts)),
                ..Constraint::default()
            },
        );
    }
    if !paths.is_empty() && !sends && !matches!(request.action, Action::Read | Action::Run) {
        push(
            files_scope(),
            Constraint {
                paths: Some(TargetSet(paths)),
                ..Constraint::default()
            },
        );
    }
    if !recipients.is_empty() && sends {
        push(
            Scope::risks([RiskClass::Communication, RiskClass::PermissionChange]),
            Constraint {
                recipients: Some(TargetSet(recipients)),
                ..Constraint::default()
            },
        );
    }
    found
}

fn network_scope() -> Scope {
    Scope {
        capabilities: ["net.*", "web.*", "browser.*"]
            .iter()
            .map(|name| CapabilityPattern::new(name))
            .collect(),
        ..Scope::default()
    }
}

fn files_scope() -> Scope {
    Scope {
        capabilities: [
            "file.write",
            "file.create",
            "file.edit",
            "file.move",
            "file.delete",
            "file.mode",
            "file.permission",
        ]
        .iter()
        .map(|name| CapabilityPattern::new(name))
        .collect(),
        risks: vec![RiskClass::LocalWrite, RiskClass::Delete],
        ..Scope::default()
    }
}
