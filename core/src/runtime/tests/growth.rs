//! What a session keeps does not grow with the number of its calls.

use super::*;

/// What a session keeps.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    record_bytes: usize,
    lineage_bytes: usize,
    open_calls: usize,
}

fn kept(fence: &Fence) -> Kept {
    let sessions = fence.sessions.lock();
    let session = sessions.get("s").unwrap();
    let length = |text: serde_json::Result<String>| text.unwrap().len();
    Kept {
        record_bytes: length(serde_json::to_string(&session.record())),
        lineage_bytes: length(serde_json::to_string(&session.lineage)),
        open_calls: session.calls.len(),
    }
}

/// One call of each kind after the other: a read, a question that is refused, a block.
fn work(fence: &Fence, number: usize) {
    let call_ids = |kind: &str| ids("s", &format!("{kind}{number}"));
    let read_ids = call_ids("read");
    assert_eq!(propose(fence, &read_ids, &read()), Directive::Allow);
    finish(fence, &read_ids, &read(), CallStatus::Ok);
    let asked = call_ids("ask");
    assert!(matches!(
        propose(fence, &asked, &write()),
        Directive::Ask { .. }
    ));
    finish(fence, &asked, &write(), CallStatus::Blocked);
    let remove = call("terminal", &json!({"command": "rm -rf /srv/data"}));
    let blocked = call_ids("block");
    assert!(matches!(
        propose(fence, &blocked, &remove),
        Directive::Block { .. }
    ));
    finish(fence, &blocked, &remove, CallStatus::Blocked);
}

#[test]
fn a_session_keeps_no_more_after_many_calls() {
    let home = Home::new();
    home.say("s", "Summarise the notes. Do not delete anything.");
    (0..20).for_each(|number| work(&home.fence, number));
    let few = kept(&home.fence);
    (20..120).for_each(|number| work(&home.fence, number));
    assert_eq!(kept(&home.fence), few);
    assert_eq!(few.open_calls, 0);
}

#[test]
fn results_are_remembered_up_to_a_bound() {
    let home = Home::new();
    home.say("s", "Summarise the notes.");
    let results = |numbers: std::ops::Range<u32>| {
        for number in numbers {
            let ids = ids("s", &number.to_string());
            propose(&home.fence, &ids, &read());
            home.fence.call_finished(&CallFinished {
                call: read(),
                ids,
                result: json!({"note": format!("number {number:05}"), "to": "ana@example.com"}),
                ..CallFinished::default()
            });
        }
        kept(&home.fence).lineage_bytes
    };
    let full = results(0..1_500);
    let later = results(1_500..2_500);
    assert!(later < full + full / 20, "{full} {later}");
}

#[test]
fn calls_that_never_end_are_forgotten() {
    let home = Home::new();
    home.say("s", "Summarise the notes.");
    for number in 0..2_000 {
        propose(&home.fence, &ids("s", &number.to_string()), &read());
    }
    assert!(kept(&home.fence).open_calls <= super::super::calls::OPEN_CALLS);
}

#[test]
fn all_guards_share_one_catalogue() {
    let (one, other) = (Home::new(), Home::new());
    one.fence.prepare();
    assert!(Arc::ptr_eq(&one.fence.catalog, &other.fence.catalog));
}
