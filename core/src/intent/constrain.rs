//! The targets that a request for a service is bound to. A request that does not say enough to be
//! bound makes no grant.

use smol_str::SmolStr;

use super::bind;
use super::grants::{Surroundings, is_receiver};
use super::lexicon::Action;
use super::mention::{Mention, Part, What};
use super::reading::Request;
use super::tokens::Kind;
use crate::policy::{Constraint, TargetPattern, TargetSet};

/// Who receives, which records, which host; `None` when an action that needs a target has none.
pub(super) fn constraint(
    request: &Request,
    around: &Surroundings<'_>,
    things: &[SmolStr],
) -> Option<Constraint> {
    use Action as A;
    let quote = around
        .text
        .get(request.start..request.end)
        .unwrap_or_default();
    let receivers = receivers(request, around, things, quote);
    let resources = bind::resources(&request.mentions, quote);
    let about_event = things.iter().any(|thing| thing == "event");
    let about_ticket = things.iter().any(|thing| thing == "issue" || thing == "pr");
    match request.action {
        // "comment on issue 12": whoever follows it is told, and nobody is named.
        A::Post | A::Reply if about_ticket && receivers.is_empty() => Some(Constraint {
            resources: Some(ticket(request, resources, quote)),
            ..Constraint::default()
        }),
        A::Send | A::Reply | A::Forward | A::Post | A::Share | A::Invite => {
            let hosts = hosts(request);
            if receivers.is_empty() && hosts.is_none() {
                return None;
            }
            let shares = matches!(request.action, A::Share | A::Invite);
            let (paths, resources) = if shares {
                (None, (!about_event).then(|| widened(request, resources)))
            } else {
                let (paths, records) = content(request, around, quote);
                (Some(paths), Some(records))
            };
            Some(Constraint {
                recipients: Some(TargetSet(receivers)),
                hosts,
                paths,
                resources,
                ..Constraint::default()
            })
        }
        A::Pay | A::Buy => {
            let named = receivers
                .iter()
                .any(|pattern| !matches!(pattern, TargetPattern::Described(_)));
            if !named && selecting(&request.mentions).is_empty() {
                return None;
            }
            Some(Constraint {
                recipients: Some(TargetSet(receivers)),
                resources: (!named).then_some(resources),
                ..Constraint::default()
            })
        }
        A::Delete | A::Cancel => {
            let selectors = selecting(&request.mentions);
            if selectors.is_empty() && !things.iter().any(|thing| thing == "draft") {
                return None;
            }
            let resources = if selectors.is_empty() {
                drafts(quote)
            } else {
                resources
            };
            Some(Constraint {
                recipients: about_event.then(|| TargetSet(everyone(quote))),
                resources: Some(resources),
                ..Constraint::default()
            })
        }
        _ => {
            // What is made has no record yet, but where it is made has one.
            let resources = if about_ticket {
                ticket(request, resources, quote)
            } else {
                widened(request, resources)
            };
            let mut recipients = receivers;
            if about_event || recipients.is_empty() {
                recipients.extend(around.named.iter().cloned());
            }
            Some(Constraint {
                recipients: Some(TargetSet(recipients)),
                hosts: None,
                resources: Some(resources),
                ..Constraint::default()
            })
        }
    }
}

/// A ticket or pull request: by its number and repository where the words say them.
fn ticket(request: &Request, mut resources: TargetSet, quote: &str) -> TargetSet {
    let said = hosted(quote);
    let named = !said.is_empty();
    resources.0.splice(0..0, said);
    if named {
        resources
    } else {
        widened(request, resources)
    }
}

