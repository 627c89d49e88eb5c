//! Hostile shapes: opaque, and never a read. How long they take is for the benches to say.

use super::{effects, worst};
use crate::model::{Certainty, RiskClass};

fn check(name: &str, text: &str) {
    let found = effects(text);
    assert!(
        found
            .iter()
            .any(|effect| effect.certainty != Certainty::Exact),
        "{name}: {:?}",
        found.first()
    );
    assert!(
        worst(text) > RiskClass::LocalWrite,
        "{name}: {}",
        worst(text)
    );
}

#[test]
fn hostile_shapes_are_opaque() {
    check("a long argument", &format!("echo {}", "a".repeat(1 << 20)));
    check(
        "a long document",
        &format!("cat > a <<'EOF'\n{}\nEOF", "a b c\n".repeat(20_000)),
    );
    check("nested substitutions", &"$(".repeat(90));
    check(
        "closed substitutions",
        &format!("{}ls{}", "$(".repeat(90), ")".repeat(90)),
    );
    check("many commands", &"ls; ".repeat(10_000));
    check("many conditions", &"ls && ".repeat(10_000));
    check("many pipes", &"ls | ".repeat(10_000));
    check("deep quotes", &"bash -c \"".repeat(200));
    check("deep brackets", &"( ".repeat(3000));
    check("deep braces", &"{ ".repeat(3000));
    check("deep conditions", &"if ".repeat(3000));
    check("backquotes", &"`".repeat(3001));
    check("open quotes", &"'\"".repeat(5001));
    check("here-documents", &"cat <<A ".repeat(2500));
    check(
        "loops in loops",
        &format!(
            "{}rm $a{}",
            "for a in 1 2 3 4 5 6 7 8 9; do ".repeat(20),
            "; done".repeat(20)
        ),
    );
    check(
        "whiles in whiles",
        &format!(
            "x=1;{}x=2; cd ..; rm a{}",
            "while ls; do ".repeat(24),
            "; done".repeat(24)
        ),
    );
    check(
        "functions in functions",
        &format!(
            "{} f30",
            (1..30)
                .map(|i| format!("f{}() {{ f{i}; f{i}; rm a; }};", i + 1))
                .collect::<String>()
        ),
    );
    check("brace expansion", &format!("rm {}", "{a,b}".repeat(30)));
    check(
        "many variables",
        &format!(
            "{} $X",
            (0..3000).map(|i| format!("v{i}=x ")).collect::<String>()
        ),
    );
    check("layers", &format!("{}rm a", "eval ".repeat(40)));
    let nested = |depth: usize| format!("{}rm a{}", "$(".repeat(depth), ")".repeat(depth));
    assert!(
        worst(&nested(12)) >= RiskClass::Delete,
        "{:?}",
        effects(&nested(12))
    );
    check("wrappers", &format!("{}rm a", "nice ".repeat(2000)));
}

#[test]
fn what_bash_would_not_accept_is_opaque_with_what_can_be_read() {
    for text in ["ls 'x", "ls )", "if ls", "rm a\nls 'x", "echo $(ls", "for"] {
        assert!(
            effects(text)
                .iter()
                .any(|effect| effect.certainty == Certainty::Opaque),
            "{text}"
        );
    }
    assert!(worst("rm a\nls )") >= RiskClass::Execution);
}
