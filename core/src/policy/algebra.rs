//! Comparing two policies: is the second narrower, wider, or some of both, and in what?
//!
//! Used when a message amends a task: narrowing takes effect by itself, widening is told.
//! Conservative: what cannot be shown to be narrower counts as wider.

use super::{
    Boundary, Constraint, Grant, Limit, Policy, Prohibition, Scope, TargetPattern, TargetSet,
};
use crate::model::{RiskClass, Verdict};

/// How the second of two policies stands to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both allow the same.
    Same,
    /// The second allows less and nothing more.
    Narrower,
    /// The second allows more and nothing less.
    Wider,
    /// Some of both.
    Mixed,
}

/// The comparison with its differences in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How the second stands to the first.
    pub relation: Relation,
    /// What the second takes away; for people, lower case, no full stop.
    pub narrows: Vec<String>,
    /// What the second adds.
    pub widens: Vec<String>,
}

/// Compares what two policies allow.
pub fn compare(before: &Policy, after: &Policy) -> Comparison {
    let mut difference = Difference::default();
    difference.grants(before, after);
    difference.restrictions(before, after);
    difference.numbers(before, after);
    let relation = match (difference.narrows.is_empty(), difference.widens.is_empty()) {
        (true, true) => Relation::Same,
        (false, true) => Relation::Narrower,
        (true, false) => Relation::Wider,
        (false, false) => Relation::Mixed,
    };
    Comparison {
        relation,
        narrows: difference.narrows,
        widens: difference.widens,
    }
}

#[derive(Default)]
struct Difference {
    narrows: Vec<String>,
    widens: Vec<String>,
}

impl Difference {
    fn grants(&mut self, before: &Policy, after: &Policy) {
        for grant in &after.grants {
            if !before.grants.iter().any(|old| old.covers(grant)) {
                self.widens
                    .push(format!("allows {}", grant_in_words(grant)));
            }
        }
        for grant in &before.grants {
            if !after.grants.iter().any(|new| new.covers(grant)) {
                self.narrows
                    .push(format!("no longer allows {}", grant_in_words(grant)));
            }
            // Reads need no grant: one with a limit is there to bound them.
            let bounds = grant.limit != Limit::default() && !speaks_of_changes_only(grant);
            if bounds && !after.grants.iter().any(|new| grant.covers(new)) {
                self.widens
                    .push(format!("no longer limits {}", grant_in_words(grant)));
            }
        }
        for risk_verdict in &after.defaults {
            let old = default_of(before, risk_verdict.0);
            if Some(risk_verdict.1) != old {
                let words = format!("{} becomes {}", risk_verdict.0, risk_verdict.1);
                match old {
                    Some(old) if risk_verdict.1 > old => self.narrows.push(words),
                    _ => self.widens.push(words),
                }
            }
        }
        for (risk, verdict) in &before.defaults {
            if default_of(after, *risk).is_none() {
                self.widens
                    .push(format!("{risk} is no longer {verdict} by default"));
            }
        }
    }

    fn restrictions(&mut self, before: &Policy, after: &Policy) {
        for new in &after.prohibitions {
            if !before.prohibitions.iter().any(|old| old.covers(new)) {
                self.narrows
                    .push(format!("forbids {}", quote(&new.cites.quote, &new.scope)));
            }
        }
        for old in &before.prohibitions {
            if !after.prohibitions.iter().any(|new| new.covers(old)) {
                self.widens.push(format!(
                    "no longer forbids {}",
                    quote(&old.cites.quote, &old.scope)
                ));
            }
        }
        for new in &after.boundaries {
            if !before.boundaries.iter().any(|old| old.covers(new)) {
                self.narrows.push(format!(
                    "confines the task: {}",
                    quote(&new.cites.quote, &new.scope)
                ));
            }
        }
        for old in &before.boundaries {
            if !after.boundaries.iter().any(|new| new.covers(old)) {
                self.widens.push(format!(
                    "no longer confines the task: {}",
                    quote(&old.cites.quote, &old.scope)
                ));
            }
        }
        for new in &after.requires_approval {
            if !before.requires_approval.iter().any(|old| old.covers(new)) {
                self.narrows
                    .push(format!("asks about {}", scope_in_words(new)));
            }
        }
        for old in &before.requires_approval {
            if !after.requires_approval.iter().any(|new| new.covers(old)) {
                self.widens
                    .push(format!("no longer asks about {}", scope_in_words(old)));
            }
        }
    }

