//! Which rules speak about an effect.

use std::borrow::Cow;

use super::index::{Index, RuleSet};
use super::{Places, RuleVerdict, StandingRule, StandingRules};
use crate::model::{AbsPath, Certainty, Effect, Environment, PathTarget, Reach, Target, ToolCall};
use crate::policy::{TargetPattern, folded};
use crate::target::path::absolute;

/// The rules of a call, with what depends on the call alone worked out.
#[derive(Debug)]
pub(crate) struct CallRules<'a> {
    rules: &'a StandingRules,
    by_tool: RuleSet,
    home: &'a AbsPath,
    now: i64,
}

/// The name of a tool in one spelling: hosts write `mcp__server__tool` and `mcp_server_tool`.
pub(super) fn canonical_tool(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    if name.starts_with("mcp") && name.contains("__") {
        return Cow::Owned(name.replace("__", "_"));
    }
    Cow::Borrowed(name)
}

impl StandingRules {
    /// The rules as they stand for a call at a moment.
    pub(crate) fn for_call<'a>(
        &'a self,
        call: &ToolCall,
        environment: &'a Environment,
        now: i64,
    ) -> CallRules<'a> {
        CallRules {
            rules: self,
            by_tool: self.tools.hits(&canonical_tool(&call.tool)),
            home: &environment.home,
            now,
        }
    }
}

impl StandingRules {
    /// Whether the target may reach one of the settings' protected paths.
    pub(crate) fn protects(&self, target: &PathTarget, environment: &Environment) -> bool {
        may_reach_place(&self.protected, target, &environment.home)
    }

    /// Whether the target may reach one of the settings' secret paths.
    pub(crate) fn is_secret(&self, target: &PathTarget, environment: &Environment) -> bool {
        may_reach_place(&self.secret, target, &environment.home)
    }
}

impl<'a> CallRules<'a> {
    /// The rules that speak about the effect.
    pub(crate) fn matching(&self, effect: &Effect) -> Vec<&'a StandingRule> {
        if self.rules.rules.is_empty() {
            return Vec::new();
        }
        let facts = Facts::of(self.rules, effect, self.home);
        self.rules
            .rules
            .iter()
            .enumerate()
            .filter(|(number, rule)| self.speaks_about(*number, rule, effect, &facts))
            .map(|(_, rule)| rule)
            .collect()
    }

    fn speaks_about(
        &self,
        number: usize,
        rule: &StandingRule,
        effect: &Effect,
        facts: &Facts<'_>,
    ) -> bool {
        let entry = &rule.entry;
        (rule.risks.is_empty() || rule.risks.contains(&effect.risk))
            && (!entry.tool.is_set() || self.by_tool.contains(number))
            && (!entry.program.is_set() || facts.program.contains(number))
            && (rule.capabilities.is_empty()
                || rule
                    .capabilities
                    .iter()
                    .any(|pattern| pattern.matches(&effect.capability)))
            && rule.is_live(self.now)
            && facts.targets_match(number, rule, effect)
    }
}

/// What the indexes say about the effect.
struct Facts<'a> {
    home: &'a AbsPath,
    program: RuleSet,
    exact: TargetFacts,
    folded: TargetFacts,
}

/// One set of rules per target.
#[derive(Default)]
struct TargetFacts {
    paths: Vec<RuleSet>,
    hosts: Vec<RuleSet>,
    recipients: Vec<RuleSet>,
}

impl TargetFacts {
    fn of(places: &Places, effect: &Effect, home: &AbsPath, fold: bool) -> Self {
        let hits = |index: &Index, text: &str| {
            if fold {
                index.hits(&folded(text))
            } else {
                index.hits(text)
            }
        };
        let mut facts = Self::default();
        for target in &effect.targets {
            match target {
                Target::Path(path) => {
                    let mut found = hits(&places.paths, path.path.as_str());
                    if let Some(short) = from_home(&path.path, home) {
                        found.extend(&hits(&places.paths, &short));
                    }
                    facts.paths.push(found);
                }
                Target::Recipient(recipient) => {
                    facts
                        .recipients
                        .push(hits(&places.recipients, &recipient.name));
                }
                Target::Host(host) => facts.hosts.push(hits(&places.hosts, host.as_str())),
                Target::Url(url) => match &url.host {
                    Some(host) => facts.hosts.push(hits(&places.hosts, host.as_str())),
                    // A URL without a host is at none of the hosts that a rule may name.
                    None => facts.hosts.push(RuleSet::default()),
                },
                Target::Resource(_) | Target::Amount(_) => {}
            }
        }
        facts
    }
}

