//! Questions. Only asked where a person can answer: standard input and error are terminals.

use std::io::{self, IsTerminal};

use super::Ui;

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Agreed.
    Yes,
    /// Declined, or the question was broken off.
    No,
    /// Nobody is there to ask.
    Nobody,
}

impl Ui {
    /// Whether a person can be asked.
    pub fn interactive(&self) -> bool {
        !self.json && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// A yes/no question; Enter takes `default`.
    pub fn confirm(&self, question: &str, default: bool) -> Answer {
        if !self.interactive() {
            return Answer::Nobody;
        }
        let answer = dialoguer::Confirm::new()
            .with_prompt(question)
            .default(default)
            .interact_opt();
        match answer {
            Ok(Some(true)) => Answer::Yes,
            _ => Answer::No,
        }
    }

    /// Several choices out of a list; `None` when broken off or nobody is there.
    pub fn choose(&self, question: &str, items: &[(String, bool)]) -> Option<Vec<usize>> {
        if !self.interactive() {
            return None;
        }
        dialoguer::MultiSelect::new()
            .with_prompt(question)
            .items_checked(items.iter().map(|(label, on)| (label.as_str(), *on)))
            .interact_opt()
            .ok()
            .flatten()
    }
}