    fn numbers(&mut self, before: &Policy, after: &Policy) {
        self.bound(
            "the outbound budget",
            before.outbound_budget.map(i64::from),
            after.outbound_budget.map(i64::from),
        );
        self.bound("the task's end", before.expires_at, after.expires_at);
    }

    /// `None` is no bound.
    fn bound(&mut self, what: &str, before: Option<i64>, after: Option<i64>) {
        let words = |value: Option<i64>| value.map_or("none".to_owned(), |value| value.to_string());
        let text = format!("{what} goes from {} to {}", words(before), words(after));
        if is_within(after, before) && !is_within(before, after) {
            self.narrows.push(text);
        } else if !is_within(after, before) {
            self.widens.push(text);
        }
    }
}

fn default_of(policy: &Policy, risk: RiskClass) -> Option<Verdict> {
    policy
        .defaults
        .iter()
        .find(|(known, _)| *known == risk)
        .map(|(_, verdict)| *verdict)
}

/// Whether an upper bound lies within another; `None` is no bound.
fn is_within<T: PartialOrd>(inner: Option<T>, outer: Option<T>) -> bool {
    match (inner, outer) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(inner), Some(outer)) => inner <= outer,
    }
}

impl Grant {
    /// Whether everything that `other` allows is allowed here.
    pub fn covers(&self, other: &Self) -> bool {
        self.scope.covers(&other.scope)
            && self.constraint.covers(&other.constraint)
            && self.limit.covers(&other.limit)
            && (self.asks.is_none() || other.asks.is_some())
    }
}

impl Prohibition {
    /// Whether everything that `other` forbids is forbidden here.
    pub fn covers(&self, other: &Self) -> bool {
        let about = match (&self.about, &other.about) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(ours), Some(theirs)) => ours.names_all_of(theirs),
        };
        self.scope.covers(&other.scope)
            && about
            && (!self.asks || other.asks)
            && self
                .except
                .iter()
                .all(|ours| other.except.iter().any(|theirs| theirs.covers(ours)))
    }
}

impl Boundary {
    /// Whether this confines at least as much as `other`.
    pub fn covers(&self, other: &Self) -> bool {
        self.scope.covers(&other.scope) && other.within.covers(&self.within)
    }
}

impl Limit {
    /// Whether everything within `other` is within this limit.
    pub fn covers(&self, other: &Self) -> bool {
        let money = match (&other.max_cents, &self.max_cents) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((theirs, their_code)), Some((ours, code))) => {
                theirs <= ours && (code.is_empty() || code == their_code)
            }
        };
        is_within(other.max_calls, self.max_calls)
            && is_within(other.not_after, self.not_after)
            && money
    }
}

impl Constraint {
    /// Whether everything that satisfies `other` satisfies this constraint.
    pub fn covers(&self, other: &Self) -> bool {
        let programs = match (&self.programs, &other.programs) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(ours), Some(theirs)) => theirs
                .iter()
                .all(|theirs| ours.iter().any(|ours| super::runs(theirs, ours))),
        };
        programs
            && self.pairs(other).into_iter().all(|pair| match pair {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(ours), Some(theirs)) => ours.covers(theirs),
            })
    }

    /// Whether what this names, in any dimension, includes all that `other` names.
    fn names_all_of(&self, other: &Self) -> bool {
        let programs = match (&self.programs, &other.programs) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(ours), Some(theirs)) => theirs.iter().all(|name| ours.contains(name)),
        };
        programs
            && self.pairs(other).into_iter().all(|pair| match pair {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(ours), Some(theirs)) => ours.covers(theirs),
            })
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> [(Option<&'a TargetSet>, Option<&'a TargetSet>); 4] {
        [
            (self.recipients.as_ref(), other.recipients.as_ref()),
            (self.hosts.as_ref(), other.hosts.as_ref()),
            (self.paths.as_ref(), other.paths.as_ref()),
            (self.resources.as_ref(), other.resources.as_ref()),
        ]
    }
}

