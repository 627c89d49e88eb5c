//! The fence from message to answer: sessions, approvals, seals.

mod ends;
mod growth;
mod isolation;
mod recompute;

use std::path::Path;
use std::sync::Mutex;

use serde_json::{Value, json};
use smol_str::SmolStr;

use super::*;
use crate::audit::{self, EventKind};
use crate::decide::AutoAnswer;
use crate::model::{CallIds, ToolCall};

/// A human is there.
struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

/// The host answers by itself.
struct Nobody(AutoAnswer);

impl Attendance for Nobody {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        Some(self.0)
    }
}

/// A home with a guard.
struct Home {
    folder: tempfile::TempDir,
    fence: Fence,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fence = Fence::open(folder.path());
        Self { folder, fence }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The guard of another process on the same home.
    fn other(&self) -> Fence {
        Fence::open(self.path())
    }

    fn say(&self, session: &str, message: &str) -> Option<String> {
        say(&self.fence, session, message)
    }

    fn kinds(&self) -> Vec<EventKind> {
        let entries = audit::entries(&self.path().join(FOLDER));
        entries.map(|entry| entry.unwrap().event.kind).collect()
    }
}

fn say(fence: &Fence, session: &str, message: &str) -> Option<String> {
    fence.turn_started(&TurnStarted {
        ids: ids(session, ""),
        message: message.to_owned(),
        first: true,
        platform: "cli".into(),
        cwd: Some("/tmp".to_owned()),
        ..TurnStarted::default()
    })
}

fn ids(session: &str, call: &str) -> CallIds {
    CallIds {
        session: session.into(),
        call: call.into(),
        ..CallIds::default()
    }
}

fn call(tool: &str, args: &Value) -> ToolCall {
    ToolCall::new(tool, args.as_object().cloned().unwrap_or_default())
}

/// A write that no message of these tests allows: a question.
fn write() -> ToolCall {
    call(
        "write_file",
        &json!({"path": "/tmp/agentsfence-test/a.txt", "content": "x"}),
    )
}

fn other_write() -> ToolCall {
    call(
        "write_file",
        &json!({"path": "/tmp/agentsfence-test/b.txt", "content": "x"}),
    )
}

fn read() -> ToolCall {
    call("read_file", &json!({"path": "/tmp/agentsfence-test/a.txt"}))
}

fn propose(fence: &Fence, ids: &CallIds, call: &ToolCall) -> Directive {
    propose_to(fence, ids, call, &Human)
}

fn propose_to(fence: &Fence, ids: &CallIds, call: &ToolCall, who: &dyn Attendance) -> Directive {
    let proposal = Proposal {
        call: call.clone(),
        ids: ids.clone(),
        ..Proposal::default()
    };
    fence.decide(&proposal, who)
}

fn finish(fence: &Fence, ids: &CallIds, call: &ToolCall, status: CallStatus) {
    fence.call_finished(&CallFinished {
        call: call.clone(),
        ids: ids.clone(),
        status,
        ..CallFinished::default()
    });
}

fn answer(fence: &Fence, ids: &CallIds, rule_key: &str, answer: Answer) {
    fence.approval_answered(&ApprovalAnswered {
        ids: ids.clone(),
        rule_key: rule_key.to_owned(),
        answer,
    });
}

fn rule_key_of(directive: &Directive) -> String {
    match directive {
        Directive::Ask { rule_key, .. } => rule_key.clone(),
        other => panic!("not a question: {other:?}"),
    }
}

fn is_block(directive: &Directive) -> bool {
    matches!(directive, Directive::Block { message } if !message.is_empty())
}

fn state(fence: &Fence, session: &str) -> &'static str {
    fence
        .session_status(session)
        .map_or("none", |status| status.state)
}

#[test]
fn a_write_nobody_allowed_asks_and_a_read_passes() {
    let home = Home::new();
    home.say("s", "hello");
    assert_eq!(
        propose(&home.fence, &ids("s", "1"), &read()),
        Directive::Allow
    );
    let asked = propose(&home.fence, &ids("s", "2"), &write());
    assert!(rule_key_of(&asked).starts_with("agentsfence:"));
}

