//! Diffs that the command text holds, and builtins that load code.

use super::{is_opaque, paths, worst};
use crate::model::RiskClass;

const CHANGE: &str = "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y\n";
const NEW: &str = "diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n\
                   @@ -0,0 +1 @@\n+x\n";

#[test]
fn a_diff_on_standard_input_names_its_files() {
    for command in [
        "patch -p1",
        "git apply",
        "git apply -",
        "git am",
        "git apply -p1 --index",
    ] {
        let text = format!("{command} <<'EOF'\n{CHANGE}EOF");
        assert_eq!(
            paths(&text, RiskClass::LocalWrite),
            ["/home/u/proj/src/a.py"],
            "{command}"
        );
    }
    let text = format!("patch -p2 -d ~/other <<'EOF'\n{CHANGE}EOF");
    assert_eq!(paths(&text, RiskClass::LocalWrite), ["/home/u/other/a.py"]);
}

#[test]
fn a_reversed_addition_deletes() {
    let added = format!("git apply <<'EOF'\n{NEW}EOF");
    assert_eq!(paths(&added, RiskClass::LocalWrite), ["/home/u/proj/new"]);
    let reversed = format!("git apply -R <<'EOF'\n{NEW}EOF");
    assert_eq!(paths(&reversed, RiskClass::Delete), ["/home/u/proj/new"]);
}

#[test]
fn a_diff_in_a_file_may_change_anything_below() {
    assert_eq!(
        paths("patch -p1 < fix.diff", RiskClass::LocalWrite),
        ["/home/u/proj"]
    );
}

#[test]
fn looking_at_a_diff_changes_nothing() {
    for option in ["--check", "--stat", "--numstat", "--summary"] {
        let text = format!("git apply {option} <<'EOF'\n{CHANGE}EOF");
        assert_eq!(worst(&text), RiskClass::Read, "{option}");
    }
    assert_eq!(worst("git apply --stat --apply x"), RiskClass::LocalWrite);
    assert_eq!(worst("patch --dry-run -p1 < fix.diff"), RiskClass::Read);
}

#[test]
fn builtins_that_load_code_are_opaque() {
    for text in [
        "enable -f ./x.so x",
        "hash -p /tmp/evil ls; ls",
        "mapfile -C ./x -c 1 lines < a",
        "compgen -C ./x",
    ] {
        assert!(is_opaque(text), "{text}");
    }
    assert_eq!(worst("compgen -C 'rm -rf build'"), RiskClass::Delete);
    for text in ["enable", "hash -r", "compgen -c", "mapfile -t lines < a"] {
        assert_eq!(worst(text), RiskClass::Read, "{text}");
    }
}

#[test]
fn what_printf_prints_is_read_where_it_runs() {
    for text in [
        "printf 'rm -rf %s\\n' build | bash",
        "printf '%s -rf %s\\n' rm build | sh",
        "printf 'rm %s;' a b | sh",
    ] {
        assert_eq!(worst(text), RiskClass::Delete, "{text}");
    }
    assert_eq!(
        paths("printf 'rm %s;' a b | sh", RiskClass::Delete),
        ["/home/u/proj/a", "/home/u/proj/b"]
    );
    assert!(is_opaque("printf 'rm %q' a | sh") && is_opaque("printf 'rm %s' \"$X\" | sh"));
}
