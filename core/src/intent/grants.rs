//! Requests become grants: the capabilities that the words ask for, bound to the targets that they
//! name or describe.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::bind;
use super::lexicon::{Action, Lexicon};
use super::mention::{Mention, Part, What};
use super::reading::Request;
use super::tokens::Kind;
use crate::model::{CapabilityPattern, Environment, Resource, RiskClass};
use crate::policy::{Constraint, Grant, Limit, Scope, TargetPattern, TargetSet};

/// What grants are made from besides the request itself.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    pub(super) text: &'a str,
    pub(super) environment: &'a Environment,
    /// Recipients named anywhere in the message, for events and for names whose address a later
    /// sentence gives.
    pub(super) named: Vec<TargetPattern>,
    /// Recipients of earlier grants, for "the same person".
    pub(super) earlier: Vec<TargetPattern>,
    /// Paths named earlier, for "it", "the same file".
    pub(super) earlier_paths: Vec<TargetPattern>,
}

const FILE_WRITES: &[&str] = &["file.write", "file.create", "file.edit", "file.move"];
const HISTORY: &[&str] = &[
    "repo.commit",
    "repo.write",
    "repo.stage",
    "repo.branch",
    "repo.checkout",
    "repo.stash",
    "repo.merge",
];

/// The grants that a request makes; none when it only reads, or when what it needs is not said.
pub(super) fn grants(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    use Action as A;
    let things = things(request);
    let has = |thing: &str| things.iter().any(|found| found == thing);
    let hosted = ["issue", "pr", "repo", "comment"]
        .iter()
        .any(|thing| has(thing));
    let file = (has_path(request) && !(hosted && names_only_slugs(request)))
        || (["file", "folder"].iter().any(|thing| has(thing)));
    match request.action {
        A::Read | A::Fetch | A::Act | A::Follow => Vec::new(),
        A::Test | A::Build => vec![project_code(request, around)],
        A::Fix if !is_about_work(request) => Vec::new(),
        A::Fix | A::Code => project(request, around),
        A::Commit => vec![history(request, around)],
        A::Push => push(request, around),
        A::Edit if !file && (has("money") || has("invoice")) => {
            let mut grants = general(request, around, &things);
            grants.push(changed_payment(request, around));
            grants
        }
        A::Open | A::Create if has("pr") => pull_request(request, around, &things),
        A::Install => vec![project_code(request, around), install(request, around)],
        A::Remember => vec![made(
            request,
            around,
            &["agent.memory"],
            Constraint::default(),
        )],
        A::Run => run(request, around),
        A::Edit | A::Write | A::Create | A::Add | A::Move | A::Copy
            if !(hosted
                || has_path(request)
                    && matches!(request.action, A::Write | A::Create | A::Copy | A::Move))
                && (has("code") || has("test") || has("dependency"))
                && !only_named_file(request) =>
        {
            project(request, around)
        }
        A::Write | A::Edit | A::Create | A::Add | A::Move | A::Copy if file => {
            let mut grants = files(request, around);
            grants.extend(general(request, around, &things));
            grants
        }
        A::Delete if has_path(request) => {
            let mut grants = deletes(request, around);
            grants.extend(general(request, around, &things));
            grants
        }
        _ => general(request, around, &things),
    }
}

/// The kinds of thing that a request is about: what is acted on first.
fn things(request: &Request) -> Vec<SmolStr> {
    let of = |part: fn(Part) -> bool| {
        request
            .mentions
            .iter()
            .filter(move |mention| part(mention.part) && !mention.excepted)
            .filter_map(|mention| match &mention.what {
                What::Thing(thing) => Some(thing.clone()),
                What::Literal(Kind::Email, _) => Some("email".into()),
                What::Literal(Kind::Channel, _) => Some("channel".into()),
                _ => None,
            })
    };
    of(|part| part != Part::Source).collect()
}

/// "an issue in acme/app": a repository, no path.
fn names_only_slugs(request: &Request) -> bool {
    request.mentions.iter().all(|mention| match &mention.what {
        What::Literal(Kind::Path, text) => bind::slug(text).is_some(),
        _ => true,
    })
}

fn has_path(request: &Request) -> bool {
    request.mentions.iter().any(|mention| {
        matches!(&mention.what, What::Literal(Kind::Path, _)) && mention.part != Part::Source
    })
}

