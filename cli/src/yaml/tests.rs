//! Every spelling by example. The corpus and the generated configurations are in `tests/`.

use super::{Edit, Edited, Refusal, Scalar, apply};

const ENABLED: &[&str] = &["plugins", "enabled"];
const DISABLED: &[&str] = &["plugins", "disabled"];

fn edit(before: &str, edit: Edit<'_>) -> Result<String, Refusal> {
    match apply(before.as_bytes(), &[edit])? {
        Edited::Unchanged => Ok(before.to_owned()),
        Edited::Changed(bytes) => Ok(String::from_utf8(bytes).unwrap()),
    }
}

fn add(before: &str, after: &str) {
    let item = "agentsfence";
    let result = edit(
        before,
        Edit::Add {
            path: ENABLED,
            item,
        },
    );
    assert_eq!(result.as_deref(), Ok(after), "{before}");
    let twice = edit(
        after,
        Edit::Add {
            path: ENABLED,
            item,
        },
    );
    assert_eq!(twice.as_deref(), Ok(after), "twice: {before}");
}

fn remove(before: &str, after: &str) {
    let item = "agentsfence";
    let result = edit(
        before,
        Edit::Remove {
            path: ENABLED,
            item,
        },
    );
    assert_eq!(result.as_deref(), Ok(after), "{before}");
}

fn refuse(before: &str, words: &[&str]) {
    let item = "agentsfence";
    let refusal = edit(
        before,
        Edit::Add {
            path: ENABLED,
            item,
        },
    )
    .unwrap_err();
    let text = refusal.to_string();
    for word in words {
        assert!(text.contains(word), "{before}: `{text}` lacks `{word}`");
    }
}

#[test]
fn block_lists() {
    add(
        "plugins:\n  enabled:\n  - a\n",
        "plugins:\n  enabled:\n  - a\n  - agentsfence\n",
    );
    add(
        "plugins:\n  enabled:\n    - a",
        "plugins:\n  enabled:\n    - a\n    - agentsfence",
    );
    add(
        "plugins:\n  enabled:\n  -\n  # c\n  - 'b' # d\n  # - e\n\nx: 1\n",
        "plugins:\n  enabled:\n  -\n  # c\n  - 'b' # d\n  - agentsfence\n  # - e\n\nx: 1\n",
    );
    add(
        "plugins:\n  enabled:\n    - a\n    -\nx: 1\n",
        "plugins:\n  enabled:\n    - a\n    -\n    - agentsfence\nx: 1\n",
    );
    add(
        "? plugins\n: enabled:\n    - a\n",
        "? plugins\n: enabled:\n    - a\n    - agentsfence\n",
    );
    add(
        "plugins:\n  enabled: !!seq\n    - a\n",
        "plugins:\n  enabled: !!seq\n    - a\n    - agentsfence\n",
    );
    add(
        "plugins: &p\n  enabled: &e\n  - a\n",
        "plugins: &p\n  enabled: &e\n  - a\n  - agentsfence\n",
    );
    add(
        "\u{feff}plugins:\r\n  enabled:\r\n  - a\r\nx: |\r\n  y\r\n",
        "\u{feff}plugins:\r\n  enabled:\r\n  - a\r\n  - agentsfence\r\nx: |\r\n  y\r\n",
    );
}

#[test]
fn flow_lists() {
    add(
        "plugins: {enabled: []}",
        "plugins: {enabled: [agentsfence]}",
    );
    add("{plugins: {}}\n", "{plugins: {enabled: [agentsfence]}}\n");
    add("{}\n", "{plugins: {enabled: [agentsfence]}}\n");
    add(
        "plugins:\n  enabled: [ ]  # c\n",
        "plugins:\n  enabled: [agentsfence]  # c\n",
    );
    add(
        "plugins:\n  enabled: [a, ]\n",
        "plugins:\n  enabled: [a, agentsfence, ]\n",
    );
    add(
        "plugins:\n  enabled: [a,\n    b]\n",
        "plugins:\n  enabled: [a,\n    b, agentsfence]\n",
    );
    add(
        "plugins:\n  enabled: [\n    a,  # x\n    b  # y\n  ]\n",
        "plugins:\n  enabled: [\n    a,  # x\n    b,  # y\n    agentsfence\n  ]\n",
    );
    add(
        "plugins: {a: 1, b: }\n",
        "plugins: {a: 1, b: , enabled: [agentsfence]}\n",
    );
    add(
        "plugins: {enabled: , b: 2}\n",
        "plugins: {enabled: [agentsfence] , b: 2}\n",
    );
}

