//! A message's findings join the policy of the task: restrictions first, then what is taken back,
//! then what is added.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::grants::{self, Surroundings};
use super::lexicon::{Lexicon, Thing};
use super::mention::{Mention, What};
use super::reading::{Finding, Request};
use super::{Compiled, Message, Read, Setting, bans, bind, cite};
use crate::limits;
use crate::model::RiskClass;
use crate::policy::{
    Citation, Constraint, DescribedSet, Grant, Policy, PolicySource, Prohibition, Scope,
    TargetPattern, TargetSet,
};

/// How long a task's authority lasts, in seconds.
const LIFETIME: i64 = 12 * 60 * 60;

/// The policy after the message.
pub(super) fn merge(
    previous: &Policy,
    message: &Message<'_>,
    setting: &Setting<'_>,
    read: &Read<'_>,
) -> Compiled {
    let mut merger = Merger {
        policy: previous.clone(),
        setting,
        text: read.text,
        notes: Vec::new(),
        fresh: Vec::new(),
    };
    let empty = read.text.trim().is_empty();
    if empty && setting.turn > 1 {
        return Compiled {
            policy: merger.policy,
            ignored: Vec::new(),
            notes: merger.notes,
        };
    }
    let requests = requests(&read.findings);
    let requested: Vec<RiskClass> = requests
        .iter()
        .flat_map(|request| Lexicon::built_in().meaning(request.action).risks.clone())
        .collect();
    merger.restrict(&read.findings, &requested);
    if message.owner {
        merger.revoke(&read.findings);
        merger.add(&read.findings, &requests);
        merger.policy.source = PolicySource::Compiled;
        merger.policy.uncertain.clone_from(&read.uncertain);
        merger.policy.expires_at = Some(setting.now.saturating_add(LIFETIME));
    } else if !requests.is_empty() {
        merger.notes.push(
            "only the owner can allow more; the message was read for restrictions".to_owned(),
        );
    }
    merger.number();
    Compiled {
        policy: merger.policy,
        ignored: Vec::new(),
        notes: merger.notes,
    }
}

fn requests(findings: &[Finding]) -> Vec<&Request> {
    findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Request(request) => Some(request),
            _ => None,
        })
        .collect()
}

struct Merger<'a> {
    policy: Policy,
    setting: &'a Setting<'a>,
    text: &'a str,
    notes: Vec<String>,
    /// Prohibitions of this message.
    fresh: Vec<Prohibition>,
}