/// "fix the bug", "fix it": not "resolve ties".
fn is_about_work(request: &Request) -> bool {
    request.mentions.iter().any(|mention| match &mention.what {
        What::Thing(thing) => [
            "code",
            "test",
            "dependency",
            "change",
            "issue",
            "pr",
            "branch",
            "file",
        ]
        .contains(&thing.as_str()),
        What::Literal(kind, _) => *kind == Kind::Path || *kind == Kind::Quoted,
        What::Pronoun | What::Everything => true,
        _ => false,
    })
}

/// "fix the typo in README.md": that file, not the project.
fn only_named_file(request: &Request) -> bool {
    has_path(request) && !request.mentions.iter().any(|mention| matches!(&mention.what, What::Thing(thing) if thing == "test" || thing == "code"))
}

fn made(
    request: &Request,
    around: &Surroundings<'_>,
    capabilities: &[&str],
    constraint: Constraint,
) -> Grant {
    Grant {
        id: String::new(),
        scope: Scope {
            capabilities: capabilities
                .iter()
                .map(|name| CapabilityPattern::new(name))
                .collect(),
            ..Scope::default()
        },
        constraint,
        limit: Limit {
            max_calls: request.max_calls,
            ..Limit::default()
        },
        asks: request.asks.clone(),
        asks_once: false,
        cites: super::cite(around.text, request.start, request.end),
    }
}

fn within_project(around: &Surroundings<'_>) -> Option<TargetSet> {
    let cwd = &around.environment.cwd;
    if bind::is_broad(cwd.as_str(), around.environment) {
        return None;
    }
    Some(TargetSet(vec![TargetPattern::Tree(cwd.clone())]))
}

/// Folders that the request names, and the project when it names none or a file within.
fn project_paths(request: &Request, around: &Surroundings<'_>) -> TargetSet {
    let mut set = Vec::new();
    for mention in request.mentions.iter().filter(|mention| !mention.excepted) {
        bind::path_patterns(mention, around.environment, &mut set);
    }
    let elsewhere = set.iter().all(|pattern| match pattern {
        TargetPattern::Tree(path) => {
            !path.is_within(&around.environment.cwd) || *path == around.environment.cwd
        }
        TargetPattern::Path(path) => !path.is_within(&around.environment.cwd),
        _ => false,
    });
    if set.is_empty()
        || !elsewhere
        || !set
            .iter()
            .any(|pattern| matches!(pattern, TargetPattern::Tree(_)))
    {
        set.extend(within_project(around).unwrap_or_default().0);
    }
    TargetSet(set)
}

/// Working on code: its files, its builds and tests.
fn project(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    let code = ["code", "test", "dependency"];
    let about_code = request.mentions.iter().any(
        |mention| matches!(&mention.what, What::Thing(thing) if code.contains(&thing.as_str())),
    );
    if has_path(request) && !about_code && request.action == Action::Fix {
        return files(request, around);
    }
    let paths = project_paths(request, around);
    if paths.0.is_empty() {
        return Vec::new();
    }
    let constraint = Constraint {
        paths: Some(paths),
        ..Constraint::default()
    };
    let mut code = made(request, around, &[], constraint.clone());
    code.scope.project_code = true;
    vec![made(request, around, FILE_WRITES, constraint), code]
}

fn project_code(request: &Request, around: &Surroundings<'_>) -> Grant {
    let constraint = Constraint {
        paths: within_project(around),
        ..Constraint::default()
    };
    let mut grant = made(request, around, &[], constraint);
    grant.scope.project_code = true;
    grant
}

fn history(request: &Request, around: &Surroundings<'_>) -> Grant {
    let constraint = Constraint {
        paths: within_project(around),
        ..Constraint::default()
    };
    let mut grant = made(request, around, HISTORY, constraint);
    grant.scope.local = true;
    grant
}

/// "raise my rent payment to 2400": which payment, and to whom, only the owner can tell.
fn changed_payment(request: &Request, around: &Surroundings<'_>) -> Grant {
    let mut grant = made(request, around, &["payment.send"], Constraint::default());
    grant.asks = Some("a change of a payment that the words do not name in full".to_owned());
    grant
}

/// "push the branch": to the remotes that repositories have, from the project.
fn push(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    let remote = |name: &str| {
        TargetPattern::Resource(Resource {
            kind: "remote".into(),
            name: name.into(),
        })
    };
    let quote = around
        .text
        .get(request.start..request.end)
        .unwrap_or_default();
    let mut to = bind::resources(&request.mentions, quote);
    to.0.extend([remote("origin"), remote("upstream")]);
    let constraint = Constraint {
        paths: Some(project_paths(request, around)),
        resources: Some(to),
        ..Constraint::default()
    };
    let mut grants = vec![made(request, around, &["repo.push"], constraint.clone())];
    if quote.to_lowercase().contains("force") {
        let mut forced = made(request, around, &["repo.delete"], constraint);
        forced.asks = Some("rewriting what the remote has".to_owned());
        grants.push(forced);
    }
    grants
}

