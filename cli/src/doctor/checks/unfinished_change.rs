//! No change of ours was interrupted.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::store;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "unfinished-change",
    title: "unfinished change",
    why: "after an interrupted change the profiles may not be in the state that you expect",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let journal = store::folder_of(subject.profiles.root()).join(store::JOURNAL);
    let looked_at = journal.display().to_string();
    if !journal.exists() {
        return Outcome::ok(looked_at, "none");
    }
    Outcome::new(Status::Warn, looked_at, "a change was interrupted").fix(format!(
        "agentsfence install{} finishes or rolls back",
        subject.flag()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_journal_that_is_left_over_is_found() {
        Home::new().expect(&CHECK, Status::Ok);
        let home = Home::new();
        let folder = store::folder_of(&home.path);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(store::JOURNAL), "{}").unwrap();
        home.expect(&CHECK, Status::Warn);
    }
}