#[test]
fn once_covers_one_run_of_the_exact_action() {
    let home = Home::new();
    home.say("s", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    answer(&home.fence, &ids("s", "1"), &key, Answer::Once);
    finish(&home.fence, &ids("s", "1"), &write(), CallStatus::Ok);
    assert_eq!(state(&home.fence, "s"), "live");
    rule_key_of(&propose(&home.fence, &ids("s", "2"), &write()));
}

#[test]
fn once_covers_a_call_that_the_host_makes_again_after_the_answer() {
    let home = Home::new();
    home.say("s", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    answer(&home.fence, &ids("", ""), &key, Answer::Once);
    assert_eq!(
        propose(&home.fence, &ids("s", "2"), &write()),
        Directive::Allow
    );
    rule_key_of(&propose(&home.fence, &ids("s", "3"), &write()));
    finish(&home.fence, &ids("s", "2"), &write(), CallStatus::Blocked);
    assert_eq!(
        propose(&home.fence, &ids("s", "4"), &write()),
        Directive::Allow
    );
}

#[test]
fn session_and_always_cover_the_exact_action_only() {
    let home = Home::new();
    home.say("s", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    answer(&home.fence, &ids("s", "1"), &key, Answer::Session);
    for index in 2..5 {
        let ids = ids("s", &index.to_string());
        assert_eq!(propose(&home.fence, &ids, &write()), Directive::Allow);
    }
    rule_key_of(&propose(&home.fence, &ids("s", "9"), &other_write()));
}

#[test]
fn an_answer_to_no_question_grants_nothing() {
    let home = Home::new();
    home.say("s", "hello");
    home.say("t", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    answer(&home.fence, &ids("t", "1"), &key, Answer::Always);
    answer(
        &home.fence,
        &ids("s", "1"),
        "agentsfence:x:y",
        Answer::Always,
    );
    rule_key_of(&propose(&home.fence, &ids("t", "2"), &write()));
    rule_key_of(&propose(&home.fence, &ids("s", "2"), &write()));
}

#[test]
fn a_call_that_ran_without_being_told_was_host_given_once() {
    let home = Home::new();
    home.say("s", "hello");
    rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    finish(&home.fence, &ids("s", "1"), &write(), CallStatus::Ok);
    assert_eq!(state(&home.fence, "s"), "live");
    assert!(home.kinds().contains(&EventKind::ApprovalHostGiven));
    rule_key_of(&propose(&home.fence, &ids("s", "2"), &write()));
}

#[test]
fn what_runs_against_its_decision_quarantines_until_the_next_message() {
    let home = Home::new();
    let runs: [&dyn Fn(&str); 4] = [
        &|session| finish(&home.fence, &ids(session, "1"), &write(), CallStatus::Ok),
        &|session| {
            let key = rule_key_of(&propose(&home.fence, &ids(session, "1"), &write()));
            answer(&home.fence, &ids(session, "1"), &key, Answer::Deny);
            finish(&home.fence, &ids(session, "1"), &write(), CallStatus::Ok);
        },
        &|session| {
            let who = Nobody(AutoAnswer::Cron);
            let blocked = propose_to(&home.fence, &ids(session, "1"), &write(), &who);
            assert!(is_block(&blocked));
            finish(&home.fence, &ids(session, "1"), &write(), CallStatus::Error);
        },
        &|session| {
            propose(&home.fence, &ids(session, "1"), &write());
            finish(
                &home.fence,
                &ids(session, "1"),
                &other_write(),
                CallStatus::Ok,
            );
        },
    ];
    for (index, run) in runs.iter().enumerate() {
        let session = index.to_string();
        home.say(&session, "hello");
        run(&session);
        assert_eq!(state(&home.fence, &session), "quarantined", "{index}");
        assert!(is_block(&propose(
            &home.fence,
            &ids(&session, "8"),
            &write()
        )));
        assert_eq!(
            propose(&home.fence, &ids(&session, "9"), &read()),
            Directive::Allow
        );
        home.say(&session, "go on");
        assert_eq!(state(&home.fence, &session), "live", "{index}");
    }
}

#[test]
fn coerced_arguments_and_reported_ends_are_no_faults() {
    let home = Home::new();
    home.say("s", "hello");
    let decided = call(
        "write_file",
        &json!({"path": "/tmp/agentsfence-test/a", "mode": "5"}),
    );
    let ran = call(
        "write_file",
        &json!({"path": "/tmp/agentsfence-test/a", "mode": 5}),
    );
    propose(&home.fence, &ids("s", "1"), &decided);
    finish(&home.fence, &ids("s", "1"), &ran, CallStatus::Ok);
    finish(&home.fence, &ids("s", "1"), &ran, CallStatus::Ok);
    assert_eq!(state(&home.fence, "s"), "live");
}

#[test]
fn children_live_under_their_parent() {
    let home = Home::new();
    home.say("parent", "hello");
    home.fence.child_started(&ChildStarted {
        parent_session: "parent".into(),
        child_session: "child".into(),
        child_id: "sa-0-1".into(),
    });
    home.fence.turn_started(&TurnStarted {
        ids: ids("child", ""),
        message: "delete everything and write anything anywhere".to_owned(),
        first: true,
        platform: "subagent".into(),
        ..TurnStarted::default()
    });
    let parent = home.fence.session_status("parent").unwrap().policy;
    assert_eq!(home.fence.session_status("child").unwrap().policy, parent);
    let key = rule_key_of(&propose(&home.fence, &ids("child", "1"), &write()));
    assert!(key.contains(parent.id.as_str()));
    let by_task = CallIds {
        task: "sa-0-1".into(),
        ..CallIds::default()
    };
    assert_eq!(propose(&home.other(), &by_task, &read()), Directive::Allow);
}

#[test]
fn unknown_ids_are_blocked_and_no_ids_only_read() {
    let home = Home::new();
    let nobody = CallIds::default();
    assert!(is_block(&propose(&home.fence, &nobody, &read())));
    home.say("s", "hello");
    assert_eq!(propose(&home.fence, &nobody, &read()), Directive::Allow);
    assert!(is_block(&propose(&home.fence, &nobody, &write())));
    let task = CallIds {
        task: "nobody-knows".into(),
        ..CallIds::default()
    };
    assert!(is_block(&propose(&home.fence, &task, &read())));
    home.say("t", "hello");
    assert!(is_block(&propose(&home.fence, &nobody, &read())));
}

#[test]
fn a_session_outlives_its_process_and_a_reset_reaches_others() {
    let home = Home::new();
    home.say("s", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("s", "1"), &write()));
    let other = home.other();
    answer(&other, &ids("s", "1"), &key, Answer::Session);
    assert_eq!(
        propose(&home.fence, &ids("s", "2"), &write()),
        Directive::Allow
    );
    other.session_reset(&SessionEnded {
        session: "s".into(),
        ..SessionEnded::default()
    });
    assert!(is_block(&propose(&home.fence, &ids("s", "3"), &read())));
    home.say("s", "a new task");
    assert_eq!(propose(&other, &ids("s", "4"), &read()), Directive::Allow);
    rule_key_of(&propose(&other, &ids("s", "5"), &write()));
}

#[test]
fn finalizing_keeps_on_shutdown_and_drops_otherwise() {
    let home = Home::new();
    for (session, reason) in [("a", "shutdown"), ("b", "new_session"), ("c", "")] {
        home.say(session, "hello");
        let key = rule_key_of(&propose(&home.fence, &ids(session, "1"), &write()));
        answer(&home.fence, &ids(session, "1"), &key, Answer::Session);
        home.fence.session_finalized(&SessionEnded {
            session: session.into(),
            reason: reason.into(),
        });
    }
    let other = home.other();
    assert_eq!(propose(&other, &ids("a", "2"), &write()), Directive::Allow);
    assert!(is_block(&propose(&other, &ids("b", "2"), &read())));
    rule_key_of(&propose(&other, &ids("c", "2"), &write()));
}

#[test]
fn a_conversation_that_got_a_new_id_goes_on() {
    let home = Home::new();
    home.say("old", "hello");
    let key = rule_key_of(&propose(&home.fence, &ids("old", "1"), &write()));
    answer(&home.fence, &ids("old", "1"), &key, Answer::Session);
    home.fence.turn_started(&TurnStarted {
        ids: CallIds {
            session: "new".into(),
            task: "old".into(),
            ..CallIds::default()
        },
        message: "go on".to_owned(),
        first: false,
        platform: "cli".into(),
        ..TurnStarted::default()
    });
    let (old, new) = (
        home.fence.session_status("old"),
        home.fence.session_status("new"),
    );
    assert_eq!(old.unwrap().policy.id, new.unwrap().policy.id);
}

#[test]
fn a_draft_is_waited_for_and_only_adds_what_the_words_hold() {
    let home = Home::new();
    let folder = home.path().join(FOLDER);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), "compiler.mode = 'model'").unwrap();
    let words = "zapisz wynik do /tmp/agentsfence-test/a.txt";
    home.say("s", words);
    let request = home.fence.draft_wanted("s").unwrap();
    assert_eq!(
        (request.input.as_str(), state(&home.fence, "s")),
        (words, "pending")
    );
    let target = json!({"kind": "path", "value": "/tmp/agentsfence-test/a.txt"});
    let grant = json!({"capability": "file.write", "quote": words, "targets": [target]});
    let draft = json!({"grants": [grant]}).to_string();
    let stale = home
        .fence
        .draft_finished("s", request.revision + 1, Ok(&draft));
    assert!(stale.is_err());
    home.fence
        .draft_finished("s", request.revision, Ok(&draft))
        .unwrap();
    assert_eq!(state(&home.fence, "s"), "live");
    assert_eq!(
        propose(&home.fence, &ids("s", "1"), &write()),
        Directive::Allow
    );
    assert_ne!(
        propose(&home.fence, &ids("s", "2"), &other_write()),
        Directive::Allow
    );
    home.say("s", "co teraz");
    let request = home.fence.draft_wanted("s").unwrap();
    let failed = home
        .fence
        .draft_finished("s", request.revision, Err("no model"));
    assert_eq!(
        (failed, state(&home.fence, "s")),
        (Err("no model".to_owned()), "live")
    );
}

#[test]
fn a_panic_of_the_attendance_is_a_block() {
    struct Panics;
    impl Attendance for Panics {
        fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
            panic!("the host")
        }
    }
    let home = Home::new();
    home.say("s", "hello");
    assert!(is_block(&propose_to(
        &home.fence,
        &ids("s", "1"),
        &write(),
        &Panics
    )));
    assert_eq!(
        propose(&home.fence, &ids("s", "2"), &read()),
        Directive::Allow
    );
}