/// "open a PR": with the push of the branch that it is about.
fn pull_request(request: &Request, around: &Surroundings<'_>, things: &[SmolStr]) -> Vec<Grant> {
    let mut grants = push(request, around);
    grants.extend(general(request, around, things));
    for grant in &mut grants {
        grant
            .scope
            .capabilities
            .push(CapabilityPattern::new("repo.pull"));
    }
    grants
}

/// "install requests": packages that the words name. Without a name in the call, what the project
/// itself lists is installed, which any such words ask for.
fn install(request: &Request, around: &Surroundings<'_>) -> Grant {
    let quote = around.text.get(request.start..request.end);
    let names = quote
        .unwrap_or_default()
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"@/_-".contains(c)))
        .filter(|word| word.chars().count() > 1)
        .map(|word| TargetPattern::Literal(word.to_owned()));
    let constraint = Constraint {
        resources: Some(TargetSet(names.collect())),
        ..Constraint::default()
    };
    made(request, around, &["package.install"], constraint)
}

/// "run `make lint`", "run it", "run ~/x.py".
fn run(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    let mut paths = Vec::new();
    let mut programs = Vec::new();
    let mut earlier = false;
    for mention in request.mentions.iter().filter(|mention| !mention.excepted) {
        bind::path_patterns(mention, around.environment, &mut paths);
        match &mention.what {
            What::Literal(Kind::Quoted, text) if text.len() < 80 && paths.is_empty() => {
                programs.push(
                    text.split_whitespace()
                        .take(2)
                        .collect::<Vec<_>>()
                        .join(" "),
                );
            }
            What::Pronoun => earlier = true,
            What::Thing(thing) if thing == "code" || thing == "file" => earlier = true,
            _ => {}
        }
    }
    if earlier && paths.is_empty() {
        paths.extend(
            around
                .earlier_paths
                .iter()
                .filter(|pattern| matches!(pattern, TargetPattern::Path(_)))
                .cloned(),
        );
    }
    let mut grants = Vec::new();
    if !paths.is_empty() {
        let constraint = Constraint {
            paths: Some(TargetSet(paths)),
            ..Constraint::default()
        };
        let mut grant = made(request, around, &["code.exec", "shell.exec"], constraint);
        grant.scope.project_code = true;
        grants.push(grant);
    }
    if !programs.is_empty() {
        let constraint = Constraint {
            programs: Some(programs),
            ..Constraint::default()
        };
        let mut grant = made(request, around, &["code.exec", "shell.exec"], constraint);
        grant.scope.project_code = true;
        grant.scope.risks = vec![RiskClass::Execution];
        grants.push(grant);
    }
    grants
}

/// Writing files of this machine.
fn files(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    let mut set = Vec::new();
    // "save a copy of a.md to b.md": where there is a goal, only it is written.
    let goals = request.mentions.iter().any(|mention| {
        mention.part == Part::Goal && matches!(mention.what, What::Literal(Kind::Path, _))
    });
    for mention in request
        .mentions
        .iter()
        .filter(|mention| !mention.excepted && mention.part != Part::Source)
    {
        let moved = request.action == Action::Move;
        if !goals || moved || mention.part == Part::Goal {
            bind::path_patterns(mention, around.environment, &mut set);
        }
    }
    if set.is_empty()
        && request
            .mentions
            .iter()
            .any(|mention| matches!(mention.what, What::Pronoun))
    {
        set.extend(around.earlier_paths.iter().cloned());
    }
    if set.is_empty() {
        return Vec::new();
    }
    let constraint = Constraint {
        paths: Some(TargetSet(set)),
        ..Constraint::default()
    };
    vec![made(request, around, FILE_WRITES, constraint)]
}

fn deletes(request: &Request, around: &Surroundings<'_>) -> Vec<Grant> {
    let mut set = Vec::new();
    for mention in request
        .mentions
        .iter()
        .filter(|mention| !mention.excepted && mention.part != Part::Source)
    {
        bind::path_patterns(mention, around.environment, &mut set);
    }
    if set.is_empty() {
        return Vec::new();
    }
    let constraint = Constraint {
        paths: Some(TargetSet(set)),
        ..Constraint::default()
    };
    vec![made(request, around, &["file.delete"], constraint)]
}

