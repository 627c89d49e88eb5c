//! Whatever is played in several sessions at once, each is answered as if it were alone.

use proptest::prelude::*;

use super::*;

/// What may happen in a session.
#[derive(Clone, Copy, Debug)]
enum Step {
    Read,
    Write(bool),
    Approve(Answer),
    Finish(CallStatus),
    Say,
}

fn any_step() -> impl Strategy<Value = Step> {
    let answers = [Answer::Once, Answer::Session, Answer::Deny];
    let ends = [CallStatus::Ok, CallStatus::Blocked];
    prop_oneof![
        Just(Step::Read),
        any::<bool>().prop_map(Step::Write),
        proptest::sample::select(answers.to_vec()).prop_map(Step::Approve),
        proptest::sample::select(ends.to_vec()).prop_map(Step::Finish),
        Just(Step::Say),
    ]
}

/// Plays steps of one session; gives what was answered, without ids of policies.
#[derive(Default)]
struct Player {
    last: Option<(String, Option<String>)>,
    answers: Vec<&'static str>,
    calls: usize,
}

impl Player {
    fn play(&mut self, fence: &Fence, session: &str, step: Step) {
        match step {
            Step::Say => {
                say(fence, session, "hello");
            }
            Step::Read => {
                let answered = propose(fence, &ids(session, "r"), &read());
                self.note(&answered);
            }
            Step::Write(other) => {
                self.calls += 1;
                let id = self.calls.to_string();
                let call = if other { other_write() } else { write() };
                let answered = propose(fence, &ids(session, &id), &call);
                self.note(&answered);
                let key = match answered {
                    Directive::Ask { rule_key, .. } => Some(rule_key),
                    _ => None,
                };
                self.last = Some((id, key));
            }
            Step::Approve(given) => {
                if let Some((id, Some(key))) = &self.last {
                    answer(fence, &ids(session, id), key, given);
                }
            }
            Step::Finish(status) => {
                if let Some((id, _)) = &self.last {
                    finish(fence, &ids(session, id), &write(), status);
                }
            }
        }
        self.answers.push(state(fence, session));
    }

    fn note(&mut self, answered: &Directive) {
        self.answers.push(match answered {
            Directive::Allow => "allow",
            Directive::Block { .. } => "block",
            Directive::Ask { .. } => "ask",
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_happens_in_one_session_changes_no_other(
        steps in proptest::collection::vec((0_usize..3, any_step()), 1..24),
    ) {
        let shared = Home::new();
        let alone = [Home::new(), Home::new(), Home::new()];
        let mut together: [Player; 3] = Default::default();
        let mut apart: [Player; 3] = Default::default();
        for (index, home) in alone.iter().enumerate() {
            shared.say(&index.to_string(), "hello");
            home.say(&index.to_string(), "hello");
        }
        for (index, step) in steps {
            let session = index.to_string();
            together[index].play(&shared.fence, &session, step);
            apart[index].play(&alone[index].fence, &session, step);
        }
        for (together, apart) in together.iter().zip(&apart) {
            prop_assert_eq!(&together.answers, &apart.answers);
        }
    }
}