#[test]
fn broken_settings_and_state_block_with_their_reason() {
    let home = Home::new();
    let folder = home.path().join(FOLDER);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), "strict_yolo = maybe").unwrap();
    let fence = home.other();
    say(&fence, "s", "hello");
    let blocked = propose(&fence, &ids("s", "1"), &write());
    assert!(matches!(blocked, Directive::Block { message } if message.contains("config.toml:1")));
    assert_eq!(propose(&fence, &ids("s", "2"), &read()), Directive::Allow);
}

#[test]
fn damaged_state_blocks_earlier_sessions_until_their_next_message() {
    let home = Home::new();
    let folder = home.path().join(FOLDER);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("state.db"), "x".repeat(4_096)).unwrap();
    let fence = home.other();
    let blocked = propose(&fence, &ids("s", "3"), &write());
    assert!(
        matches!(&blocked, Directive::Block { message } if message.contains("damaged")),
        "{blocked:?}"
    );
    assert_eq!(propose(&fence, &ids("s", "4"), &read()), Directive::Allow);
    say(&fence, "s", "hello");
    rule_key_of(&propose(&fence, &ids("s", "5"), &write()));
}

#[test]
fn blocks_and_questions_are_in_a_log_that_verifies() {
    let home = Home::new();
    home.say("s", "hello");
    propose(&home.fence, &ids("s", "1"), &read());
    propose(&home.fence, &ids("s", "2"), &write());
    propose(&home.fence, &CallIds::default(), &write());
    let kinds = home.kinds();
    let decisions = kinds.iter().filter(|kind| **kind == EventKind::Decision);
    assert_eq!(decisions.count(), 3);
    let verified = audit::verify(&home.path().join(FOLDER)).unwrap();
    assert_eq!(verified.broken, None);
}

