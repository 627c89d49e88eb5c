//! What a call uses up of the task's limits. Reserved with the decision, given back when the call
//! did not run. Only what some limit counts is charged, so unlimited tasks write no state.

use serde::{Deserialize, Serialize};

use crate::decide::{Usage, counted_name, leaves, left_in_files};
use crate::limits;
use crate::model::{Decision, Effect, Marks, RiskClass, Target, Verdict};
use crate::policy::{Grant, Policy};

/// The share of one call in the usage of its task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Charge {
    /// Grants that one call is counted against.
    calls: Vec<String>,
    /// Grant and target, for targets that this call is the first to touch.
    targets: Vec<(String, String)>,
    /// Grant and hundredths of currency.
    cents: Vec<(String, i64)>,
    /// Grants that ask once, whose question the call brings up. Counted when the call has run and
    /// not when it is reserved: until the human answers, another call must ask too.
    asked: Vec<String>,
    /// Effects that leave the machine.
    outbound: u32,
    /// Files that the call fills from the network or with a secret. Not given back: whether a call
    /// that was stopped halfway filled them is not known.
    left_in_files: Vec<(String, Marks)>,
}

impl Charge {
    /// What the decided call would use up of a task of which this much was used `before`.
    pub(crate) fn of(decision: &Decision, policy: &Policy, before: &Usage) -> Self {
        let mut charge = Self::default();
        if decision.verdict == Verdict::Block {
            return charge;
        }
        for (effect, verdict) in decision.effects.iter().zip(&decision.per_effect) {
            if policy.outbound_budget.is_some() && leaves(effect) {
                charge.outbound += 1;
            }
            let grant = verdict.grant.as_ref().and_then(|id| {
                let grants = policy.grants.iter();
                grants.into_iter().find(|grant| grant.id == id.as_str())
            });
            if let Some(grant) = grant {
                charge.count(grant, effect);
            }
        }
        charge.left_in_files = left_in_files(&decision.effects, before).collect();
        charge
    }

    fn count(&mut self, grant: &Grant, effect: &Effect) {
        if grant.asks_once && !self.asked.contains(&grant.id) {
            self.asked.push(grant.id.clone());
        }
        if grant.limit.max_calls.is_some() {
            if !self.calls.contains(&grant.id) {
                self.calls.push(grant.id.clone());
            }
            if matches!(effect.risk, RiskClass::LocalWrite | RiskClass::Delete) {
                for target in effect.targets.iter().filter_map(counted_name) {
                    self.targets.push((grant.id.clone(), target));
                }
            }
        }
        if grant.limit.max_cents.is_some() {
            let cents = effect.targets.iter().filter_map(|target| match target {
                Target::Amount(amount) => Some(amount.cents),
                _ => None,
            });
            let sum = cents.fold(0_i64, i64::saturating_add);
            self.cents.push((grant.id.clone(), sum));
        }
    }

    /// Whether nothing is used up.
    pub(crate) fn is_empty(&self) -> bool {
        self.calls.is_empty()
            && self.targets.is_empty()
            && self.cents.is_empty()
            && self.asked.is_empty()
            && self.outbound == 0
            && self.left_in_files.is_empty()
    }

    /// Adds the charge to the usage. Targets that were touched before cost nothing and are taken
    /// out of the charge, so that giving it back leaves them counted.
    pub(crate) fn reserve(&mut self, usage: &mut Usage) {
        for grant in &self.calls {
            let calls = usage.calls.entry(grant.clone()).or_default();
            *calls = calls.saturating_add(1);
        }
        self.targets.retain(|(grant, target)| {
            let known = usage.targets.entry(grant.clone()).or_default();
            let new = !known.contains(target);
            if new {
                known.push(target.clone());
            }
            new
        });
        for (grant, cents) in &self.cents {
            let sum = usage.cents.entry(grant.clone()).or_default();
            *sum = sum.saturating_add(*cents);
        }
        usage.outbound = usage.outbound.saturating_add(self.outbound);
        for (file, marks) in &self.left_in_files {
            let known = usage.left_in_files.contains_key(file);
            if known || usage.left_in_files.len() < limits::FILES_REMEMBERED {
                *usage.left_in_files.entry(file.clone()).or_default() |= *marks;
            }
        }
    }

    /// Adds the charge of a call that has run, so that its question is answered for good.
    pub(crate) fn settle(&mut self, usage: &mut Usage) {
        self.reserve(usage);
        for grant in &self.asked {
            usage.answered.insert(grant.clone());
        }
    }

    /// Takes the charge off the usage: the call did not run.
    pub(crate) fn release(&self, usage: &mut Usage) {
        for grant in &self.calls {
            if let Some(calls) = usage.calls.get_mut(grant) {
                *calls = calls.saturating_sub(1);
            }
        }
        for (grant, target) in &self.targets {
            if let Some(known) = usage.targets.get_mut(grant) {
                known.retain(|name| name != target);
            }
        }
        for (grant, cents) in &self.cents {
            if let Some(sum) = usage.cents.get_mut(grant) {
                *sum = sum.saturating_sub(*cents);
            }
        }
        usage.outbound = usage.outbound.saturating_sub(self.outbound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_counts_as_answered_only_when_the_call_has_run() {
        let mut usage = Usage::default();
        let mut charge = Charge {
            asked: vec!["g".to_owned()],
            ..Charge::default()
        };
        charge.reserve(&mut usage);
        assert!(usage.answered.is_empty());
        charge.release(&mut usage);
        charge.settle(&mut usage);
        assert!(usage.answered.contains("g"));
    }

    fn charge() -> Charge {
        Charge {
            asked: Vec::new(),
            calls: vec!["g".to_owned()],
            targets: vec![("g".to_owned(), "/a".to_owned())],
            cents: vec![("g".to_owned(), 500)],
            outbound: 2,
            left_in_files: Vec::new(),
        }
    }

    #[test]
    fn giving_back_undoes_a_reservation() {
        let mut usage = Usage::default();
        let mut first = charge();
        first.reserve(&mut usage);
        assert_eq!(usage.outbound, 2);
        first.release(&mut usage);
        assert_eq!(usage.calls.get("g"), Some(&0));
        assert_eq!(usage.targets.get("g"), Some(&Vec::new()));
        assert_eq!((usage.cents.get("g"), usage.outbound), (Some(&0), 0));
    }

    #[test]
    fn a_target_touched_before_stays_counted_when_a_later_call_is_given_back() {
        let mut usage = Usage::default();
        charge().reserve(&mut usage);
        let mut second = charge();
        second.reserve(&mut usage);
        second.release(&mut usage);
        assert_eq!(usage.targets.get("g"), Some(&vec!["/a".to_owned()]));
        assert_eq!(usage.calls.get("g"), Some(&1));
    }
}