/// What may be sent along: the files and records that the words name. Another one would leave with
/// the owner's name on it, to the right person and for the wrong reason.
fn content(request: &Request, around: &Surroundings<'_>, quote: &str) -> (TargetSet, TargetSet) {
    let mut paths = Vec::new();
    for mention in request.mentions.iter().filter(|mention| !mention.excepted) {
        bind::path_patterns(mention, around.environment, &mut paths);
    }
    let names = request.mentions.iter().filter(|mention| {
        !mention.excepted
            && match mention.what {
                What::Literal(kind, _) => matches!(kind, Kind::Quoted | Kind::Path),
                What::Name(_) => mention.part == Part::Direct,
                _ => false,
            }
    });
    let mut records = Vec::new();
    for name in bind::selectors(names) {
        records.push(TargetPattern::Literal(name.clone()));
        records.push(bind::described(quote, "file", vec![name]));
    }
    // Words that describe ("the summary") select nothing by themselves, and are asked about.
    let described = bind::described(quote, "file", vec![quote.to_owned()]);
    paths.push(described.clone());
    records.push(described);
    (TargetSet(paths), TargetSet(records))
}

/// Low-risk changes whose words name no record accept one that any earlier result showed.
fn widened(request: &Request, mut resources: TargetSet) -> TargetSet {
    if names_record(request) {
        return resources;
    }
    resources
        .0
        .push(TargetPattern::Described(crate::policy::DescribedSet {
            words: "a record of an earlier result".to_owned(),
            fields: Vec::new(),
            selectors: Vec::new(),
        }));
    resources
}

/// Whether the words name what is changed, not only whom it concerns or where it comes from.
fn names_record(request: &Request) -> bool {
    let shares = matches!(request.action, Action::Share | Action::Invite);
    let makes = makes(request.action);
    let goal = makes
        || request
            .mentions
            .iter()
            .any(|mention| mention.part == Part::Goal);
    // "share X with Y" changes X; "add X to Y" changes Y.
    let part = if goal && !shares {
        Part::Goal
    } else {
        Part::Direct
    };
    request.mentions.iter().any(|mention| {
        !mention.excepted
            && mention.part == part
            && match mention.what {
                // "in Asana", "on Monday": a name behind what is made is hardly ever a record's.
                What::Name(_) => !makes,
                What::Literal(kind, _) => matches!(kind, Kind::Quoted | Kind::Path),
                _ => false,
            }
    })
}

/// The repository and the numbers in "comment on #12 of acme/app".
fn hosted(quote: &str) -> Vec<TargetPattern> {
    let repositories = quote
        .split_whitespace()
        .filter_map(|word| bind::slug(word.trim_end_matches(['.', ',', '?', '!', ':', ';'])));
    let numbers = quote
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .map(|number| TargetPattern::Literal(number.to_owned()));
    repositories.flatten().chain(numbers).collect()
}

/// Whether an action makes something that is not there yet.
fn makes(action: Action) -> bool {
    matches!(
        action,
        Action::Create | Action::Open | Action::Book | Action::Schedule
    )
}

fn drafts(quote: &str) -> TargetSet {
    TargetSet(vec![bind::described(
        quote,
        "draft",
        vec!["draft".to_owned()],
    )])
}

fn everyone(quote: &str) -> Vec<TargetPattern> {
    vec![bind::described(quote, "user", Vec::new())]
}

fn selecting(mentions: &[Mention]) -> Vec<String> {
    bind::selectors(mentions.iter().filter(|mention| !mention.excepted))
}

