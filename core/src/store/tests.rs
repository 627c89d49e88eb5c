//! The database: opening, upgrading, sharing and refusing.

use super::*;

fn row<'a>(id: &'a str, version: i64, record: &'a str) -> SessionRow<'a> {
    SessionRow {
        id,
        version,
        live: true,
        updated_at: 1_000,
        record,
        policy: Some("{}"),
        lineage: None,
    }
}

#[test]
fn the_second_of_two_writers_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (Store::new(folder.path()), Store::new(folder.path()));
    assert_eq!(one.save(&row("s", 0, "a")), Ok(Saved::Written(1)));
    assert_eq!(two.save(&row("s", 0, "b")), Ok(Saved::Conflict));
    assert_eq!(two.save(&row("s", 1, "b")), Ok(Saved::Written(2)));
    let stored = one.load("s").unwrap().unwrap();
    assert_eq!((stored.version, stored.record.as_str()), (2, "b"));
}

#[test]
fn writes_of_others_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (Store::new(folder.path()), Store::new(folder.path()));
    assert_eq!(one.changed_elsewhere(), Ok(false));
    two.save(&row("s", 0, "a")).unwrap();
    assert_eq!(one.changed_elsewhere(), Ok(true));
    assert_eq!(one.changed_elsewhere(), Ok(false));
    one.save(&row("s", 1, "a")).unwrap();
    assert_eq!(one.changed_elsewhere(), Ok(false));
}

#[test]
fn a_damaged_file_is_moved_aside_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("state.db"),
        "not a database at all".repeat(99),
    )
    .unwrap();
    let store = Store::new(folder.path());
    assert_eq!(store.trouble(), None);
    let aside = store.damaged().unwrap();
    assert!(
        std::fs::read_to_string(aside)
            .unwrap()
            .starts_with("not a database")
    );
    assert!(Store::new(folder.path()).damaged().is_some());
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.db");
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = std::fs::read(&path).unwrap();
    let store = Store::new(folder.path());
    assert_eq!(store.trouble(), Some(StoreError::Newer(path.clone(), 99)));
    assert!(store.load("s").is_err());
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_held_file_is_waited_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    store.save(&row("s", 0, "a")).unwrap();
    let other = Connection::open(folder.path().join("state.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let begun = Instant::now();
    let path = folder.path().join("state.db");
    let locked = Err(StoreError::Locked(path));
    assert_eq!(store.save(&row("s", 1, "b")), locked);
    assert!(begun.elapsed() >= open::BUSY);
    let begun = Instant::now();
    assert_eq!(store.save(&row("s", 1, "b")), locked);
    assert!(begun.elapsed() < Duration::from_millis(200));
}

#[test]
#[cfg(unix)]
fn files_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("agentsfence");
    let store = Store::new(&home);
    store.save(&row("s", 0, "a")).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&home), 0o700);
    for name in ["state.db", "state.db-wal", "state.db-shm"] {
        assert_eq!(mode(&home.join(name)), 0o600, "{name}");
    }
}

#[test]
fn old_rows_are_swept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    store.save(&row("old", 0, "a")).unwrap();
    store.save_name("t", NameKind::Task, "old", 1_000).unwrap();
    store.sweep(1_000 + 29 * 24 * 3600);
    assert!(store.load("old").unwrap().is_some());
    store.sweep(1_000 + 31 * 24 * 3600);
    assert!(store.load("old").unwrap().is_none());
    assert_eq!(store.load_name("t", NameKind::Task), Ok(None));
}
