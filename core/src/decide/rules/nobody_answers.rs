//! Where nobody is there to answer, a question is a block.
//!
//! Absence of a human is not consent. Where the user told the host to answer for them, that holds
//! only while a policy made from their words applies, and never with `strict_yolo`.
//! Example: a cron job, `hermes -z`, `--yolo` under the fallback policy.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::decide::{AutoAnswer, SessionState};
use crate::model::{Stage, Verdict};
use crate::policy::PolicySource;

pub(crate) const RULE: Rule = Rule {
    id: "nobody-answers",
    stage: Stage::Attendance,
    summary: "a question that no human would answer",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let situation = case.situation;
    let Some(auto) = situation.auto_answer else {
        return;
    };
    let why = if situation.strict_yolo {
        "`strict_yolo` is set"
    } else if !is_users_choice(auto) {
        "absence of a human is not consent"
    } else if situation.policy.source == PolicySource::Fallback {
        "no policy was made from the user's words"
    } else if matches!(situation.session, SessionState::UpdatePending(_)) {
        "the newest message is not taken over yet"
    } else {
        return;
    };
    opinions.call(Verdict::Block, format!("{}, and {why}", in_words(auto)));
}

/// Whether the user told the host, for this session, to answer in their place.
const fn is_users_choice(auto: AutoAnswer) -> bool {
    match auto {
        AutoAnswer::Yolo
        | AutoAnswer::ApprovalsOff
        | AutoAnswer::Allowlist
        | AutoAnswer::Subagent => true,
        AutoAnswer::Cron
        | AutoAnswer::SingleQuery
        | AutoAnswer::Unattended
        | AutoAnswer::NonInteractive => false,
    }
}

const fn in_words(auto: AutoAnswer) -> &'static str {
    match auto {
        AutoAnswer::Yolo => "the host approves everything by itself",
        AutoAnswer::ApprovalsOff => "approvals are off",
        AutoAnswer::Allowlist => "the host would answer from its allowlist",
        AutoAnswer::Cron => "this is a scheduled job",
        AutoAnswer::SingleQuery => "this is a single query without a terminal",
        AutoAnswer::Unattended => "nobody watches this platform",
        AutoAnswer::Subagent => "a setting answers the questions of subagents",
        AutoAnswer::NonInteractive => "no human is there to answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;
    use crate::policy::Policy;

    #[test]
    fn questions_become_blocks_and_nothing_else_does() {
        let write = [effect("file.write", RiskClass::LocalWrite)];
        let read = [effect("file.read", RiskClass::Read)];
        let mut world = World::read_only();
        world.auto_answer = Some(AutoAnswer::Cron);
        world.expect(&write, Verdict::Block, RULE.id);
        world.expect(&read, Verdict::Allow, "read-default");
        world.auto_answer = Some(AutoAnswer::Yolo);
        world.expect(&write, Verdict::AskUser, "unauthorised");
        world.strict_yolo = true;
        world.expect(&write, Verdict::Block, RULE.id);
        world.strict_yolo = false;
        world.policy = Policy::fallback("f", 0);
        world.expect(&write, Verdict::Block, RULE.id);
    }
}
