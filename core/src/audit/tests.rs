//! The log: chain, rotation, redaction and what a reader makes of damage.

use std::io::Write;
use std::path::Path;

use super::*;
use crate::settings::{AuditSettings, Settings};

fn settings() -> AuditSettings {
    Settings::default().audit
}

fn log(folder: &Path) -> AuditLog {
    AuditLog::new(folder, settings())
}

fn event(text: &str) -> Event {
    Event::new(EventKind::SessionBound).because(text)
}

fn reasons(folder: &Path) -> Vec<String> {
    let entries = entries(folder).map(|entry| entry.unwrap());
    let ours = entries.filter(|entry| entry.event.kind == EventKind::SessionBound);
    ours.map(|entry| entry.event.reason).collect()
}

#[test]
fn lines_are_read_back_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path());
    for text in ["a", "b", "c"] {
        log.append(&event(text), 7).unwrap();
    }
    assert_eq!(reasons(folder.path()), ["a", "b", "c"]);
    let verified = verify(folder.path()).unwrap();
    assert_eq!((verified.lines, verified.broken), (4, None));
}

#[test]
fn two_writers_make_one_chain() {
    let folder = tempfile::tempdir().unwrap();
    let logs = [log(folder.path()), log(folder.path())];
    std::thread::scope(|scope| {
        for log in &logs {
            scope.spawn(move || {
                for _ in 0..200 {
                    log.append(&event("x"), 7).unwrap();
                }
            });
        }
    });
    let verified = verify(folder.path()).unwrap();
    assert_eq!((verified.lines, verified.broken), (401, None));
}

#[test]
fn the_first_broken_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path());
    for index in 0..10 {
        log.append(&event(&format!("n{index}")), 7).unwrap();
    }
    let text = std::fs::read_to_string(log.path()).unwrap();
    let line_of_n4 = 1 + text.lines().position(|line| line.contains("n4")).unwrap() as u64;
    let fault = |text: String| {
        std::fs::write(log.path(), text).unwrap();
        let broken = verify(folder.path()).unwrap().broken.unwrap();
        (broken.line, broken.fault)
    };
    assert_eq!(fault(text.replace("n4", "n5")), (line_of_n4, Fault::Chain));
    let without: Vec<&str> = text.lines().filter(|line| !line.contains("n4")).collect();
    assert_eq!(fault(without.join("\n") + "\n"), (line_of_n4, Fault::Chain));
    let cut: String = text.replace("\"chain\"", "\"chains\"");
    assert_eq!(fault(cut), (1, Fault::NotALine));
}

#[test]
fn a_half_written_line_is_tolerated_and_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    log(folder.path()).append(&event("a"), 7).unwrap();
    let path = folder.path().join(FILE_NAME);
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap();
    file.write_all(b"{\"seq\":3,\"at\":").unwrap();
    let verified = verify(folder.path()).unwrap();
    assert!(verified.truncated && verified.broken.is_none());
    assert_eq!(reasons(folder.path()), ["a"]);
    log(folder.path()).append(&event("b"), 8).unwrap();
    assert_eq!(reasons(folder.path()), ["a", "b"]);
    let verified = verify(folder.path()).unwrap();
    assert!(!verified.truncated && verified.broken.is_none());
}

#[test]
fn a_line_changed_by_hand_does_not_stop_the_log() {
    let folder = tempfile::tempdir().unwrap();
    log(folder.path()).append(&event("a"), 7).unwrap();
    std::fs::write(folder.path().join(FILE_NAME), "hello\n").unwrap();
    log(folder.path()).append(&event("b"), 8).unwrap();
    assert_eq!(files(folder.path()).len(), 2);
    assert!(verify(folder.path()).unwrap().broken.is_some());
}

#[test]
fn files_are_put_aside_by_size_and_stay_one_chain() {
    let folder = tempfile::tempdir().unwrap();
    let small = AuditSettings {
        max_bytes: 4_096,
        ..settings()
    };
    let logs = [
        AuditLog::new(folder.path(), small.clone()),
        AuditLog::new(folder.path(), small),
    ];
    for index in 0..200 {
        for log in &logs {
            log.append(&event(&index.to_string()), 7).unwrap();
        }
    }
    assert!(files(folder.path()).len() > 5);
    assert_eq!(reasons(folder.path()).len(), 400);
    let verified = verify(folder.path()).unwrap();
    assert_eq!(verified.broken, None);
    std::fs::remove_file(files(folder.path()).first().unwrap()).unwrap();
    assert_eq!(verify(folder.path()).unwrap().broken, None);
    std::fs::remove_file(files(folder.path()).get(1).unwrap()).unwrap();
    let broken = verify(folder.path()).unwrap().broken.unwrap();
    assert_eq!((broken.line, broken.fault), (1, Fault::FileMissing));
}