impl TargetSet {
    /// Whether everything in `other` is in this set.
    pub fn covers(&self, other: &Self) -> bool {
        other
            .0
            .iter()
            .all(|theirs| self.0.iter().any(|ours| ours.covers(theirs)))
    }
}

impl TargetPattern {
    /// Whether everything that `other` stands for is within this pattern.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tree(tree), Self::Path(path) | Self::Tree(path)) => path.is_within(tree),
            (Self::Domain(domain), Self::Host(host) | Self::Domain(host)) => host.is_within(domain),
            (Self::RecipientDomain(domain), Self::Recipient(recipient)) => recipient
                .name
                .rsplit_once('@')
                .is_some_and(|(_, host)| host == domain.as_str()),
            _ => self == other,
        }
    }
}

/// Whether no read is in the grant's scope, as far as its text shows.
fn speaks_of_changes_only(grant: &Grant) -> bool {
    grant.scope.capabilities.is_empty() && !grant.scope.risks.contains(&RiskClass::Read)
}

fn grant_in_words(grant: &Grant) -> String {
    let scope = scope_in_words(&grant.scope);
    let words = grant.cites.quote.trim();
    if words.is_empty() {
        scope
    } else {
        format!("{scope} (`{words}`)")
    }
}

fn quote(words: &str, scope: &Scope) -> String {
    let words = words.trim();
    if words.is_empty() {
        return scope_in_words(scope);
    }
    format!("`{words}`")
}

fn scope_in_words(scope: &Scope) -> String {
    match scope.in_words() {
        words if words.is_empty() => "nothing".to_owned(),
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Citation, preset};
    use crate::target::path::absolute;

    fn write_to(path: &str, max_calls: Option<u32>) -> Grant {
        Grant {
            scope: Scope::capability("file.write"),
            constraint: Constraint {
                paths: Some(TargetSet(vec![TargetPattern::Tree(absolute(path))])),
                ..Constraint::default()
            },
            limit: Limit {
                max_calls,
                ..Limit::default()
            },
            cites: Citation::named(format!("write to {path}")),
            ..Grant::default()
        }
    }

    fn policy(grants: Vec<Grant>) -> Policy {
        Policy {
            grants,
            ..Policy::fallback("p", 0)
        }
    }

    #[test]
    fn relations_are_told_with_their_words() {
        let wide = policy(vec![write_to("/p", None)]);
        let narrow = policy(vec![write_to("/p/a", Some(3))]);
        let other = policy(vec![write_to("/q", None)]);
        assert_eq!(compare(&wide, &wide).relation, Relation::Same);
        let narrowed = compare(&wide, &narrow);
        assert_eq!(narrowed.relation, Relation::Narrower);
        assert_eq!(
            narrowed.narrows,
            ["no longer allows changing files (`write to /p`)"]
        );
        assert_eq!(compare(&narrow, &wide).relation, Relation::Wider);
        let mixed = compare(&wide, &other);
        assert_eq!(mixed.relation, Relation::Mixed);
        assert_eq!(mixed.widens, ["allows changing files (`write to /q`)"]);
    }

    #[test]
    fn restrictions_narrow_and_lifting_them_widens() {
        let plain = policy(vec![write_to("/p", None)]);
        let mut banned = plain.clone();
        banned.prohibitions.push(Prohibition {
            scope: Scope::risks([RiskClass::Delete]),
            cites: Citation::named("delete nothing"),
            ..Prohibition::default()
        });
        banned.outbound_budget = Some(3);
        let comparison = compare(&plain, &banned);
        assert_eq!(comparison.relation, Relation::Narrower);
        assert_eq!(
            comparison.narrows,
            [
                "forbids `delete nothing`",
                "the outbound budget goes from none to 3"
            ]
        );
        assert_eq!(compare(&banned, &plain).relation, Relation::Wider);
    }

    #[test]
    fn presets_are_ordered() {
        let root = absolute("/p");
        let presets = [
            preset::read_only(),
            preset::code_task(&root),
            preset::full_trust(),
        ];
        for pair in presets.windows(2) {
            let [narrow, wide] = pair else { continue };
            assert_eq!(
                compare(narrow, wide).relation,
                Relation::Wider,
                "{}",
                wide.id
            );
            assert_eq!(
                compare(wide, narrow).relation,
                Relation::Narrower,
                "{}",
                narrow.id
            );
        }
    }
}
