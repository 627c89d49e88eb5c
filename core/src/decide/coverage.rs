//! What the task's grants say about each effect. One complete grant must fit: the recipient of
//! one and the file of another never combine.

use super::constraint::{self, Miss};
use super::situation::Situation;
use super::usage::Ledger;
use crate::model::{Capability, Certainty, Effect, RiskClass, Target};
use crate::policy::Grant;

/// What the grants say about one effect.
#[derive(Clone, Debug)]
pub(crate) enum Coverage<'a> {
    /// No grant speaks about it.
    Unclaimed,
    /// A grant covers it.
    Granted {
        /// The grant.
        grant: &'a Grant,
    },
    /// A grant covers it, but the owner wants to be asked.
    Asks {
        /// The grant.
        grant: &'a Grant,
        /// What the owner wants to confirm, for people.
        why: &'a str,
    },
    /// Grants speak about it and none fits; the nearest one and what is missing.
    Missed {
        /// The grant.
        grant: &'a Grant,
        /// Why it does not fit.
        miss: Miss,
    },
}

/// The coverage of every effect, in order. Budgets run along: what an earlier effect of the same
/// call uses is gone for a later one.
pub(crate) fn of<'a>(situation: &Situation<'a>) -> Vec<Coverage<'a>> {
    let mut ledger = Ledger::default();
    situation
        .effects
        .iter()
        .map(|effect| {
            let coverage = of_effect(situation, effect, &ledger);
            if let Coverage::Granted { grant } | Coverage::Asks { grant, .. } = &coverage {
                ledger.enter(&grant.id, effect);
            }
            coverage
        })
        .collect()
}

fn of_effect<'a>(situation: &Situation<'a>, effect: &Effect, ledger: &Ledger) -> Coverage<'a> {
    let mut best = Coverage::Unclaimed;
    for grant in &situation.policy.grants {
        if !grant.scope.includes(effect) {
            continue;
        }
        match fits(situation, grant, effect, ledger) {
            Ok(()) => match asks(situation, grant, effect) {
                None => return Coverage::Granted { grant },
                Some(why) => best = Coverage::Asks { grant, why },
            },
            // Reads are allowed by default, so a question about some of them must not be lost by
            // another spelling of what may be the same file.
            Err(_) if reads_in_other_words(grant, effect) => {
                if let Some(why) = asks(situation, grant, effect) {
                    best = Coverage::Asks { grant, why };
                }
            }
            Err(miss) => {
                let nearer = match &best {
                    Coverage::Unclaimed => true,
                    Coverage::Missed { miss: known, .. } => miss.nearness() > known.nearness(),
                    Coverage::Granted { .. } | Coverage::Asks { .. } => false,
                };
                if nearer {
                    best = Coverage::Missed { grant, miss };
                }
            }
        }
    }
    best
}

fn reads_in_other_words(grant: &Grant, effect: &Effect) -> bool {
    grant.asks.is_some() && !effect.risk.is_consequential() && grant.constraint.touches(effect)
}

fn asks<'a>(situation: &Situation<'a>, grant: &'a Grant, effect: &Effect) -> Option<&'a str> {
    // One answer covers all that the same words lead to.
    let begun = grant.asks_once
        && situation.policy.grants.iter().any(|other| {
            let answered = situation.usage.answered.contains(&other.id);
            other.asks_once && other.cites == grant.cites && answered
        });
    if let Some(why) = grant.asks.as_ref().filter(|_| !begun) {
        return Some(why);
    }
    situation
        .policy
        .requires_approval
        .iter()
        .any(|scope| scope.includes(effect))
        .then_some("every action of this kind")
}

/// Whether the grant covers the effect wholly.
fn fits(
    situation: &Situation<'_>,
    grant: &Grant,
    effect: &Effect,
    ledger: &Ledger,
) -> Result<(), Miss> {
    if effect.certainty == Certainty::Opaque && !covers_code(grant, effect) {
        return Err(Miss::HiddenCode);
    }
    constraint::check(&grant.constraint, effect, situation)?;
    within_limit(situation, grant, effect, ledger)
}

/// Opaque code may do anything, so a grant of writes or sends never covers it.
fn covers_code(grant: &Grant, effect: &Effect) -> bool {
    effect.risk == RiskClass::Execution
        || grant
            .scope
            .speaks_of(&Capability::CODE_EXEC, RiskClass::Execution)
}

fn within_limit(
    situation: &Situation<'_>,
    grant: &Grant,
    effect: &Effect,
    ledger: &Ledger,
) -> Result<(), Miss> {
    let limit = &grant.limit;
    if limit.not_after.is_some_and(|end| situation.now > end) {
        return Err(Miss::Expired);
    }
    if let Some(max) = limit.max_calls {
        let count = ledger.count_with(&grant.id, effect, situation.usage);
        if count > max as usize {
            return Err(Miss::Calls { max });
        }
    }
    if let Some((max, currency)) = &limit.max_cents {
        return within_money(situation, grant, effect, ledger, *max, currency);
    }
    Ok(())
}

fn within_money(
    situation: &Situation<'_>,
    grant: &Grant,
    effect: &Effect,
    ledger: &Ledger,
    max: i64,
    currency: &str,
) -> Result<(), Miss> {
    let mut seen = false;
    for target in &effect.targets {
        let Target::Amount(amount) = target else {
            continue;
        };
        seen = true;
        // A service of one currency does not say which.
        let says = !amount.currency.is_empty();
        let other = says && !currency.is_empty() && amount.currency != currency;
        if other || amount.cents < 0 {
            return Err(Miss::Money { max });
        }
    }
    if !seen && effect.risk == RiskClass::Financial {
        return Err(Miss::NoAmount);
    }
    if ledger.cents_with(&grant.id, effect, situation.usage) > max {
        return Err(Miss::Money { max });
    }
    Ok(())
}