impl Merger<'_> {
    fn cite(&self, start: usize, end: usize) -> Citation {
        Citation {
            turn: self.setting.turn.max(1),
            ..cite(self.text, start, end)
        }
    }

    fn restrict(&mut self, findings: &[Finding], requested: &[RiskClass]) {
        for finding in findings {
            match finding {
                Finding::Ban(ban) => {
                    let cites = self.cite(ban.start, ban.end);
                    let words = cites.quote.clone();
                    match bans::ban(ban, cites, self.setting.environment, requested) {
                        bans::Made::Prohibition(prohibition) => self.fresh.push(prohibition),
                        bans::Made::Boundary(boundary) => self.policy.boundaries.push(boundary),
                        bans::Made::Unchecked => self.notes.push(format!(
                            "`{words}` cannot be seen in a tool call; it is left to the agent"
                        )),
                    }
                }
                Finding::ReadOnly { start, end } => {
                    let cites = self.cite(*start, *end);
                    let mut scope = Scope::consequential();
                    scope
                        .capabilities
                        .push(crate::model::CapabilityPattern::new("net.send"));
                    self.fresh.push(Prohibition {
                        scope,
                        cites,
                        ..Prohibition::default()
                    });
                }
                Finding::Bound(request) => {
                    let cites = self.cite(request.start, request.end);
                    let bounds = bans::bounds(request, &cites, self.setting.environment);
                    // A new "only" of the same kind takes the place of an older turn's.
                    for bound in bounds {
                        self.policy.boundaries.retain(|old| {
                            old.scope != bound.scope || old.cites.turn == bound.cites.turn
                        });
                        self.policy.boundaries.push(bound);
                    }
                }
                _ => {}
            }
        }
        let mut known = HashSet::new();
        self.fresh.retain(|ban| {
            known.insert((
                ban.scope.clone(),
                ban.about.clone(),
                ban.except.clone(),
                ban.asks,
            ))
        });
        self.policy.prohibitions.extend(self.fresh.iter().cloned());
        // What a restriction forbids outright is no longer granted.
        let fresh = &self.fresh;
        self.policy
            .grants
            .retain(|grant| !fresh.iter().any(|ban| forbids(ban, grant)));
    }

    fn revoke(&mut self, findings: &[Finding]) {
        for finding in findings {
            let Finding::Revoke {
                mentions,
                actions,
                start,
                end,
            } = finding
            else {
                continue;
            };
            let turn = self.setting.turn.max(1);
            let things: Vec<_> = mentions
                .iter()
                .filter_map(|mention| match &mention.what {
                    What::Thing(thing) => Lexicon::built_in().things.get(thing),
                    _ => None,
                })
                .collect();
            let before = self.policy.grants.len();
            self.policy.grants.retain(|grant| {
                let about = things.is_empty() && actions.is_empty()
                    || grant.scope.capabilities.iter().any(|pattern| {
                        things.iter().any(|thing| {
                            thing
                                .domains
                                .iter()
                                .any(|domain| pattern.as_str().starts_with(domain.as_str()))
                        })
                    })
                    || grant.scope.capabilities.iter().any(|pattern| {
                        actions.iter().any(|action| {
                            Lexicon::built_in()
                                .meaning(*action)
                                .names
                                .iter()
                                .any(|name| pattern.as_str().ends_with(name.as_str()))
                        })
                    });
                grant.cites.turn == 0 || grant.cites.turn >= turn || !about
            });
            if self.policy.grants.len() < before {
                let words = cite(self.text, *start, *end).quote;
                self.notes
                    .push(format!("`{words}` takes back what was asked for earlier"));
            }
        }
    }

    fn add(&mut self, findings: &[Finding], requests: &[&Request]) {
        let mut around = Surroundings {
            text: self.text,
            environment: self.setting.environment,
            named: Self::named(findings),
            earlier: earlier(&self.policy.grants, |constraint| {
                constraint.recipients.as_ref()
            }),
            earlier_paths: earlier(&self.policy.grants, |constraint| constraint.paths.as_ref()),
        };
        let named = self.everything_named(findings);
        self.policy.named.extend(named);
        let ask_first = findings.iter().find_map(|finding| match finding {
            Finding::AskFirst { start, end } => Some(cite(self.text, *start, *end).quote),
            _ => None,
        });
        let mut added: Vec<Grant> = Vec::new();
        let mut known = HashSet::new();
        for request in requests {
            for mut grant in grants::grants(request, &around) {
                grant.cites.turn = self.setting.turn.max(1);
                grant.asks = grant.asks.or_else(|| ask_first.clone());
                if let Some(paths) = &grant.constraint.paths {
                    remember(&mut around.earlier_paths, paths);
                }
                if let Some(recipients) = &grant.constraint.recipients {
                    remember(&mut around.earlier, recipients);
                }
                if let Some(ban) = self.fresh.iter().find(|ban| forbids(ban, &grant)) {
                    self.notes.push(format!(
                        "`{}` is asked for and `{}` forbids it; the prohibition wins",
                        grant.cites.quote, ban.cites.quote
                    ));
                    continue;
                }
                let same = (
                    grant.scope.clone(),
                    grant.constraint.clone(),
                    grant.limit.clone(),
                    grant.asks.clone(),
                );
                if !known.insert(same) || added.len() >= limits::MESSAGE_GRANTS {
                    continue;
                }
                self.lift(&grant);
                added.push(grant);
            }
        }
        // "ask me before you delete": to be asked about, not refused.
        for ban in self.fresh.iter().filter(|ban| ban.asks) {
            added.push(Grant {
                scope: ban.scope.clone(),
                asks: Some(ban.cites.quote.clone()),
                cites: ban.cites.clone(),
                ..Grant::default()
            });
        }
        for finding in findings {
            match finding {
                Finding::FullTrust { start, end } => added.push(Grant {
                    scope: Scope {
                        capabilities: vec![crate::model::CapabilityPattern::new("*")],
                        ..Scope::default()
                    },
                    cites: self.cite(*start, *end),
                    ..Grant::default()
                }),
                Finding::Delegate { start, end, .. } => {
                    let words = cite(self.text, *start, *end).quote;
                    added.extend(delegated(&self.cite(*start, *end), &self.policy.named));
                    self.notes.push(format!("`{words}` hands the task to what is written there; what it adds is asked about"));
                }
                _ => {}
            }
        }
        for finding in findings {
            if let Finding::Most { max, mentions } = finding {
                bound_calls(&mut added, *max, mentions);
            }
        }
        self.policy.grants.extend(added);
    }

    /// A later explicit request lifts an older ban of its class for its own targets.
    fn lift(&mut self, grant: &Grant) {
        let turn = self.setting.turn.max(1);
        for ban in &mut self.policy.prohibitions {
            let older = ban.cites.turn > 0 && ban.cites.turn < turn;
            if older && overlaps(&ban.scope, grant) && !grant.constraint.is_empty() {
                ban.except.push(grant.constraint.clone());
            }
        }
    }

    /// Addresses that the message names anywhere in the owner's words.
    fn named(findings: &[Finding]) -> Vec<TargetPattern> {
        let mut set = Vec::new();
        for finding in findings {
            let mentions = match finding {
                Finding::Request(request) => &request.mentions,
                Finding::Fact { mentions } => mentions,
                _ => continue,
            };
            for mention in mentions.iter().filter(|mention| !mention.excepted) {
                bind::recipient_patterns(mention, &mut set);
            }
        }
        unique(set)
    }

    /// Every host, address and path that the owner's words name, for whatever purpose.
    fn everything_named(&self, findings: &[Finding]) -> Vec<TargetPattern> {
        let mut set = Vec::new();
        for finding in findings {
            let mentions = match finding {
                Finding::Request(request) | Finding::Bound(request) => &request.mentions,
                Finding::Fact { mentions } | Finding::Delegate { mentions, .. } => mentions,
                _ => continue,
            };
            for mention in mentions {
                set.extend(bind::host_of(mention).map(TargetPattern::Domain));
                bind::recipient_patterns(mention, &mut set);
            }
        }
        set.retain(|pattern| {
            !matches!(pattern, TargetPattern::Described(_)) && !self.policy.named.contains(pattern)
        });
        let mut known = HashSet::new();
        set.retain(|pattern| known.insert(pattern.clone()));
        set
    }

    /// Gives every grant a name that stays: the turn, and its place among those of the turn.
    fn number(&mut self) {
        let turn = self.setting.turn.max(1);
        let mut place = 0;
        for grant in self
            .policy
            .grants
            .iter_mut()
            .filter(|grant| grant.id.is_empty())
        {
            place += 1;
            let mut id = String::new();
            let _ = write!(id, "t{turn}g{place}");
            grant.id = id;
        }
    }
}

