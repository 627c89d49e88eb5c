//! One home shared by several processes, processes killed half way, and a disk that is full. The
//! test program starts itself again as the other process.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use agentsfence_core::audit;
use agentsfence_core::decide::AutoAnswer;
use agentsfence_core::model::{CallIds, ToolCall};
use agentsfence_core::runtime::{
    Answer, ApprovalAnswered, Attendance, CallFinished, Directive, FOLDER, Fence, Proposal,
    TurnStarted,
};

const ROLE: &str = "AGENTSFENCE_TEST_ROLE";
const HOME: &str = "AGENTSFENCE_TEST_HOME";

struct Human;

impl Attendance for Human {
    fn auto_answer(&self, _rule_key: &str) -> Option<AutoAnswer> {
        None
    }
}

fn ids(session: &str, call: &str) -> CallIds {
    CallIds {
        session: session.into(),
        call: call.into(),
        ..CallIds::default()
    }
}

fn call(tool: &str, path: &str) -> ToolCall {
    let args = json!({"path": path, "content": "x"});
    ToolCall::new(tool, args.as_object().cloned().unwrap_or_default())
}

fn say(fence: &Fence, session: &str) {
    fence.turn_started(&TurnStarted {
        ids: ids(session, ""),
        message: "hello".to_owned(),
        first: true,
        platform: "cli".into(),
        cwd: Some("/tmp".to_owned()),
        ..TurnStarted::default()
    });
}

fn propose(fence: &Fence, ids: CallIds, call: ToolCall) -> Directive {
    let proposal = Proposal {
        call,
        ids,
        cwd: Some("/tmp".to_owned()),
        ..Proposal::default()
    };
    fence.decide(&proposal, &Human)
}

/// This program again, as another process with a role.
fn other(role: &str, home: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "play_a_role", "--nocapture"]);
    command.env(ROLE, role).env(HOME, home);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// What the other processes do. Without a role there is nothing to do.
#[test]
fn play_a_role() {
    let (Ok(role), Ok(home)) = (std::env::var(ROLE), std::env::var(HOME)) else {
        return;
    };
    let fence = Fence::open(Path::new(&home));
    match role.as_str() {
        "take" => {
            let taken = propose(&fence, ids("shared", ""), call("write_file", "/tmp/x/once"));
            if taken == Directive::Allow {
                let name = std::process::id().to_string();
                std::fs::write(Path::new(&home).join(format!("took-{name}")), "").unwrap();
            }
        }
        "work" => work(&fence, &std::process::id().to_string(), 100),
        "forever" => work(&fence, "forever", usize::MAX),
        "full" => fill(&fence, Path::new(&home)),
        other => panic!("no such role: {other}"),
    }
}

fn work(fence: &Fence, session: &str, rounds: usize) {
    say(fence, session);
    for round in 0..rounds {
        let name = round.to_string();
        let path = format!("/tmp/x/{}", round % 7);
        let write = call("write_file", &path);
        let asked = propose(fence, ids(session, &name), write.clone());
        if let Directive::Ask { rule_key, .. } = asked {
            fence.approval_answered(&ApprovalAnswered {
                ids: ids(session, &name),
                rule_key,
                answer: Answer::Once,
            });
        }
        fence.call_finished(&CallFinished {
            call: write,
            ids: ids(session, &name),
            ..CallFinished::default()
        });
    }
}

/// With a limit on the size of files: nothing consequential passes once nothing can be written,
/// reads still do.
fn fill(fence: &Fence, home: &Path) {
    say(fence, "s");
    for round in 0..20_000 {
        let path = format!("/tmp/x/{round}");
        let directive = propose(fence, ids("s", &path), call("write_file", &path));
        if let Directive::Block { message } = directive {
            let next = propose(fence, ids("s", "next"), call("write_file", "/tmp/x/next"));
            let read = propose(fence, ids("s", "read"), call("read_file", "/tmp/x/next"));
            let held = matches!(next, Directive::Block { .. }) && read == Directive::Allow;
            let name = if held { "held" } else { "passed" };
            // The report itself is small enough for the limit.
            std::fs::write(home.join(name), message).unwrap();
            return;
        }
    }
}

fn ends_well(child: &mut Child) {
    assert!(child.wait().unwrap().success());
}