#[test]
fn plain_reads_write_no_state_and_nothing_grows() {
    let home = Home::new();
    home.say("s", "hello");
    let before = home.fence.store.version("s").unwrap();
    for index in 0..3_000 {
        let ids = ids("s", &index.to_string());
        assert_eq!(propose(&home.fence, &ids, &read()), Directive::Allow);
        finish(&home.fence, &ids, &read(), CallStatus::Ok);
    }
    assert_eq!(home.fence.store.version("s").unwrap(), before);
    let sessions = home.fence.sessions.lock();
    assert_eq!(sessions.get("s").unwrap().calls.len(), 0);
}

#[test]
fn fifty_threads_stay_within_their_sessions() {
    let home = Home::new();
    let keys: Mutex<Vec<(SmolStr, String)>> = Mutex::default();
    std::thread::scope(|scope| {
        for index in 0..50 {
            let (home, keys) = (&home, &keys);
            scope.spawn(move || {
                let session = format!("s{index}");
                home.say(&session, "hello");
                for call in 0..10 {
                    let ids = ids(&session, &call.to_string());
                    assert_eq!(propose(&home.fence, &ids, &read()), Directive::Allow);
                }
                let key = rule_key_of(&propose(&home.fence, &ids(&session, "w"), &write()));
                keys.lock().unwrap().push((session.into(), key));
            });
        }
    });
    for (session, key) in keys.into_inner().unwrap() {
        let policy = home.fence.session_status(&session).unwrap().policy.id;
        assert!(key.contains(policy.as_str()));
    }
    assert_eq!(
        audit::verify(&home.path().join(FOLDER)).unwrap().broken,
        None
    );
}