/// "At most one email.": the grants that it is about may be used no more often.
fn bound_calls(grants: &mut [Grant], max: u32, mentions: &[Mention]) {
    let things: Vec<&Thing> = mentions
        .iter()
        .filter_map(|mention| match &mention.what {
            What::Thing(thing) => Lexicon::built_in().things.get(thing),
            _ => None,
        })
        .collect();
    for grant in grants {
        let about = things.iter().any(|thing| {
            grant.scope.capabilities.iter().any(|pattern| {
                let domain = pattern.as_str().split('.').next().unwrap_or_default();
                thing.domains.iter().any(|known| known == domain)
            })
        });
        if about || things.is_empty() {
            let known = grant.limit.max_calls.unwrap_or(max);
            grant.limit.max_calls = Some(known.min(max));
        }
    }
}

/// Work that is written down elsewhere: mild actions towards those whom the owner's own words name
/// are asked about once, the rest every time.
fn delegated(cites: &Citation, named: &[TargetPattern]) -> [Grant; 4] {
    use RiskClass as R;
    let mut recipients = named.to_vec();
    recipients.push(bind::described(&cites.quote, "channel", Vec::new()));
    let record = DescribedSet {
        words: "a record of an earlier result".to_owned(),
        ..DescribedSet::default()
    };
    let grant = |risks: &[R], constraint: Constraint| Grant {
        scope: Scope::risks(risks),
        asks_once: !constraint.is_empty(),
        constraint,
        asks: Some(format!(
            "`{}` leaves it to what is written there",
            cites.quote.trim()
        )),
        cites: cites.clone(),
        ..Grant::default()
    };
    let some = |set: Vec<TargetPattern>| Some(TargetSet(set));
    [
        grant(
            &[R::Communication],
            Constraint {
                recipients: some(recipients.clone()),
                ..Constraint::default()
            },
        ),
        grant(
            &[R::ExternalWrite],
            Constraint {
                recipients: some(recipients),
                resources: some(vec![TargetPattern::Described(record.clone())]),
                ..Constraint::default()
            },
        ),
        grant(
            &[R::LocalWrite],
            Constraint {
                paths: some(vec![TargetPattern::Described(record)]),
                ..Constraint::default()
            },
        ),
        grant(
            &[R::PermissionChange, R::Delete, R::Financial, R::Execution],
            Constraint::default(),
        ),
    ]
}

