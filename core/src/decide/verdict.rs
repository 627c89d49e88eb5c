//! Weighs what the rules said: effect by effect, strictest wins.

use std::cmp::Reverse;

use smol_str::SmolStr;

use super::case::Case;
use super::coverage::Coverage;
use super::registry::RULES;
use super::rule::Opinions;
use super::situation::Situation;
use crate::model::{Capability, Decision, EffectVerdict, Opinion, RiskClass, Stage, Verdict};

/// The decision about one call.
pub(super) fn decide(situation: &Situation<'_>) -> Decision {
    let case = Case::new(situation);
    let mut trace = Vec::with_capacity(situation.effects.len() + 4);
    for rule in RULES {
        (rule.judge)(&case, &mut Opinions::of(rule, &mut trace));
    }
    let judged = judge_effects(&case, &trace);
    // The strictest effect decides; of several, the most severe, then the first.
    let risk = |place: usize| situation.effects.get(place).map(|effect| effect.risk);
    let deciding = judged
        .iter()
        .enumerate()
        .max_by_key(|(place, judged)| (judged.verdict, risk(*place), Reverse(*place)));
    let Some((place, strictest)) = deciding else {
        return nothing_known(case, trace);
    };
    let effect = situation.effects.get(place);
    let mut decision = Decision {
        tool: situation.call.tool.clone(),
        verdict: strictest.verdict,
        rule: strictest.rule.clone(),
        reason: strictest.reason.clone(),
        risk: situation
            .effects
            .iter()
            .map(|effect| effect.risk)
            .max()
            .unwrap_or(RiskClass::Unknown),
        capability: effect.map_or(Capability::UNKNOWN, |effect| effect.capability.clone()),
        effects: situation.effects.to_vec(),
        allow_by: Vec::new(),
        per_effect: per_effect(&case, judged),
        fingerprint: case.fingerprint.clone(),
        trace,
    };
    decision.allow_by = super::allow_by::of(situation, &decision, place);
    decision
}

/// The verdict on one effect with its reason.
struct Judged {
    verdict: Verdict,
    rule: SmolStr,
    reason: String,
}

impl From<&Opinion> for Judged {
    fn from(opinion: &Opinion) -> Self {
        Self {
            verdict: opinion.verdict,
            rule: opinion.rule.clone(),
            reason: opinion.reason.clone(),
        }
    }
}

fn judge_effects(case: &Case<'_>, trace: &[Opinion]) -> Vec<Judged> {
    (0..case.situation.effects.len())
        .map(|place| {
            let opinions = || {
                trace
                    .iter()
                    .filter(move |opinion| opinion.effect.is_none_or(|about| about == place))
            };
            judge_effect(case, opinions)
        })
        .collect()
}

/// The order of decision for one effect: the first row that blocks wins; a question of any row
/// stands until the exact action is approved; only then does authority count.
fn judge_effect<'t, I: Iterator<Item = &'t Opinion>>(
    case: &Case<'_>,
    opinions: impl Fn() -> I,
) -> Judged {
    let decided = before_attendance(case, &opinions);
    if decided.verdict != Verdict::AskUser {
        return decided;
    }
    // Nobody is there to answer.
    match opinions().find(|opinion| opinion.stage == Stage::Attendance) {
        Some(opinion) if opinion.verdict == Verdict::Block => Judged {
            reason: format!("{}; {}", decided.reason, opinion.reason),
            ..Judged::from(opinion)
        },
        _ => decided,
    }
}

/// An approval of the exact action answers a question, except that the session has no policy to
/// ask under; it never answers a block.
fn before_attendance<'t, I: Iterator<Item = &'t Opinion>>(
    case: &Case<'_>,
    opinions: &impl Fn() -> I,
) -> Judged {
    let weighed = weigh(opinions);
    let answered = weighed.verdict == Verdict::AskUser
        && case.is_approved()
        && !opinions().any(|it| it.stage == Stage::Session && it.verdict == Verdict::AskUser);
    if !answered {
        return weighed;
    }
    opinions()
        .find(|it| it.stage == Stage::Approval)
        .map_or(weighed, Judged::from)
}

fn weigh<'t, I: Iterator<Item = &'t Opinion>>(opinions: &impl Fn() -> I) -> Judged {
    let up_to = |last: Stage| opinions().filter(move |opinion| opinion.stage <= last);
    if let Some(block) = up_to(Stage::Constraint).find(|it| it.verdict == Verdict::Block) {
        return block.into();
    }
    let questions = || up_to(Stage::Authority).filter(|it| it.verdict == Verdict::AskUser);
    let claimed = questions().any(|it| it.stage >= Stage::Constraint);
    let authority = opinions()
        .filter(|it| it.stage > Stage::Constraint && it.stage < Stage::Attendance)
        .min_by_key(|it| it.stage);
    match (questions().next(), authority) {
        // A guard's question never hides that nothing allows the effect in the first place.
        (Some(_), Some(last)) if last.verdict == Verdict::Block && !claimed => last.into(),
        (Some(question), _) => question.into(),
        (None, Some(last)) => last.into(),
        (None, None) => Judged {
            verdict: Verdict::Block,
            rule: SmolStr::new_static("no-rule"),
            reason: "no rule speaks about it".to_owned(),
        },
    }
}

fn per_effect(case: &Case<'_>, judged: Vec<Judged>) -> Vec<EffectVerdict> {
    judged
        .into_iter()
        .enumerate()
        .map(|(place, judged)| EffectVerdict {
            verdict: judged.verdict,
            rule: judged.rule,
            grant: match case.coverage_of(place) {
                Coverage::Granted { grant } | Coverage::Asks { grant, .. } => {
                    Some(SmolStr::new(&grant.id))
                }
                Coverage::Unclaimed | Coverage::Missed { .. } => None,
            },
        })
        .collect()
}

/// A call without effects is a fault of an analyser, and never a pass.
fn nothing_known(case: Case<'_>, trace: Vec<Opinion>) -> Decision {
    Decision {
        tool: case.situation.call.tool.clone(),
        verdict: Verdict::Block,
        rule: SmolStr::new_static("no-effects"),
        reason: "nothing is known about what this call does".to_owned(),
        risk: RiskClass::Unknown,
        capability: Capability::UNKNOWN,
        effects: Vec::new(),
        per_effect: Vec::new(),
        allow_by: Vec::new(),
        trace,
        fingerprint: case.fingerprint,
    }
}