#[test]
fn missing_and_empty_sections() {
    let fresh = "plugins:\n  enabled:\n    - agentsfence\n";
    add("", fresh);
    add("# only a comment\n", &format!("# only a comment\n{fresh}"));
    add("---\n", &format!("---\n{fresh}"));
    add("--- # c\n...\n", &format!("--- # c\n{fresh}...\n"));
    add("a: 1", "a: 1\nplugins:\n  enabled:\n    - agentsfence");
    add(
        "a:\n    b: 1\n",
        "a:\n    b: 1\nplugins:\n    enabled:\n        - agentsfence\n",
    );
    add(
        "a:\n- b\nplugins:\n",
        "a:\n- b\nplugins:\n  enabled:\n  - agentsfence\n",
    );
    add("plugins: ~\n", "plugins: {enabled: [agentsfence]}\n");
    add(
        "plugins:\n  enabled: null # c\n",
        "plugins:\n  enabled: [agentsfence] # c\n",
    );
    add(
        "plugins:\n  enabled: &e\n",
        "plugins:\n  enabled: &e\n    - agentsfence\n",
    );
    add(
        "plugins: # c\n  # d\n  disabled:\n  - x\n",
        "plugins: # c\n  enabled:\n  - agentsfence\n  # d\n  disabled:\n  - x\n",
    );
    // A clipped block scalar without a final newline would gain one.
    add(
        "a: |\n  text",
        "plugins:\n  enabled:\n    - agentsfence\na: |\n  text",
    );
    add(
        "a: |+\n  text\n\n\n",
        &format!("a: |+\n  text\n\n\n{fresh}"),
    );
}

#[test]
fn anchors_and_merges() {
    add(
        "b: &b {enabled: [x]}\nplugins: *b\n",
        "b: &b {enabled: [x]}\nplugins:\n  <<: *b\n  enabled:\n    - x\n    - agentsfence\n",
    );
    add(
        "b: &b [x, \"y\"]\nplugins: {enabled: *b}\n",
        "b: &b [x, \"y\"]\nplugins: {enabled: [x, \"y\", agentsfence]}\n",
    );
    refuse(
        "plugins: &p\n  enabled: [x]\nother:\n  <<: *p\n",
        &["&p", "`other.<<`"],
    );
    refuse(
        "plugins:\n  enabled: &e\n    - a\nm:\n  - w: *e\n",
        &["&e", "`m.w`", "line 5"],
    );
}

#[test]
fn spellings_that_hermes_ignores() {
    refuse(
        "plugins:\n  enabled: a,b\n",
        &["`plugins.enabled`", "list", "line 2, column 12"],
    );
    refuse(
        "plugins:\n  enabled:\n    - a\n    - b: 1\n",
        &["item 2", "mapping"],
    );
    refuse("plugins:\n  enabled: !!set {a}\n", &["not a list"]);
    refuse("plugins: [a]\n", &["`plugins` is a list, not a mapping"]);
    refuse(
        "plugins:\n  enabled: []\nplugins:\n  enabled: []\n",
        &["`plugins`", "twice", "line 3"],
    );
    refuse("a: 1\n---\nplugins:\n", &["several documents", "line 2"]);
    refuse(
        "plugins:\n  enabled: [a\nx: 1\n",
        &["Hermes cannot read", "line 3"],
    );
}

