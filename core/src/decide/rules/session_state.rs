//! What state the session is in: without a live policy nothing consequential passes.
//!
//! A dropped or unknown session has no authority at all. A quarantined session, one whose newest
//! message is not compiled yet, and one whose state cannot be read still let reads through.
//! Example: after `/new`, a call of the old session blocks.

use crate::decide::SessionState;
use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "session-state",
    stage: Stage::Session,
    summary: "the session has no usable policy",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let (verdict, reason) = match case.situation.session {
        SessionState::Live => return,
        SessionState::Unknown => {
            opinions.call(Verdict::Block, "no policy is known for this session");
            return;
        }
        SessionState::Dropped => {
            opinions.call(Verdict::Block, "the session was ended or reset");
            return;
        }
        SessionState::Quarantined(why) => {
            (Verdict::Block, format!("the session is quarantined: {why}"))
        }
        SessionState::Broken(why) => (
            Verdict::Block,
            format!("the state cannot be trusted: {why}"),
        ),
        SessionState::UpdatePending(why) => (
            Verdict::AskUser,
            format!("the newest message is not taken over: {why}"),
        ),
    };
    for (place, _) in case.consequential() {
        opinions.about(place, verdict, reason.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect};
    use crate::model::RiskClass;

    #[test]
    fn reads_pass_a_quarantine_and_nothing_passes_a_dropped_session() {
        let read = [effect("file.read", RiskClass::Read)];
        let write = [effect("file.write", RiskClass::LocalWrite)];
        let mut world = World::full_trust();
        world.session = SessionState::Quarantined("a call ran undecided".to_owned());
        world.expect(&read, Verdict::Allow, "task-grant");
        world.expect(&write, Verdict::Block, "session-state");
        world.session = SessionState::UpdatePending("compiling".to_owned());
        world.approved = vec![world.decide(&write).fingerprint];
        world.expect(&write, Verdict::AskUser, "session-state");
        world.session = SessionState::Dropped;
        world.expect(&read, Verdict::Block, "session-state");
    }
}