#[test]
fn one_use_of_an_approval_is_taken_by_one_process() {
    let home = tempfile::tempdir().unwrap();
    let fence = Fence::open(home.path());
    say(&fence, "shared");
    let asked = propose(
        &fence,
        ids("shared", "1"),
        call("write_file", "/tmp/x/once"),
    );
    let Directive::Ask { rule_key, .. } = asked else {
        panic!("not a question: {asked:?}");
    };
    fence.approval_answered(&ApprovalAnswered {
        ids: ids("shared", "1"),
        rule_key,
        answer: Answer::Once,
    });
    let mut children: Vec<Child> = (0..6)
        .map(|_| other("take", home.path()).spawn().unwrap())
        .collect();
    children.iter_mut().for_each(ends_well);
    let entries = std::fs::read_dir(home.path()).unwrap();
    let took = entries.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with("took-")
    });
    assert_eq!(took.count(), 1);
}

#[test]
fn several_processes_keep_one_log_and_one_state() {
    let home = tempfile::tempdir().unwrap();
    let mut children: Vec<Child> = (0..4)
        .map(|_| other("work", home.path()).spawn().unwrap())
        .collect();
    children.iter_mut().for_each(ends_well);
    let verified = audit::verify(&home.path().join(FOLDER)).unwrap();
    assert_eq!(verified.broken, None);
    assert!(verified.lines > 4 * 100 * 3, "{}", verified.lines);
    let status = Fence::open(home.path()).status();
    assert_eq!((status.state.as_str(), status.damaged), ("", None));
}

#[test]
fn a_process_killed_half_way_leaves_log_and_state_whole() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(FOLDER);
    for _ in 0..4 {
        let mut child = other("forever", home.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(audit::verify(&folder).unwrap().broken, None);
    }
    let fence = Fence::open(home.path());
    let status = fence.status();
    assert_eq!((status.state.as_str(), status.damaged), ("", None));
    let read = propose(&fence, ids("forever", "r"), call("read_file", "/tmp/x/1"));
    assert_eq!(read, Directive::Allow);
    let write = propose(
        &fence,
        ids("forever", "w"),
        call("write_file", "/tmp/x/new"),
    );
    assert!(matches!(write, Directive::Ask { .. }), "{write:?}");
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_nothing_consequential_passes() {
    let home = tempfile::tempdir().unwrap();
    let plain = other("full", home.path());
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$@\"", "sh"]);
    limited.arg(plain.get_program()).args(plain.get_args());
    limited.env(ROLE, "full").env(HOME, home.path());
    limited.stdout(Stdio::null()).stderr(Stdio::null());
    assert!(limited.status().unwrap().success());
    let why = std::fs::read_to_string(home.path().join("held")).unwrap();
    let named = ["cannot be kept", "cannot be written"];
    assert!(named.iter().any(|reason| why.contains(reason)), "{why}");
    assert_eq!(
        audit::verify(&home.path().join(FOLDER)).unwrap().broken,
        None
    );
}

#[test]
fn ten_thousand_sessions_and_many_calls_do_not_grow() {
    let home = tempfile::tempdir().unwrap();
    let fence = Fence::open(home.path());
    for session in 0..10_000 {
        say(&fence, &session.to_string());
    }
    assert!(fence.status().sessions.len() <= 100);
    let first = propose(&fence, ids("0", "r"), call("read_file", "/tmp/x/1"));
    assert_eq!(first, Directive::Allow);
    let round = |rounds: usize| {
        let begun = Instant::now();
        for index in 0..rounds {
            let name = index.to_string();
            let read = call("read_file", "/tmp/x/1");
            assert_eq!(
                propose(&fence, ids("0", &name), read.clone()),
                Directive::Allow
            );
            fence.call_finished(&CallFinished {
                call: read,
                ids: ids("0", &name),
                ..CallFinished::default()
            });
        }
        begun.elapsed()
    };
    let memory = resident_pages();
    let early = round(5_000);
    let late = round(5_000);
    assert!(late < early * 3, "{early:?} then {late:?}");
    assert!(resident_pages() < memory + 4_096, "memory grew");
}

/// Pages of memory that this process uses; 0 where the system does not say.
fn resident_pages() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = statm.split_whitespace().nth(1);
    resident.and_then(|pages| pages.parse().ok()).unwrap_or(0)
}