impl<'a> Facts<'a> {
    fn of(rules: &StandingRules, effect: &Effect, home: &'a AbsPath) -> Self {
        Self {
            home,
            program: effect
                .program
                .as_deref()
                .map(|program| rules.programs.hits(program))
                .unwrap_or_default(),
            exact: TargetFacts::of(&rules.exact, effect, home, false),
            folded: TargetFacts::of(&rules.folded, effect, home, true),
        }
    }

    fn targets_match(&self, number: usize, rule: &StandingRule, effect: &Effect) -> bool {
        let entry = &rule.entry;
        let named = [&entry.path, &entry.host, &entry.recipient]
            .into_iter()
            .any(super::Words::is_set);
        if !named {
            return true;
        }
        if rule.verdict == RuleVerdict::Allow {
            self.all_named(number, rule, effect)
        } else {
            self.any_named(number, rule, effect)
        }
    }

    /// For a rule that allows: every target of the kinds that it names is one of its own.
    fn all_named(&self, number: usize, rule: &StandingRule, effect: &Effect) -> bool {
        let all =
            |sets: &[RuleSet]| !sets.is_empty() && sets.iter().all(|set| set.contains(number));
        let single = effect.paths().all(|path| path.reach == Reach::One)
            || effect
                .paths()
                .all(|path| is_inside_tree(rule, path, self.home));
        effect.certainty == Certainty::Exact
            && (!rule.entry.path.is_set() || (all(&self.exact.paths) && single))
            && (!rule.entry.host.is_set() || all(&self.exact.hosts))
            && (!rule.entry.recipient.is_set() || all(&self.exact.recipients))
    }

    /// For a rule that stops: some target of each kind that it names may be one of its own.
    fn any_named(&self, number: usize, rule: &StandingRule, effect: &Effect) -> bool {
        let any = |sets: &[RuleSet]| sets.iter().any(|set| set.contains(number));
        (!rule.entry.path.is_set()
            || any(&self.folded.paths)
            || effect.paths().any(|path| may_reach(rule, path, self.home)))
            && (!rule.entry.host.is_set() || any(&self.folded.hosts))
            && (!rule.entry.recipient.is_set() || any(&self.folded.recipients))
    }
}

/// The path as a rule may write it: from the home.
fn from_home(path: &AbsPath, home: &AbsPath) -> Option<String> {
    let rest = path.as_str().strip_prefix(home.as_str())?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("~{rest}"))
}

/// A glob of a rule with the home put in.
fn with_home<'g>(glob: &'g str, home: &AbsPath) -> Cow<'g, str> {
    match glob.strip_prefix('~') {
        Some(rest) => Cow::Owned(format!("{home}{rest}")),
        None => Cow::Borrowed(glob),
    }
}

/// Whether a tree or pattern lies within a `/**` of the rule.
fn is_inside_tree(rule: &StandingRule, path: &PathTarget, home: &AbsPath) -> bool {
    rule.paths.iter().any(|glob| {
        glob.strip_suffix("/**").is_some_and(|folder| {
            !folder.contains(['*', '?', '[', '{'])
                && TargetPattern::Tree(absolute(&with_home(folder, home)))
                    .contains(&Target::Path(path.clone()))
        })
    })
}

/// Whether a tree or pattern may reach what the rule names.
fn may_reach(rule: &StandingRule, path: &PathTarget, home: &AbsPath) -> bool {
    path.reach != Reach::One
        && rule.paths.iter().any(|glob| {
            TargetPattern::PathGlob(with_home(glob, home).into_owned())
                .touches(&Target::Path(path.clone()))
        })
}

/// Whether the target may reach a listed place: what the glob names, and everything below it.
fn may_reach_place(globs: &[String], target: &PathTarget, home: &AbsPath) -> bool {
    let target = Target::Path(target.clone());
    globs.iter().any(|glob| {
        let glob = with_home(glob, home).into_owned();
        let below = format!("{}/**", glob.trim_end_matches('/'));
        [glob, below]
            .into_iter()
            .any(|glob| TargetPattern::PathGlob(glob).touches(&target))
    })
}
