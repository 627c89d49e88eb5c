//! The state file is whole, and no damaged one was moved aside.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "state-database",
    title: "state",
    why: "with a damaged state file nothing consequential runs until it is set aside",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.data().join("state.db");
    let looked_at = file.display().to_string();
    if !file.exists() {
        return Outcome::ok(looked_at, "none yet");
    }
    let answer =
        Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|database| {
            database.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        });
    match answer {
        Ok(answer) if answer == "ok" => match moved_aside(&subject.profile.data()) {
            None => Outcome::ok(looked_at, "whole"),
            Some(aside) => {
                let evidence =
                    format!("damaged state was moved to {aside}; earlier bounds are lost");
                return Outcome::new(Status::Warn, looked_at, evidence)
                    .fix(format!("look at the disk, then delete {aside}"));
            }
        },
        Ok(answer) => Outcome::new(Status::Fail, looked_at, answer),
        Err(error) => Outcome::new(Status::Fail, looked_at, error.to_string()),
    }
    .fix_unless_ok("move the file away: sessions then start anew, under their next message")
}

/// The damaged file that the guard put aside last.
fn moved_aside(folder: &Path) -> Option<String> {
    let files = folder.read_dir().ok()?.flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let aside = |name: &String| name.starts_with("state.db.damaged-") && !name.ends_with("-shm");
    let newest = names
        .filter(aside)
        .filter(|name| !name.ends_with("-wal"))
        .max()?;
    Some(folder.join(newest).display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_damaged_file_is_found() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new().write("agentsfence/x", "");
        Connection::open(home.path.join("agentsfence/state.db"))
            .unwrap()
            .execute_batch("CREATE TABLE t (a)")
            .unwrap();
        home.expect(&CHECK, Status::Ok);
        let home = home.write("agentsfence/state.db.damaged-1", "");
        home.expect(&CHECK, Status::Warn);
        home.write(
            "agentsfence/state.db",
            "this is no database at all, but it is long enough to be looked at",
        )
        .expect(&CHECK, Status::Fail);
    }
}
