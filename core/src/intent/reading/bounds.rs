//! What a clause confines the task to: "only use docs.example.com", "stay in ~/proj".

use super::super::bind::host_of;
use super::super::lexicon::{Action, Place, Role};
use super::super::mention::{Mention, What, mentions};
use super::super::words::Item;
use super::{Finding, Reader, Request};

impl Reader<'_> {
    /// "only use docs.example.com", "stay in ~/proj": with a target, a boundary.
    pub(super) fn bound(&mut self, items: &[Item], start: usize, end: usize) -> bool {
        let Some(at) = items
            .iter()
            .position(|item| item.has_any(&[Role::Only, Role::Stay]))
        else {
            return false;
        };
        let behind = items.get(at..).unwrap_or_default();
        let said = mentions(
            if self.place == Place::Any {
                items
            } else {
                behind
            },
            self.text,
        );
        let named: Vec<&Mention> = said
            .iter()
            .filter(|mention| matches!(mention.what, What::Literal(..) | What::Name(_)))
            .collect();
        let verb = items
            .iter()
            .filter_map(Item::verb)
            .next_back()
            .or(items.iter().find_map(Item::verb));
        // "a script that only prints errors" confines nothing.
        let relative = at > 0
            && items
                .get(at - 1)
                .is_some_and(|item| item.has(Role::Subject));
        if named.is_empty() || relative {
            return false;
        }
        let stay = behind.first().is_some_and(|item| item.has(Role::Stay));
        let action = if stay {
            Action::Act
        } else {
            verb.unwrap_or(Action::Act)
        };
        // "answer using only docs.example.com": a site to read from, nobody to write to.
        let reads_a_site =
            action == Action::Reply && said.iter().any(|mention| host_of(mention).is_some());
        self.found.push(Finding::Bound(Request {
            action,
            mentions: said,
            start,
            end,
            asks: None,
            max_calls: None,
            same: false,
            paired: false,
        }));
        // "only email bob@x.example" also asks for it; "only use x.example" asks for nothing.
        reads_a_site || matches!(action, Action::Act | Action::Fetch | Action::Read)
    }
}
