//! What a tool's name says that it does: its verbs and what they are about.

use crate::catalog::wording::{ObjectRule, Wording};
use crate::model::RiskClass;

/// What a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A class.
    Class(RiskClass),
    /// Only a verb that needs an action argument, such as `manage`.
    Neutral,
    /// Nothing.
    Nothing,
}

impl Said {
    pub(super) fn class(self) -> Option<RiskClass> {
        match self {
            Self::Class(class) => Some(class),
            Self::Neutral | Self::Nothing => None,
        }
    }
}

/// What the words of a name say. The strongest clause decides.
pub(super) fn said(words: &[String]) -> Said {
    let wording = Wording::built_in();
    let mut result = Said::Nothing;
    for clause in words.split(|word| wording.clauses.contains(word.as_str())) {
        result = match (result, clause_says(clause, wording)) {
            (Said::Class(before), Said::Class(class)) => Said::Class(before.max(class)),
            (Said::Class(before), _) => Said::Class(before),
            (_, Said::Class(class)) => Said::Class(class),
            (Said::Neutral, _) | (_, Said::Neutral) => Said::Neutral,
            (Said::Nothing, Said::Nothing) => Said::Nothing,
        };
    }
    result
}

fn clause_says(clause: &[String], wording: &Wording) -> Said {
    let start = clause
        .iter()
        .position(|word| !wording.modifiers.contains(word.as_str()))
        .unwrap_or(0);
    let clause = clause.get(start..).unwrap_or_default();
    let Some(main) = main_verb(clause, wording) else {
        return without_verb(clause, wording);
    };
    let Some(verb) = clause.get(main).and_then(|word| wording.verb(word)) else {
        return without_verb(clause, wording);
    };
    let is_reader = verb.risk == RiskClass::Read && main == 0 && !verb.ambiguous;
    let mut class = verb.risk;
    if is_reader {
        // `read_..._delete`: a plain delete at the end is no noun.
        let last = clause.last().and_then(|word| wording.verb(word));
        if let Some(last) = last
            && !last.ambiguous
            && last.risk == RiskClass::Delete
        {
            class = RiskClass::Delete;
        }
        return Said::Class(class);
    }
    for word in clause.get(main + 1..).unwrap_or_default() {
        if let Some(other) = wording.verb(word)
            && !other.ambiguous
            && !wording.looked_at.contains(word.as_str())
        {
            class = class.max(other.risk);
        }
    }
    Said::Class(with_object(class, clause, main, wording))
}

/// The place of the clause's verb.
fn main_verb(clause: &[String], wording: &Wording) -> Option<usize> {
    let first = clause.first()?;
    let is_neutral = |word: &String| wording.neutral.contains(word.as_str());
    let is_plain = |word: &String| wording.verb(word).is_some_and(|verb| !verb.ambiguous);
    let can_be = |word: &String| wording.verb(word).is_some() && !is_neutral(word);
    let counts = !is_neutral(first) || clause.len() > 1;
    if counts && wording.verb(first).is_some() {
        return Some(0);
    }
    if let Some(plain) = clause.iter().position(is_plain) {
        return Some(plain);
    }
    let last = clause.last()?;
    if wording.looked_at.contains(last.as_str()) {
        return None;
    }
    if can_be(last) {
        return Some(clause.len() - 1);
    }
    clause.iter().position(can_be)
}

fn without_verb(clause: &[String], wording: &Wording) -> Said {
    let is_looked_at = |word: &String| wording.looked_at.contains(word.as_str());
    if clause.last().is_some_and(is_looked_at) {
        return Said::Class(RiskClass::Read);
    }
    let neutral = clause
        .iter()
        .position(|word| wording.neutral.contains(word.as_str()));
    let Some(neutral) = neutral else {
        return Said::Nothing;
    };
    // `process_payment`: what it is about can say enough.
    match with_object(RiskClass::Read, clause, neutral, wording) {
        RiskClass::Read => Said::Neutral,
        class => Said::Class(class),
    }
}

/// The class of the verb together with what it is about.
fn with_object(class: RiskClass, clause: &[String], main: usize, wording: &Wording) -> RiskClass {
    let verb = clause.get(main).map(String::as_str).unwrap_or_default();
    let mut raised = class;
    for rule in &wording.objects {
        let Some(then) = rule.then.0 else {
            continue;
        };
        let speaks = rule.verbs.contains(verb) || rule.verbs.contains(class.as_str());
        if !speaks || !is_about(rule, clause, main, wording) {
            continue;
        }
        if rule.instead && raised == class {
            return then;
        }
        raised = raised.max(then);
    }
    raised
}

