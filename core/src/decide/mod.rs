//! Given effects and a policy, the answer. Deterministic, explained, strictest wins.
//!
//! `registry` lists the rules in the order of decision; `rules/` holds one file for each; `verdict`
//! weighs what they said. Nothing here reads a clock, a file or the environment.

mod allow_by;
mod case;
mod constraint;
mod coverage;
mod described;
mod fingerprint;
pub mod message;
mod named;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod properties_words;
mod protected;
mod registry;
mod rule;
mod rules;
mod secrets;
mod situation;
#[cfg(test)]
mod testing;
mod text;
mod usage;
mod verdict;

pub use crate::model::{AutoAnswer, SessionState, Usage};
pub use fingerprint::rule_key;
pub use registry::{RULES, page as rules_page};
pub use rule::Rule;
pub use situation::Situation;
pub(crate) use usage::{counted_name, leaves, left_in_files};

use crate::model::Decision;

/// The decision about one call. Pure: the same situation gives the same decision.
pub fn decide(situation: &Situation<'_>) -> Decision {
    verdict::decide(situation)
}