/// Everything that is done through a service.
fn general(request: &Request, around: &Surroundings<'_>, things: &[SmolStr]) -> Vec<Grant> {
    let Some(constraint) = super::constrain::constraint(request, around, things) else {
        return Vec::new();
    };
    let capabilities = capabilities(request.action, things, constraint.hosts.is_some());
    if capabilities.is_empty() {
        return Vec::new();
    }
    let (bookings, others): (Vec<&str>, Vec<&str>) = capabilities
        .iter()
        .map(SmolStr::as_str)
        .partition(|name| name.starts_with("booking."));
    // What is booked exists already, so the words must name it or say how it is found.
    let mut booked = constraint.clone();
    booked.resources = Some(booked_things(request, around));
    [(bookings, booked), (others, constraint)]
        .into_iter()
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, constraint)| service(request, around, &names, constraint))
        .collect()
}

/// The hotel, table or car that a booking is about. "at Mario's", "from Avis" name it too.
fn booked_things(request: &Request, around: &Surroundings<'_>) -> TargetSet {
    let quote = around.text.get(request.start..request.end);
    let direct: Vec<Mention> = request
        .mentions
        .iter()
        .map(|mention| Mention {
            part: Part::Direct,
            ..mention.clone()
        })
        .collect();
    bind::resources(&direct, quote.unwrap_or_default())
}

/// What is done through a service, with the sums and counts of the words.
fn service(
    request: &Request,
    around: &Surroundings<'_>,
    names: &[&str],
    constraint: Constraint,
) -> Grant {
    let mut grant = made(request, around, names, constraint);
    grant.limit.max_cents = super::constrain::money(request, around.text);
    if request.action == Action::Pay && grant.limit.max_calls.is_none() {
        grant.limit.max_calls = Some(1);
    }
    grant
}

/// The names of what an action does to things.
fn capabilities(action: Action, things: &[SmolStr], hosts: bool) -> Vec<SmolStr> {
    let lexicon = Lexicon::built_in();
    let meaning = lexicon.meaning(action);
    let mut found: BTreeSet<SmolStr> = BTreeSet::new();
    let defaults: &[&str] = match action {
        Action::Send | Action::Reply | Action::Forward => &["email", "message"],
        Action::Post if hosts => &["site"],
        Action::Post => &["message"],
        Action::Share | Action::Invite => &["file", "channel", "user", "event"],
        Action::Book => &[
            "reservation",
            "event",
            "hotel",
            "restaurant",
            "flight",
            "car",
        ],
        Action::Pay => &["money", "invoice"],
        Action::Buy => &["order", "money"],
        Action::Push | Action::Merge => &["repo"],
        Action::Deploy => &["server"],
        Action::Control => &["device", "server", "media"],
        Action::Schedule => &["job", "event", "reminder"],
        Action::Archive => &["email"],
        Action::Permit => &["permission"],
        _ => &[],
    };
    let things: Vec<SmolStr> = if things.is_empty()
        || (matches!(
            action,
            Action::Send
                | Action::Reply
                | Action::Forward
                | Action::Post
                | Action::Invite
                | Action::Book
                | Action::Pay
                | Action::Push
        )) {
        things
            .iter()
            .cloned()
            .chain(defaults.iter().map(|name| SmolStr::new_static(name)))
            .collect()
    } else {
        things.to_vec()
    };
    let speaks = matches!(
        action,
        Action::Send | Action::Reply | Action::Forward | Action::Post
    );
    let to_people = [
        "email", "message", "channel", "comment", "issue", "pr", "user",
    ];
    for thing in things
        .iter()
        .filter(|thing| !speaks || hosts || to_people.contains(&thing.as_str()))
    {
        if speaks && !hosts && *thing == "site" {
            continue;
        }
        for domain in lexicon
            .things
            .get(thing)
            .map(|thing| thing.domains.as_slice())
            .unwrap_or_default()
        {
            // Files of this machine are granted by path, never by kind.
            if domain == "file"
                && !matches!(action, Action::Share | Action::Invite | Action::Permit)
            {
                continue;
            }
            let comments = (*thing == "comment").then(|| SmolStr::new_static("comment"));
            for name in meaning.names.iter().chain(&comments) {
                found.insert(format!("{domain}.{name}").into());
            }
        }
    }
    found.into_iter().collect()
}

/// A mention that names who receives.
pub(super) fn is_receiver(mention: &Mention) -> bool {
    !mention.excepted && mention.part != Part::Source
}