/// Whether the clause's object is one of the rule's. Words before the verb count for `any`: names
/// may put the noun first (`iam_create_access_key`).
fn is_about(rule: &ObjectRule, clause: &[String], main: usize, wording: &Wording) -> bool {
    let after = clause.get(main + 1..).unwrap_or_default();
    let end = after
        .iter()
        .position(|word| wording.prepositions.contains(word.as_str()))
        .filter(|end| *end > 0)
        .unwrap_or(after.len());
    let head = after.get(..end).and_then(<[String]>::last);
    if head.is_some_and(|word| rule.head.contains(word.as_str())) {
        return true;
    }
    let others = clause
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != main)
        .map(|(_, word)| word);
    others
        .into_iter()
        .any(|word| rule.any.contains(word.as_str()))
        || clause.windows(2).any(|pair| match pair {
            [a, b] => rule.any.contains(format!("{a}_{b}").as_str()),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::super::names::words;
    use super::*;
    use RiskClass as R;

    fn check(name: &str, expected: Option<RiskClass>) {
        assert_eq!(said(&words(name)).class(), expected, "{name}");
    }

    #[test]
    fn reads_stay_reads_whatever_their_nouns() {
        for name in [
            "get_send_as_settings",
            "list_trash",
            "get_reply_count",
            "get_refund",
            "get_post",
            "list_permissions",
            "getShareLink",
            "roles_list",
            "permissions_get",
            "conversations_history",
            "pods_log",
            "search_files_by_filename",
            "check_restaurant_opening_hours",
            "get_most_recent_transactions",
            "list_orders",
            "collection-schema",
            "download_attachment",
            "search_pull_requests",
            "get_status",
            "aggregate_query",
        ] {
            check(name, Some(R::Read));
        }
    }

    #[test]
    fn a_write_behind_a_read_is_found() {
        for (name, class) in [
            ("get_or_create_label", R::ExternalWrite),
            ("search_and_replace", R::ExternalWrite),
            ("find_one_and_delete", R::Delete),
            ("read_and_delete", R::Delete),
            ("get_and_assign_issue", R::ExternalWrite),
            ("get_page_and_archive", R::ExternalWrite),
            ("resources_create_or_update", R::ExternalWrite),
            ("lookup_and_merge_contacts", R::ExternalWrite),
        ] {
            check(name, Some(class));
        }
    }

    #[test]
    fn the_object_decides_with_the_verb() {
        for (name, class) in [
            ("send_email", R::Communication),
            ("add_issue_comment", R::Communication),
            ("conversations_add_message", R::Communication),
            ("create_event", R::ExternalWrite),
            ("batch_delete_emails", R::Delete),
            ("add_collaborator", R::PermissionChange),
            ("remove_collaborator", R::PermissionChange),
            ("iam_create_access_key", R::PermissionChange),
            ("put_bucket_acl", R::PermissionChange),
            ("share_file", R::PermissionChange),
            ("invite_user_to_slack", R::PermissionChange),
            ("add_user_to_channel", R::PermissionChange),
            ("create_payment_link", R::Financial),
            ("place_order", R::Financial),
            ("book_flight", R::Financial),
            ("reserve_hotel", R::Financial),
            ("send_money", R::Financial),
            ("schedule_transaction", R::Financial),
            ("request_ride", R::Financial),
            ("process_payment", R::Financial),
            ("update_scheduled_transaction", R::Financial),
            ("update_password", R::PermissionChange),
            ("transfer_repository", R::PermissionChange),
            ("make_call", R::Communication),
            ("execute_command", R::Execution),
            ("open_dm", R::ExternalWrite),
            ("truncate_table", R::Delete),
            ("cancel_calendar_event", R::Delete),
            ("cancel_workflow_run", R::ExternalWrite),
        ] {
            check(name, Some(class));
        }
    }

    #[test]
    fn no_signal_is_no_class() {
        for name in ["zorp", "manage_tasks", "frobnicate_widget", ""] {
            check(name, None);
        }
    }
}
