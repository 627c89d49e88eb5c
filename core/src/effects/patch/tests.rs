//! Patches by example: which files each format touches.

use super::*;

fn edit(kind: EditKind, path: &str, target: Option<&str>) -> Edit {
    Edit {
        kind,
        path: path.to_owned(),
        target: target.map(str::to_owned),
    }
}

#[test]
fn the_second_file_of_a_patch_does_not_hide() {
    let text = "*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** Update File: /home/u/.bashrc\n@@\n-#\n+x\n*** End Patch\n";
    let expected = [
        edit(EditKind::Update, "a.py", None),
        edit(EditKind::Update, "/home/u/.bashrc", None),
    ];
    assert_eq!(paths(text, Format::V4aFirst), expected);
    assert_eq!(paths(text, Format::V4aSecond), expected);
}

#[test]
fn text_behind_a_marker_inside_content_counts_for_one_generation_only() {
    let text = "*** Begin Patch\n*** Add File: a\n+*** End Patch\n*** Delete File: b\n";
    assert_eq!(paths(text, Format::V4aFirst).len(), 1);
    assert_eq!(paths(text, Format::V4aSecond).len(), 2);
    assert_eq!(v4a::tolerant(text).len(), 2);
}

#[test]
fn an_update_that_moves_touches_both_names() {
    let text = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: /etc/cron.d/x\n@@\n-x\n+y\n*** End Patch";
    assert_eq!(
        v4a::tolerant(text),
        [edit(EditKind::Move, "a.txt", Some("/etc/cron.d/x"))]
    );
}

#[test]
fn diffs_name_what_they_touch() {
    let check = |text: &str, strip, expected: &[Edit]| {
        assert_eq!(paths(text, Format::Diff { strip }), expected, "{text}");
    };
    check(
        "--- a/x.rs\n+++ b/x.rs\n@@ -1,2 +1 @@\n--- gone\n kept\n",
        Some(1),
        &[edit(EditKind::Update, "x.rs", None)],
    );
    check(
        "diff --git a/o b/o\ndeleted file mode 100644\n--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        Some(1),
        &[edit(EditKind::Delete, "o", None)],
    );
    check(
        "diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n",
        Some(1),
        &[edit(EditKind::Move, "o", Some("n"))],
    );
    check(
        "diff --git \"a/\\303\\244 b\" \"b/\\303\\244 b\"\nGIT binary patch\n",
        Some(1),
        &[edit(EditKind::Update, "ä b", None)],
    );
    check(
        "--- old/dir/x\t2020-01-01\n+++ new/dir/x\t2020-01-01\n",
        None,
        &[
            edit(EditKind::Update, "old/dir/x", None),
            edit(EditKind::Update, "x", None),
            edit(EditKind::Update, "new/dir/x", None),
        ],
    );
}

#[test]
fn the_host_finds_the_same_files() {
    #[derive(serde::Deserialize)]
    struct Case {
        patch: String,
        first: Vec<(String, String, Option<String>)>,
        second: Vec<(String, String, Option<String>)>,
    }
    let corpus = include_str!("../../../../tests/data/patches/v4a.jsonl");
    for line in corpus.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        for (format, expected) in [
            (Format::V4aFirst, &case.first),
            (Format::V4aSecond, &case.second),
        ] {
            let found: Vec<_> = paths(&case.patch, format)
                .into_iter()
                .map(|edit| (kind_name(edit.kind).to_owned(), edit.path, edit.target))
                .collect();
            assert_eq!(&found, expected, "{format:?}: {:?}", case.patch);
        }
        // Whatever either host would touch is among the effects.
        let tolerant = v4a::tolerant(&case.patch);
        for (_, path, _) in case.first.iter().chain(&case.second) {
            assert!(
                tolerant.iter().any(|edit| edit.path == *path),
                "{path}: {:?}",
                case.patch
            );
        }
    }
}

fn kind_name(kind: EditKind) -> &'static str {
    match kind {
        EditKind::Add => "add",
        EditKind::Update => "update",
        EditKind::Delete => "delete",
        EditKind::Move => "move",
    }
}

proptest::proptest! {
    #[test]
    fn any_text_has_effects(text in "[\\PC\n\r]*", strip in proptest::option::of(0_usize..4)) {
        let environment = crate::model::Environment {
            cwd: path::absolute("/p"),
            home: path::absolute("/h"),
            hermes_home: path::absolute("/h/.hermes"),
            links: Vec::new(),
            case_insensitive: false,
        };
        let context = Context::new(crate::catalog::Catalog::built_in(), &environment);
        let source = Source::argument("patch", &text);
        proptest::prop_assert!(!patch(&source, &context).is_empty());
        paths(&text, Format::Diff { strip });
    }
}