/// Whether a prohibition takes away all that a grant gives.
fn forbids(ban: &Prohibition, grant: &Grant) -> bool {
    if ban.asks || ban.about.is_some() || !ban.except.is_empty() {
        return false;
    }
    let is_banned = |risks: &[RiskClass]| risks.iter().all(|risk| ban.scope.risks.contains(risk));
    let gives = &grant.scope;
    // What may be of another class as well is left to the prohibition itself, which always wins.
    is_banned(&gives.risks)
        && (!gives.project_code || is_banned(&[RiskClass::Execution]))
        && gives.capabilities.iter().all(|pattern| {
            let risks = super::risks_of_capability(pattern);
            ban.scope
                .capabilities
                .iter()
                .any(|other| other.covers(pattern))
                || (!risks.is_empty() && is_banned(&risks))
        })
}

/// Whether the scope speaks about what the grant is for.
fn overlaps(scope: &Scope, grant: &Grant) -> bool {
    let risks = super::risks_of(grant);
    risks.iter().any(|risk| scope.risks.contains(risk))
        || grant
            .scope
            .capabilities
            .iter()
            .any(|pattern| scope.capabilities.iter().any(|other| other.covers(pattern)))
}

/// Without repetitions, and no more than can be meant at once.
fn unique(set: Vec<TargetPattern>) -> Vec<TargetPattern> {
    let mut known = HashSet::new();
    set.into_iter()
        .filter(|pattern| known.insert(pattern.clone()))
        .take(limits::MESSAGE_TARGETS)
        .collect()
}

/// Adds what a later "it" or "them" may mean; the oldest go first.
fn remember(known: &mut Vec<TargetPattern>, set: &TargetSet) {
    for pattern in set.0.iter().take(limits::MESSAGE_TARGETS) {
        if !known.contains(pattern) {
            known.push(pattern.clone());
        }
    }
    let excess = known.len().saturating_sub(limits::MESSAGE_TARGETS);
    known.drain(..excess);
}

fn earlier(grants: &[Grant], of: impl Fn(&Constraint) -> Option<&TargetSet>) -> Vec<TargetPattern> {
    grants
        .iter()
        .filter_map(|grant| of(&grant.constraint))
        .flat_map(|set| set.0.iter().cloned())
        .filter(|pattern| !matches!(pattern, TargetPattern::Tree(_)))
        .collect()
}
