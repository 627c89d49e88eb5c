//! What a clause forbids: "do not send anything", "nothing outside src/", "ask me before ...".

use super::super::lexicon::{Action, Lexicon, Reach, Role};
use super::super::mention::{What, mentions};
use super::super::tokens::Kind;
use super::super::words::Item;
use super::{Ban, Finding, Reader};

impl Reader<'_> {
    pub(super) fn ban(
        &mut self,
        items: &[Item],
        start: usize,
        end: usize,
        carried: bool,
    ) -> Option<Ban> {
        let strong = |item: &Item| {
            item.has_any(&[Role::Negation, Role::Ceasing, Role::Without])
                && !item.has(Role::HarmlessNegation)
        };
        let marker = items.iter().position(strong);
        let nothing = items
            .iter()
            .position(|item| item.has(Role::Nothing) && !item.has(Role::HarmlessNegation));
        let approval = items.iter().any(|item| item.has(Role::Approval));
        let end_of = |item: &Item| item.end;
        if let Some(ask) = items.iter().position(|item| item.has(Role::Approval)) {
            // "ask me before you delete anything", "without my approval" are handled by the caller
            // and below; a lone "ask me first" concerns everything.
            if marker.is_none() && nothing.is_none() && !carried {
                let rest = items.get(ask + 1..).unwrap_or_default();
                let before = rest.iter().position(|item| item.has(Role::If));
                if before.is_none()
                    && items
                        .iter()
                        .all(|item| item.verb().is_none_or(|verb| verb == Action::Read))
                {
                    self.found.push(Finding::AskFirst { start, end });
                }
                return None;
            }
        }
        let at = match (marker, nothing, carried) {
            (Some(at), _, _) | (None, Some(at), _) => at,
            (None, None, true) if items.iter().any(|item| item.verb().is_some()) => 0,
            _ => return None,
        };
        if marker.is_some_and(|at| items.get(at).is_some_and(|item| item.has(Role::Without)))
            && approval
        {
            // "without my approval": what comes before is only allowed with it.
            if let Some(Finding::Ban(ban)) = self.found.last_mut() {
                ban.asks = true;
                ban.end = end;
            }
            return None;
        }
        let behind = items.get(at..).unwrap_or_default();
        let mut verbs: Vec<Action> = match self.reach {
            Reach::After if marker.is_some() => behind.iter().flat_map(Item::verbs).collect(),
            Reach::Before if marker.is_some() => nearest_before(items, at),
            _ => items.iter().flat_map(Item::verbs).collect(),
        };
        let only_nothing = marker.is_none() && nothing.is_some();
        let mut said = mentions(
            if self.reach == Reach::After && !only_nothing {
                behind
            } else {
                items
            },
            self.text,
        );
        if verbs.is_empty()
            || (only_nothing && behind.get(1).is_some_and(|next| next.thing().is_some()))
        {
            // "no emails", "no deletions", "nothing outside src/"
            let things: Vec<Action> = said
                .iter()
                .filter_map(|mention| match &mention.what {
                    What::Thing(thing) => Lexicon::built_in().things.get(thing)?.forbids,
                    _ => None,
                })
                .collect();
            if !things.is_empty() {
                verbs = things;
            }
        }
        let outside = said.iter().any(|mention| mention.outside);
        if verbs.is_empty()
            && (outside
                || marker
                    .is_some_and(|at| items.get(at).is_some_and(|item| item.has(Role::Ceasing))))
        {
            verbs = vec![Action::Act];
        }
        verbs.retain(|verb| *verb != Action::Read && *verb != Action::Follow || outside);
        verbs.dedup();
        if verbs.is_empty() {
            return None;
        }
        said.retain(|mention| mention.end <= end);
        let last_verb = behind
            .iter()
            .rposition(|item| item.verb().is_some())
            .unwrap_or(0);
        let bare = behind
            .iter()
            .skip(last_verb + 1)
            .all(|item| item.kind != Kind::Word || !item.senses.is_empty());
        Some(Ban {
            bare,
            actions: verbs,
            mentions: said,
            start: items.get(at).map_or(start, |item| item.start).min(start),
            end: items.last().map_or(end, end_of),
            asks: approval,
        })
    }
}

fn nearest_before(items: &[Item], at: usize) -> Vec<Action> {
    items
        .get(..at)
        .unwrap_or_default()
        .iter()
        .rev()
        .find(|item| item.verb().is_some())
        .map(|item| item.verbs().collect())
        .unwrap_or_default()
}