/// Everyone whom the request names or describes as a receiver.
fn receivers(
    request: &Request,
    around: &Surroundings<'_>,
    things: &[SmolStr],
    quote: &str,
) -> Vec<TargetPattern> {
    let mut set = Vec::new();
    for mention in request
        .mentions
        .iter()
        .filter(|mention| is_receiver(mention))
    {
        let direct_quote = mention.part == Part::Direct
            && matches!(mention.what, What::Literal(Kind::Quoted, _))
            && !is_address(mention);
        // "send 'hello' to Bob": what is sent is no receiver.
        if direct_quote
            && request
                .mentions
                .iter()
                .any(|other| other.part == Part::Goal)
        {
            continue;
        }
        bind::recipient_patterns(mention, &mut set);
        if let Some(host) = bind::host_of(mention) {
            set.push(TargetPattern::Domain(host));
        }
    }
    let described = request
        .mentions
        .iter()
        .filter(|mention| is_receiver(mention))
        .find_map(|mention| match &mention.what {
            What::Thing(thing) if thing == "user" || thing == "channel" => Some(thing.clone()),
            What::Pronoun if mention.part != Part::Direct || set.is_empty() => Some("user".into()),
            _ => None,
        });
    if let Some(thing) = described {
        let names = bind::selectors(request.mentions.iter().filter(|mention| {
            mention.part == Part::Source || matches!(mention.what, What::Literal(Kind::Quoted, _))
        }));
        set.push(bind::described(quote, &thing, names.clone()));
        // "post there", "tell them": people or channels of an earlier part of the message.
        set.push(bind::described(quote, "channel", names));
    }
    if request.same
        || request
            .mentions
            .iter()
            .any(|mention| mention.what == What::Pronoun)
    {
        set.extend(around.earlier.iter().cloned());
        set.extend(around.named.iter().cloned());
    }
    // "send it to Ana (ana@example.com)"; but one of a pair is not bound to the other's address.
    let by_name = !request.paired
        && request
            .mentions
            .iter()
            .any(|mention| is_receiver(mention) && !matches!(mention.what, What::Literal(_, _)));
    if by_name || things.iter().any(|thing| thing == "event") {
        set.extend(
            around
                .named
                .iter()
                .filter(|pattern| matches!(pattern, TargetPattern::Recipient(_)))
                .cloned(),
        );
    }
    set.dedup();
    set
}

fn is_address(mention: &Mention) -> bool {
    matches!(&mention.what, What::Literal(Kind::Quoted, text) if text.contains('@') && !text.contains(' '))
}

fn hosts(request: &Request) -> Option<TargetSet> {
    let hosts: Vec<TargetPattern> = request
        .mentions
        .iter()
        .filter(|mention| is_receiver(mention))
        .filter_map(bind::host_of)
        .map(TargetPattern::Domain)
        .collect();
    (!hosts.is_empty()).then_some(TargetSet(hosts))
}

/// A sum in the words, as a ceiling: hundredths and the currency.
pub(super) fn money(request: &Request, text: &str) -> Option<(i64, String)> {
    let quote = text.get(request.start..request.end)?;
    let words: Vec<&str> = quote.split_whitespace().collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let sign = currency(word);
        let next = words.get(at + 1).and_then(|next| currency(next));
        let before = at
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .and_then(|word| currency(word));
        let code = sign.or(next).or(before);
        let plain = matches!(request.action, Action::Pay) && code.is_none();
        let number: String = word
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '.' || *c == ',')
            .collect();
        if !word.chars().any(|c| c.is_ascii_digit())
            || (code.is_none() && !plain)
            || word.chars().filter(|c| c.is_alphabetic()).count() > 3
        {
            return None;
        }
        cents(number.trim_end_matches(['.', ',']))
            .map(|cents| (cents, code.unwrap_or_default().to_owned()))
    })
}

fn currency(word: &str) -> Option<&'static str> {
    let bare =
        word.trim_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '!' | '?'));
    match bare.to_lowercase().as_str() {
        "€" | "eur" | "euro" | "euros" | "евро" => Some("EUR"),
        "$" | "usd" | "dollar" | "dollars" | "dólares" => Some("USD"),
        "£" | "gbp" | "pounds" => Some("GBP"),
        "¥" | "jpy" | "yen" => Some("JPY"),
        "chf" | "francs" => Some("CHF"),
        _ => None,
    }
}

/// `1,000.50`, `1.000,50`, `50`.
fn cents(number: &str) -> Option<i64> {
    let split = number.rfind(['.', ',']).filter(|at| number.len() - at <= 3);
    let (whole, fraction) = match split {
        Some(at) => (number.get(..at)?, number.get(at + 1..)?),
        None => (number, ""),
    };
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    whole
        .parse::<i64>()
        .ok()?
        .checked_mul(100)?
        .checked_add(format!("{fraction:0<2}").parse().ok()?)
}
