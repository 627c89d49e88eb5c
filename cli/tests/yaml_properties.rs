//! Laws of the editor over generated configurations in every spelling.
//!
//! The proof here is made anew from the texts alone: the data as an independent reader sees them,
//! and every line that is not about the edit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

use agentsfence_cli::yaml::{Edit, Edited, apply, read};
use proptest::prelude::*;
use serde_yaml::Value;

const ENABLED: &[&str] = &["plugins", "enabled"];
const ITEM: &str = "agentsfence";

/// Sections that must come out byte for byte.
fn neighbour() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "model:\n  default: own/model-a # why\n",
        "# a comment\n\n",
        "list:\n- a\n- b: 1\n  c: [x, y]\n",
        "text: |\n  plugins:\n    enabled:\n      - not-real\n",
        "kept: |+\n  text\n\n\n",
        "folded: >-\n  one\n  two\n",
        "times: {at: 12:30, umask: 0022, on: off}\n",
        "quoted: \"a # b: [c]\"\n'single': 'it''s'\n",
        "long: a very long plain scalar that goes on and on and on and on and on and on and on, with  spaces\n",
        "base: &base\n  timeout: 30\nuse:\n  <<: *base\n  more: 1\n",
        "? complex\n: value\n",
        "empty:\nnull_too: ~\n",
        "multi: 'first\n  second'\n",
        "deep:\n   three:\n      more:\n         - x\n",
    ])
    .prop_map(str::to_owned)
}

fn items() -> impl Strategy<Value = Vec<String>> {
    let item = prop::sample::select(vec![
        "alpha",
        "'be,ta'",
        "\"al#pha\"",
        "image_gen/fal",
        "1",
        "~",
    ]);
    prop::collection::vec(item.prop_map(str::to_owned), 0..4)
}

/// A `plugins` section in one of the spellings that the host accepts.
fn section() -> impl Strategy<Value = String> {
    (items(), 0..12_u8, 0..3_usize, any::<bool>()).prop_map(|(items, kind, indent, comment)| {
        let note = if comment { "  # note" } else { "" };
        let pad = " ".repeat([2, 4, 3][indent]);
        let dashed = |column: &str| -> String {
            items
                .iter()
                .map(|item| format!("{column}- {item}{note}\n"))
                .collect()
        };
        let flow = items.join(", ");
        match (kind, items.is_empty()) {
            (0, _) => String::new(),
            (1, _) => format!("plugins:{note}\n"),
            (2, _) | (3 | 4, true) => format!("plugins:\n{pad}enabled:{note}\n"),
            (3, false) => format!("plugins:\n{pad}enabled:{note}\n{}", dashed(&pad)),
            (4, false) => format!("plugins:\n{pad}enabled:\n{}", dashed(&format!("{pad}  "))),
            (5, _) => format!("plugins:\n{pad}enabled: [{flow}]{note}\n"),
            (6, _) => format!("plugins: {{enabled: [{flow}], disabled: []}}{note}\n"),
            (7, _) => format!("plugins:\n{pad}disabled: [{flow}]{note}\n{pad}# tail\n"),
            (8, _) => {
                let lines: String = items
                    .iter()
                    .map(|item| format!("{pad}  {item},{note}\n"))
                    .collect();
                format!("plugins:\n{pad}enabled: [\n{lines}{pad}]\n")
            }
            (9, _) => format!("shared: &shared [{flow}]\nplugins:\n{pad}enabled: *shared{note}\n"),
            (10, _) => {
                format!("tpl: &tpl {{enabled: [{flow}]}}\nplugins:\n{pad}<<: *tpl\n{pad}x: 1\n")
            }
            _ => format!("\"plugins\":\n{pad}'enabled': !!seq [{flow}]\n"),
        }
    })
}

prop_compose! {
    fn config()(
        before in prop::collection::vec(neighbour(), 0..3),
        section in section(),
        after in prop::collection::vec(neighbour(), 0..3),
        layout in 0..8_u8,
    ) -> String {
        let mut seen = Vec::new();
        let mut text = String::new();
        let parts = before.into_iter().chain([section]).chain(after);
        for part in parts {
            // A key may stand only once.
            if !seen.contains(&part) || part.starts_with('#') {
                text.push_str(&part);
                seen.push(part);
            }
        }
        match layout {
            0 => text.replace('\n', "\r\n"),
            1 => format!("\u{feff}{text}"),
            2 => text.trim_end_matches('\n').to_owned(),
            3 => format!("---\n{text}"),
            4 => format!("---\n{text}...\n"),
            _ => text,
        }
    }
}

/// The lines of `before` that are missing from `after`.
fn lost(before: &str, after: &str) -> Vec<String> {
    similar::TextDiff::from_lines(before, after)
        .iter_all_changes()
        .filter(|change| change.tag() == similar::ChangeTag::Delete)
        .map(|change| change.to_string())
        .collect()
}

fn edit(text: &str, edit: Edit<'_>) -> Option<String> {
    match apply(text.as_bytes(), &[edit]).ok()? {
        Edited::Unchanged => Some(text.to_owned()),
        Edited::Changed(bytes) => Some(String::from_utf8(bytes).unwrap()),
    }
}

fn enabled(text: &str) -> (Value, Vec<Value>) {
    let mut data = read(text).unwrap();
    let list = match data
        .get_mut("plugins")
        .and_then(|plugins| plugins.get_mut("enabled"))
    {
        Some(Value::Sequence(items)) => std::mem::take(items),
        _ => Vec::new(),
    };
    // What is left once the section is gone must be the same before and after.
    if let Some(top) = data.as_mapping_mut() {
        if let Some(Value::Mapping(plugins)) = top.get_mut("plugins") {
            plugins.remove("enabled");
        }
        let hollow = top.get("plugins").is_some_and(|plugins| {
            plugins.is_null()
                || plugins
                    .as_mapping()
                    .is_some_and(serde_yaml::Mapping::is_empty)
        });
        if hollow {
            top.remove("plugins");
        }
        if top.is_empty() {
            data = Value::Null;
        }
    }
    (data, list)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn adding_changes_the_list_and_nothing_else(text in config()) {
        let after = edit(&text, Edit::Add { path: ENABLED, item: ITEM });
        prop_assert!(after.is_some(), "refused: {:?}", apply(text.as_bytes(), &[Edit::Add { path: ENABLED, item: ITEM }]));
        let after = after.unwrap();

        let (rest_before, mut list) = enabled(&text);
        let (rest_after, list_after) = enabled(&after);
        list.push(Value::from(ITEM));
        prop_assert_eq!(list_after, list);
        prop_assert_eq!(&rest_after, &rest_before);
        prop_assert!(lost(&text, &after).len() <= 1, "lost {:?}", lost(&text, &after));

        let twice = edit(&after, Edit::Add { path: ENABLED, item: ITEM });
        prop_assert_eq!(twice.as_deref(), Some(after.as_str()));

        let back = edit(&after, Edit::Remove { path: ENABLED, item: ITEM }).unwrap();
        let (rest_back, list_back) = enabled(&back);
        prop_assert_eq!(list_back, enabled(&text).1);
        prop_assert_eq!(&rest_back, &rest_before);
        prop_assert!(lost(&text, &back).len() <= 1, "lost {:?}", lost(&text, &back));
    }
}