#[test]
fn removing() {
    remove(
        "plugins:\n  enabled:\n    - agentsfence\n",
        "plugins:\n  enabled: []\n",
    );
    remove(
        "plugins:\n  enabled: # c\n  - agentsfence\nx: 1\n",
        "plugins:\n  enabled: [] # c\nx: 1\n",
    );
    remove(
        "plugins:\n  enabled:\n    - a\n    - agentsfence  # ours\n    # c\n    - b\n    - agentsfence",
        "plugins:\n  enabled:\n    - a\n    # c\n    - b",
    );
    remove(
        "plugins: {enabled: [agentsfence]}\n",
        "plugins: {enabled: []}\n",
    );
    remove(
        "plugins: {enabled: [a, agentsfence]}\n",
        "plugins: {enabled: [a]}\n",
    );
    remove(
        "plugins: {enabled: [agentsfence, b]}\n",
        "plugins: {enabled: [b]}\n",
    );
    remove(
        "plugins:\n  enabled: [\n    a, # x\n    'agentsfence', # y\n    b\n  ]\n",
        "plugins:\n  enabled: [\n    a, # x\n    b\n  ]\n",
    );
    remove("a: 1\n", "a: 1\n");
    remove(
        "plugins: {enabled: agentsfence}\n",
        "plugins: {enabled: agentsfence}\n",
    );
    remove("plugins: [agentsfence]\n", "plugins: [agentsfence]\n");
    remove(
        "b: &b [agentsfence, x]\nplugins:\n  enabled: *b\n",
        "b: &b [agentsfence, x]\nplugins:\n  enabled:\n    - x\n",
    );
}

#[test]
fn scalars() {
    let set = |before: &str, path: &[&str], value, after: &str| {
        assert_eq!(
            edit(before, Edit::Set { path, value }).as_deref(),
            Ok(after)
        );
    };
    let mode = &["approvals", "mode"][..];
    set(
        "approvals:\n  mode: off # c\n",
        mode,
        Scalar::Text("manual"),
        "approvals:\n  mode: manual # c\n",
    );
    set(
        "approvals:\n  mode: \"x\"\n",
        mode,
        Scalar::Text("off"),
        "approvals:\n  mode: \"off\"\n",
    );
    set(
        "approvals:\n",
        mode,
        Scalar::Bool(true),
        "approvals:\n  mode: true\n",
    );
    set(
        "approvals:\n  mode:   # c\n",
        mode,
        Scalar::Int(3),
        "approvals:\n  mode: 3   # c\n",
    );
    set(
        "a: 1\n",
        &["plugins", "entries", "agentsfence", "x"],
        Scalar::Bool(false),
        "a: 1\nplugins:\n  entries:\n    agentsfence:\n      x: false\n",
    );
}

#[test]
fn several_edits_are_proven_one_by_one() {
    let before = "plugins:\n  disabled: [agentsfence, x]\n  enabled: [a]\n";
    let item = "agentsfence";
    let edits = [
        Edit::Add {
            path: ENABLED,
            item,
        },
        Edit::Remove {
            path: DISABLED,
            item,
        },
    ];
    let Ok(Edited::Changed(bytes)) = apply(before.as_bytes(), &edits) else {
        panic!("not edited");
    };
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "plugins:\n  disabled: [x]\n  enabled: [a, agentsfence]\n"
    );
}

#[test]
fn every_copy_of_a_name_is_taken_out() {
    remove(
        "plugins:\n  enabled:\n    - agentsfence\n    - agentsfence\n",
        "plugins:\n  enabled: []\n",
    );
    remove(
        "plugins:\n  enabled:\n    - agentsfence # one\n    - b\n    - agentsfence",
        "plugins:\n  enabled:\n    - b",
    );
}

#[test]
fn a_later_edit_is_refused_at_the_line_of_the_file_as_it_is() {
    let text = "plugins:\n  disabled: &d [agentsfence]\nx: *d\n";
    let item = "agentsfence";
    let edits = [
        Edit::Add {
            path: ENABLED,
            item,
        },
        Edit::Remove {
            path: DISABLED,
            item,
        },
    ];
    let refusal = apply(text.as_bytes(), &edits).unwrap_err();
    assert_eq!(refusal.place.map(|place| place.line), Some(2), "{refusal}");
}
